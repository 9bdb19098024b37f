import { sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { callerIdsOf } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { hasUnverifiedGuardian } from '../../../db/users.ts'
import { patientsOf } from '../relationships/actions.ts'

/** The fields that identify a person when records are compared. */
export type Person = { name: string; birthDate: string; nationalId: string | null }

/** A record that may belong to the same person. */
export type Duplicate = {
  id: string
  name: string
  birth_date: string | null
  is_visible: boolean
  unverified_guardian: boolean
}

const duplicatesOf = memoizeByShape((role: Role) =>
  prepared<CallerIds & Person, Duplicate>((v) => {
    const treats = sql<boolean>`p.id = any(${patientsOf(v)})`
    const rule = visible(access.patients.read, { ...callerIdsOf(v), role }, { own: 'p.id', treats, desk: sql`true` })
    return sql`
      select p.id, p.name, i.birth_date::text, ${rule} as is_visible,
        ${hasUnverifiedGuardian(v.tenantId, sql`p.id`)} as unverified_guardian
      from patients_like(${v.tenantId}, ${v.name}, ${v.birthDate}::date, ${v.nationalId}) found
      join users p on p.tenant_id = ${v.tenantId} and p.id = found.id
      join patient_identities i on i.tenant_id = p.tenant_id and i.patient_id = p.id
      order by p.id`
  }),
)

export const findDuplicates = (db: Db, caller: Caller, person: Person): Promise<Duplicate[]> =>
  rowsOf(db, duplicatesOf(caller.role)({ ...callerIdsOf(caller), ...person }))
