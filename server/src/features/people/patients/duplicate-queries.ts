import { sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { callerIdsOf } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { patientsOf } from '../relationships/actions.ts'

/** What tells whether two records are of one person. */
export type Person = { name: string; birthDate: string; nationalId: string | null }

/** A record that may be of the same person. */
export type Duplicate = { id: string; name: string; birth_date: string | null; is_visible: boolean }

const MOST = 20

/** By national id, or by birth date and name, each by its index. */
const duplicatesOf = memoizeByShape((role: Role) =>
  prepared<CallerIds & Person, Duplicate>((v) => {
    const treats = sql<boolean>`p.id = any(${patientsOf(v)})`
    const rule = visible(access.patients.read, { ...callerIdsOf(v), role }, { own: 'p.id', treats, desk: sql`true` })
    return sql`
      with same as (
        select patient_id
        from patient_identities
        where tenant_id = ${v.tenantId}
          and national_id_key = replace(fold(${v.nationalId}), ' ', '')
        union
        select i.patient_id
        from patient_identities i
        join users u on u.tenant_id = i.tenant_id and u.id = i.patient_id
        where i.tenant_id = ${v.tenantId}
          and i.birth_date = ${v.birthDate}::date
          and person_key(u.name) = person_key(${v.name})
      )
      select p.id, p.name, i.birth_date::text, ${rule} as is_visible
      from same
      join users p on p.tenant_id = ${v.tenantId} and p.id = same.patient_id
      join patient_identities i on i.tenant_id = p.tenant_id and i.patient_id = p.id
      where p.role = 'PATIENT'
      order by p.id
      limit ${sql.lit(MOST)}`
  }),
)

export const findDuplicates = (db: Db, caller: Caller, person: Person): Promise<Duplicate[]> =>
  rowsOf(db, duplicatesOf(caller.role)({ ...callerIdsOf(caller), ...person }))
