import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Item } from '../../../jobs/sweep.ts'

/** Patients of all tenants to recall, after the given one. */
export const due = prepared<{ afterTenant: string; afterId: string; limit: number }, Item>(
  (v) => sql`select tenant_id, id from patients_to_recall(${v.afterTenant}, ${v.afterId}, ${v.limit}::int)`,
)

/** A patient's last activity, and the key of their recall; null if no recall is due. */
type Candidate = { last_activity: Date; key: string | null }

const candidate = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    select last_activity(u.tenant_id, u.id), recall_key(u.tenant_id, u.id) as key
    from conditions c
    join users u on u.tenant_id = c.tenant_id and u.id = c.patient_id
    where c.tenant_id = ${v.tenantId}
      and c.patient_id = ${v.id}
      and c.long_term
      and c.status = 'ACTIVE'
      and c.deleted_at is null
      and c.struck_at is null
      and u.disabled_at is null
    for share of c`,
)

/** Locks the long-term conditions of a patient until the transaction ends; undefined if there are none. */
export async function lockCandidate(db: Db, tenantId: string, id: string): Promise<Candidate | undefined> {
  return (await rowsOf<Candidate>(db, candidate({ tenantId, id })))[0]
}
