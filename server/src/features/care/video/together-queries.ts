import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { RoomId } from '../../../providers/video/index.ts'
import { isBarred, type ParticipantId } from './room-queries.ts'

/*
 * The time that practitioner and patient are together in a room. `together_ms` is the sum of the closed intervals;
 * `together_since` and `together_seen_at` are the start and the last report of the open one. Real time, not the test clock.
 */

// Reports arrive every 5 s. After three missing reports the interval counts as ended: the server is assumed dead.
export const isRecent = sql`together_seen_at > now() - interval '15 seconds'`

/**
 * Milliseconds of the open interval, until now or until its last report; 0 if none is open. A later transaction may have opened
 * the interval after this transaction's `now()`, hence `greatest`.
 */
export const openMs = sql`coalesce(greatest(0,
      extract(epoch from case when ${isRecent} then now() else together_seen_at end - together_since) * 1000), 0)::bigint`

type Report = RoomId & { forMs: number }
/** `starts_appointment`: the appointment has not started yet. */
export type Interval = { together_since: Date; starts_appointment: boolean }

const startsAppointment = (v: RoomId) => sql`exists (
      select from appointments a
      where a.tenant_id = ${v.tenantId}
        and a.video_room_id = ${v.roomId}
        and a.status in ('SCHEDULED', 'CONFIRMED')) as starts_appointment`

/**
 * Continues the open interval. An interval of a killed server continues too, if both pages report a connection that began
 * before its last report. Returns no row if there is no interval to continue.
 */
export const continueInterval = prepared<Report, Interval>(
  (v) => sql`
    update video_rooms
    set together_seen_at = now()
    where tenant_id = ${v.tenantId}
      and id = ${v.roomId}
      and closed_at is null
      and (${isRecent} or now() - ${v.forMs} * interval '1 millisecond' <= together_seen_at)
    returning together_since, ${startsAppointment(v)}`,
)

/**
 * Opens an interval, or continues a recent one. An interval of a killed server is closed at its last report; the new one begins
 * at the time that the pages report, but not before that. Without an earlier interval it begins now, because a reported time
 * alone is not trusted.
 */
export const openInterval = prepared<Report, Interval>(
  (v) => sql`
    update video_rooms
    set
      together_ms = together_ms + case when ${isRecent} then 0 else ${openMs} end,
      together_since = case
        when ${isRecent} then together_since
        when together_seen_at is null then now()
        else greatest(together_seen_at, now() - ${v.forMs} * interval '1 millisecond')
      end,
      together_seen_at = now()
    where tenant_id = ${v.tenantId}
      and id = ${v.roomId}
      and closed_at is null
    returning together_since, ${startsAppointment(v)}`,
)

/** `together_since`: null unless they are together now. `seconds`: the duration of a completed consultation. */
export type Time = { together_since: Date | null; seconds: number | null }

/** Returns a row only to an admitted participant who is not barred. */
export const timeOf = prepared<ParticipantId, Time>(
  (v) => sql`
    select
      case when r.closed_at is null and ${isRecent} then r.together_since end as together_since,
      case when r.closed_at is not null and a.status = 'COMPLETED' then (r.together_ms / 1000)::int end as seconds
    from video_rooms r
    join appointments a on a.tenant_id = r.tenant_id and a.video_room_id = r.id
    join video_participants p on p.tenant_id = r.tenant_id and p.room_id = r.id
    where r.tenant_id = ${v.tenantId}
      and r.id = ${v.roomId}
      and p.identity = ${v.identity}
      and p.standing = 'ADMITTED'
      and not ${isBarred(v.tenantId, v.identity)}`,
)

/** Ends the interval, if one is open. */
export const closeInterval = prepared<RoomId>(
  (v) => sql`
    update video_rooms
    set together_ms = together_ms + ${openMs}, together_since = null, together_seen_at = null
    where tenant_id = ${v.tenantId}
      and id = ${v.roomId}`,
)
