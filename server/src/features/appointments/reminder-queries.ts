import { sql } from 'kysely'
import type { Db } from '../../db/kysely.ts'
import { prepared } from '../../db/prepared.ts'
import { lockLater, rowsOf } from '../../db/transaction.ts'

/** Whom the job reminds, and of which appointment: it is the patient who is locked. */
export type Due = { tenant_id: string; id: string; appointment_id: string; start_time: string }

/** Those of every tenant that are to be reminded of: the earliest behind the one that is given. */
export const due = prepared<{ after: string; afterTenant: string; afterId: string; limit: number }, Due>(
  (v) => sql`
    select tenant_id, patient_id as id, id as appointment_id, start_time::text
    from appointments_to_remind(${v.after}::timestamptz, ${v.afterTenant}, ${v.afterId}, ${v.limit}::int)`,
)

export type Visit = {
  id: string
  patient_id: string
  start_time: Date
  with_name: string
  reminder: 'D1' | 'H2'
  /** Its keys in `effects`: the reminder's, and those of the earlier ones that it stands for. */
  keys: [string, ...string[]]
}

/**
 * An appointment that somebody is to be reminded of, and what else the patient has about then that the same reminder may
 * name: to come, in reach of the same hour, and not reminded of. A day in Morocco lasts up to 25 hours. They stay as they
 * are until the transaction ends. Keys are made first: under row-level security what calls a function finds no index.
 */
const visitsAround = prepared<{ tenantId: string; id: string }, Visit>(
  (v) => sql`
    with around as materialized (
      select a.tenant_id, a.id, a.patient_id, a.doctor_id, a.start_time, r.reminder,
        reminder_key(r.reminder, a.id, a.start_time) as key,
        reminder_key('D1', a.id, a.start_time) as earlier
      from appointments o
      cross join lateral (select reminder_before(o.start_time) as reminder) r
      join appointments a on a.tenant_id = o.tenant_id and a.patient_id = o.patient_id
      join users p on p.tenant_id = a.tenant_id and p.id = a.patient_id
      where o.tenant_id = ${v.tenantId}
        and o.id = ${v.id}
        and r.reminder is not null
        and a.status in ('SCHEDULED', 'CONFIRMED')
        and a.deleted_at is null
        and a.start_time > app_now()
        and a.start_time between o.start_time - interval '25 hours' and o.start_time + interval '25 hours'
        and (a.start_time <= app_now() + interval '2 hours') = (r.reminder = 'H2')
        and p.disabled_at is null
      for share of a
    )
    select a.id, a.patient_id, a.start_time, d.name as with_name, a.reminder, array[a.key, a.earlier] as keys
    from around a
    join users d on d.tenant_id = a.tenant_id and d.id = a.doctor_id
    where not exists (
      select from effects e
      where e.tenant_id = a.tenant_id
        and e.job = 'reminders'
        and e.key = a.key
    )
    order by a.start_time, a.id`,
)

export function holdVisitsAround(db: Db, tenantId: string, patientId: string, id: string): Promise<Visit[]> {
  lockLater(db, 'reminders', tenantId, patientId)
  return rowsOf<Visit>(db, visitsAround({ tenantId, id }))
}
