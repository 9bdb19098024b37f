import { type InferResult, sql } from 'kysely'
import type { Caller, Role } from '../../actor.ts'
import type { Asker } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { perShape, prepared } from '../../db/prepared.ts'
import { later, rowsOf } from '../../db/transaction.ts'
import type { Channel, Language } from '../../messages/channels.ts'

/** How somebody is reached whom a caller of a role may ask about; who has said nothing is reached as everybody is. */
const contactOf = (role: Role, v: Asker & { id: string }) => {
  const query = builder
    .selectFrom('users as u')
    .leftJoin('contacts as c', (join) => join.onRef('c.tenant_id', '=', 'u.tenant_id').onRef('c.user_id', '=', 'u.id'))
    .where('u.tenant_id', '=', v.tenantId)
    .where('u.id', '=', v.id)
    .select([
      'u.id',
      'u.email',
      'c.phone',
      'c.preferred_channel',
      sql<Language>`coalesce(c.language, 'fr')`.as('language'),
      sql<Channel[]>`coalesce(c.opt_outs, '{}')`.as('opt_outs'),
      sql<string | null>`to_char(c.quiet_from, 'HH24:MI')`.as('quiet_from'),
      sql<string | null>`to_char(c.quiet_to, 'HH24:MI')`.as('quiet_to'),
      sql<string | null>`case u.role when 'PATIENT' then u.id end`.as('patient_id'),
    ])
  return role === 'ADMIN' ? query : query.where('u.id', '=', v.userId)
}

export type Shown = InferResult<ReturnType<typeof contactOf>>[number]

export const one = perShape((role: Role) => prepared<Asker & { id: string }, Shown>((v) => contactOf(role, v)))

/** The same, held until the transaction ends. The lock is a statement of its own: what follows sees what the winner wrote. */
export async function hold(db: Db, caller: Caller, id: string): Promise<Shown | undefined> {
  const { tenantId, role } = caller
  later(
    db,
    builder.selectFrom('users').select('id').where('tenant_id', '=', tenantId).where('id', '=', id).forNoKeyUpdate(),
  )
  return (await rowsOf<Shown>(db, one(role)({ ...caller, id })))[0]
}

/** What is kept of a contact. */
export type Kept = Pick<Shown, 'phone' | 'language' | 'preferred_channel' | 'opt_outs' | 'quiet_from' | 'quiet_to'>

export const keep = (tenantId: string, userId: string, kept: Kept) =>
  builder
    .insertInto('contacts')
    .values({ tenant_id: tenantId, user_id: userId, ...kept })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(kept))
