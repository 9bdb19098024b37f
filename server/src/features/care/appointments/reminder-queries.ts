import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { deferLock, rowsOf } from '../../../db/transaction.ts'

/** An appointment to remind of. `id` is the patient's, because the job locks the patient. */
export type Due = { tenant_id: string; id: string; appointment_id: string; start_time: string }

/** Due appointments of all tenants, earliest first, after the given one. */
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
  /** Keys in `effects`: first this reminder's, then those of the earlier reminders that it replaces. */
  keys: [string, ...string[]]
}

type VisitKey = { tenantId: string; patientId: string; id: string }

/**
 * An appointment to remind of, and the patient's other appointments that the same reminder may contain: in the future,
 * within 25 hours (the longest day in Morocco), due for the same reminder (D1 or H2), and without one. They are locked until
 * the transaction ends.
 *
 * Each table is read by key. The keys of `effects` are computed first: under row-level security, a comparison with a function
 * cannot use an index. Keep `status not in (…)`: with a list of statuses, the planner chooses the constraint's index.
 */
const visitsAround = prepared<VisitKey, Visit>(
  (v) => sql`
    with own as materialized (
      select start_time, reminder_before(start_time) as reminder
      from appointments
      where tenant_id = ${v.tenantId}
        and id = ${v.id}
    ),
    around as materialized (
      select a.tenant_id, a.id, a.patient_id, a.doctor_id, a.start_time, own.reminder,
        reminder_key(own.reminder, a.id, a.start_time) as key,
        reminder_key('D1', a.id, a.start_time) as earlier
      from own
      cross join appointments a
      where a.tenant_id = ${v.tenantId}
        and a.patient_id = ${v.patientId}
        and a.status not in ('IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW')
        and a.deleted_at is null
        and a.start_time > app_now()
        and a.start_time between own.start_time - interval '25 hours' and own.start_time + interval '25 hours'
        and (a.start_time <= app_now() + interval '2 hours') = (own.reminder = 'H2')
        and exists (
          select from users
          where tenant_id = ${v.tenantId}
            and id = ${v.patientId}
            and disabled_at is null
        )
      for share of a
    )
    select a.id, a.patient_id, a.start_time, a.reminder, array[a.key, a.earlier] as keys,
      (select name from users where tenant_id = a.tenant_id and id = a.doctor_id) as with_name
    from around a
    where (select key from effects where tenant_id = a.tenant_id and job = 'reminders' and key = a.key) is null
    order by a.start_time, a.id`,
)

/** Locks the patient's reminders first, so that one transaction covers all appointments of the day. */
export function lockVisitsAround(db: Db, visit: VisitKey): Promise<Visit[]> {
  deferLock(db, 'reminders', visit.tenantId, visit.patientId)
  return rowsOf<Visit>(db, visitsAround(visit))
}
