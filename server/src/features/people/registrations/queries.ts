import { sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { deferUserLock } from '../../../db/users.ts'
import type { Kind } from '../codes/actions.ts'

/** A claim code that is still valid. */
export type OpenClaim = {
  tenant_id: string
  user_id: string
  kind: Kind
  code_key: Buffer
}

/** Counts a try of every open claim for an address and a birth date, in any organisation, and returns these claims. */
export const tryClaims = (database: Database, addressKey: Buffer, birthDate: string): Promise<OpenClaim[]> =>
  database.queryWithoutTenant(sql<OpenClaim>`
    select tenant_id, user_id, kind, code_key
    from try_claims(${addressKey}, ${birthDate}::date)`)

/** A patient, locked until the transaction ends, and whether they have an account. */
export async function lockPatient(db: Db, { tenantId }: Pick<Caller, 'tenantId'>, id: string) {
  deferUserLock(db, tenantId, id)
  return db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('role', '=', 'PATIENT')
    .select(['email', sql<boolean>`login_id is not null`.as('has_account')])
    .executeTakeFirst()
}

/** The login of a user. */
export async function loginOf(db: Db, { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>) {
  const user = await db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .select('login_id')
    .executeTakeFirst()
  return user?.login_id ?? undefined
}
