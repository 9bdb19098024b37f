import { sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { CallerIds, Role } from '../../../actor.ts'
import { memoizeByShape, type Prepared, prepared } from '../../../db/prepared.ts'
import { isRecent } from './together-queries.ts'

export type ActiveRoomRow = {
  appointment_id: string
  patient_id: string
  host_present: boolean
  patient_admitted: boolean
  patient_waiting: boolean
  guests_waiting: number
  waiting_since: Date | null
  together_since: Date | null
}

/** Rooms with participants. A killed server records no departures, hence the 2 and 12 hours after an arrival. */
export const activeRooms = memoizeByShape(
  (role: Role): Prepared<CallerIds, ActiveRoomRow> =>
    prepared(
      (v) => sql`
    select a.id as appointment_id, a.patient_id,
      bool_or(p.role = 'host') as host_present,
      bool_or(p.role = 'patient' and p.standing = 'ADMITTED') as patient_admitted,
      bool_or(p.role = 'patient' and p.standing = 'WAITING') as patient_waiting,
      (count(*) filter (where p.role not in ('host', 'patient') and p.standing = 'WAITING'))::int as guests_waiting,
      min(p.waiting_since) filter (where p.standing = 'WAITING') as waiting_since,
      case when ${isRecent} then r.together_since end as together_since
    from appointments a
    join video_rooms r on r.tenant_id = a.tenant_id and r.id = a.video_room_id
    join video_participants p on p.tenant_id = r.tenant_id and p.room_id = r.id
    where a.tenant_id = ${v.tenantId}
      and a.deleted_at is null
      and a.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')
      -- row-level security prevents index use without the subqueries
      and a.start_time > (select app_now() - interval '24 hours')
      and a.start_time < (select app_now() + interval '24 hours')
      and ${visible(access.appointments.readRooms, { userId: v.userId, actsFor: v.actsFor, role }, { author: 'a.doctor_id', desk: sql`true` })}
      and r.closed_at is null
      and p.left_at is null
      and p.standing <> 'DENIED'
      and p.waiting_since > now() - case p.standing when 'WAITING' then interval '2 hours' else interval '12 hours' end
    group by a.tenant_id, a.id, r.tenant_id, r.id
    order by waiting_since nulls last, appointment_id
    limit 500`,
    ),
)
