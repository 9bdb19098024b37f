import { sql } from 'kysely'
import { prepared } from './prepared.ts'

/**
 * Locks the calendar of a professional in all organisations until the transaction ends. Every change of the time that a
 * professional has takes it before all other locks: with the exclusion constraints alone, concurrent bookings would deadlock
 * for seconds.
 */
export const lockCalendar = prepared<{ tenantId: string; doctorId: string }>(
  (v) => sql`
    select pg_advisory_xact_lock(calendar_of(tenant_id, id, login_id))
    from users
    where tenant_id = ${v.tenantId}
      and id = ${v.doctorId}`,
)

/** A professional's time in one organisation. */
export type CalendarSpan = { tenantId: string; doctorId: string; startTime: Date; endTime: Date }

/**
 * An appointment of the organisation that overlaps a time of a professional.
 * - Range operators cannot use an index under row-level security, hence the comparisons. No appointment exceeds 8 hours.
 * - Keep `status not in (…)`: with a list of the blocking statuses, the planner scans the constraint's whole index.
 * @param exceptId an appointment that does not count, if any
 */
export const overlappingAppointment = (v: CalendarSpan, exceptId?: string) => sql<string | null>`(
  select a.id
  from appointments a
  where a.tenant_id = ${v.tenantId}
    and a.doctor_id = ${v.doctorId}
    and a.start_time > ${v.startTime}::timestamptz - interval '8 hours'
    and a.start_time < ${v.endTime}
    and a.end_time > ${v.startTime}
    and a.status not in ('COMPLETED', 'CANCELLED', 'NO_SHOW')
    and a.deleted_at is null
    ${exceptId === undefined ? sql`` : sql`and a.id <> ${exceptId}`}
  order by a.start_time
  limit 1)`
