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

type Of = { tenantId: string; patientId: string; id: string }

/**
 * An appointment that somebody is to be reminded of, and what else the patient has about then that the same reminder may
 * name: to come, in reach of the same hour, and not reminded of. A day in Morocco lasts up to 25 hours. They stay as they
 * are until the transaction ends.
 *
 * Each table is looked into by its key, whatever the planner thinks of its size: keys of `effects` are made first, for
 * under row-level security a comparison with a function finds no index, and the states are those that are not wanted, for
 * the others would lead to the constraint's own index.
 */
const visitsAround = prepared<Of, Visit>(
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

/** One transaction at a time finds those of a patient, and may then remind of all of them. */
export function holdVisitsAround(db: Db, of: Of): Promise<Visit[]> {
  lockLater(db, 'reminders', of.tenantId, of.patientId)
  return rowsOf<Visit>(db, visitsAround(of))
}
