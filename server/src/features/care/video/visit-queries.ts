import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'

export type VisitRow = {
  doctor_name: string
  specialty: string | null
  organization: string
  logo_svg: string | null
  start_time: Date
  patients_ahead: number
  patient_id: string
  expected_at: Date | null
  /** The next appointment of the practitioner within 12 hours, and whether its patient is in its room. */
  next_at: Date | null
  next_waits: boolean | null
}

/** Whether a participant `p` is a patient who is in the room. A killed server records no departures, hence the hours. */
const isPresent = sql`p.role = 'patient'
          and p.left_at is null
          and p.standing <> 'DENIED'
          and p.waiting_since > now() - case p.standing when 'WAITING' then interval '2 hours' else interval '12 hours' end`

/**
 * The appointment of a room, and the number of patients with earlier appointments who are in the rooms of its practitioner.
 */
export const visitOfRoom = prepared<{ tenantId: string; roomId: string }, VisitRow>(
  (v) => sql`
    select a.start_time, a.patient_id, d.name as doctor_name, s.specialty,
      coalesce(h.name, t.name) as organization, h.logo_svg,
      case when o.expected_at > app_now() then o.expected_at end as expected_at,
      (
        select count(distinct e.id)::int
        from appointments e
        join video_rooms r on r.tenant_id = e.tenant_id and r.id = e.video_room_id and r.closed_at is null
        join video_participants p on p.tenant_id = r.tenant_id and p.room_id = r.id
        where e.tenant_id = a.tenant_id
          and e.doctor_id = a.doctor_id
          and e.deleted_at is null
          and e.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')
          and e.start_time < a.start_time
          and e.start_time > a.start_time - interval '24 hours'
          and ${isPresent}
      ) as patients_ahead,
      n.start_time as next_at, n.waits as next_waits
    from appointments a
    join video_rooms o on o.tenant_id = a.tenant_id and o.id = a.video_room_id
    join tenants t on t.tenant_id = a.tenant_id
    join users d on d.tenant_id = a.tenant_id and d.id = a.doctor_id
    left join doctors s on s.tenant_id = a.tenant_id and s.user_id = a.doctor_id
    left join letterheads h on h.tenant_id = a.tenant_id
    left join lateral (
      select e.start_time,
        exists (
          select from video_participants p
          where p.tenant_id = e.tenant_id and p.room_id = e.video_room_id and ${isPresent}
        ) as waits
      from appointments e
      where e.tenant_id = a.tenant_id
        and e.doctor_id = a.doctor_id
        and e.deleted_at is null
        and e.status in ('SCHEDULED', 'CONFIRMED')
        and e.start_time > a.start_time
        and e.start_time < a.start_time + interval '12 hours'
      order by e.start_time
      limit 1) n on true
    where a.tenant_id = ${v.tenantId}
      and a.video_room_id = ${v.roomId}
      and a.deleted_at is null`,
)

/** Records when an open room is expected to begin. @returns no row for a closed one */
export const recordDelay = prepared<{ tenantId: string; roomId: string; minutes: number }>(
  (v) => sql`
    update video_rooms r
    set expected_at = greatest(app_now(), a.start_time) + ${v.minutes}::int * interval '1 minute'
    from appointments a
    where r.tenant_id = ${v.tenantId}
      and r.id = ${v.roomId}
      and r.closed_at is null
      and a.tenant_id = r.tenant_id
      and a.video_room_id = r.id
    returning r.id`,
)
