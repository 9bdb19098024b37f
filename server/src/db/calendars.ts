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
