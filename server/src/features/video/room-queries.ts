import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { JoinRequest, RoomId, Standing } from '../../providers/video/index.ts'

/** A participant as the database has them. */
export type Row = {
  identity: string
  name: string
  role: JoinRequest['role']
  standing: Standing
  waiting_since: Date
  revision: string
}

const columns = sql`p.identity, p.name, p.role, p.standing, p.waiting_since, p.revision`

/** Who may act in no room: a user who is disabled, a guest whose invitation was withdrawn. */
const isBarred = (tenantId: unknown, identity: unknown) => sql`(
          exists (
            select from users u
            where u.tenant_id = ${tenantId}
              and u.id = ${identity}
              and u.disabled_at is not null)
          or exists (
            select from video_guests g
            where g.tenant_id = ${tenantId}
              and g.id = ${identity}
              and g.withdrawn_at is not null))`

/** Minutes around the appointment `a` in which its room may be joined; null for no such limit. */
export type Window = { beforeMin: number | null; afterMin: number | null }
type Somebody = RoomId & { identity: string }

/** When the invitation `g` of the appointment `a` ends. */
export const endOfInvitation = sql<Date>`coalesce(g.expires_at, greatest(a.end_time, g.created_at) + interval '1 day')`

/**
 * Whether somebody may come to the room of the appointment `a` now. Once a consultation is in progress, neither its own end
 * nor that of an invitation keeps out who was admitted to it: it may overrun, and pages are reloaded.
 */
const mayCome = (v: Somebody & Window) => sql`
        not ${isBarred(v.tenantId, v.identity)}
        and (
          (
            (${v.beforeMin}::int is null or app_now() >= a.start_time - ${v.beforeMin}::int * interval '1 minute')
            and (${v.afterMin}::int is null or app_now() <= a.end_time + ${v.afterMin}::int * interval '1 minute')
            and not exists (
              select from video_guests g
              where g.tenant_id = a.tenant_id
                and g.id = ${v.identity}
                and ${endOfInvitation} <= app_now()))
          or (
            a.status = 'IN_PROGRESS'
            and exists (
              select from video_participants p
              where p.tenant_id = a.tenant_id
                and p.room_id = a.video_room_id
                and p.identity = ${v.identity}
                and p.standing = 'ADMITTED')))`

/** Keeps a user as they are until the transaction ends: whoever disables them waits, and then sees that they have come. */
export const holdUser = prepared<{ tenantId: string; identity: string }>(
  (v) => sql`
    select from users
    where tenant_id = ${v.tenantId}
      and id = ${v.identity}
    for share`,
)

/**
 * Somebody at the door: the practitioner is let in, anybody else stands where they stood before, or waits. No row where
 * the room is closed or unknown, or they may not come.
 */
export const arrive = prepared<JoinRequest & Window, Row>(
  (v) => sql`
    with room as (
      update video_rooms r
      set revision = r.revision + 1
      from appointments a
      where r.tenant_id = ${v.tenantId}
        and r.id = ${v.roomId}
        and r.closed_at is null
        and a.tenant_id = r.tenant_id
        and a.video_room_id = r.id
        and ${mayCome(v)}
      returning r.tenant_id, r.id, r.revision
    )
    insert into video_participants as p (tenant_id, room_id, identity, role, name, standing, revision)
    select tenant_id, id, ${v.identity}, ${v.role}::text, ${v.name},
      case ${v.role}::text when 'host' then 'ADMITTED' else 'WAITING' end, revision
    from room
    on conflict (tenant_id, room_id, identity) do update
    set
      role = excluded.role,
      name = excluded.name,
      -- Whoever comes in another role than before, as after a change of practitioner, is somebody new.
      standing = case when p.role = excluded.role then p.standing else excluded.standing end,
      -- Who left, and comes again, waits anew. Of some nobody has heard that they left: their server was killed.
      waiting_since = case
        when p.left_at is null and p.waiting_since > now() - interval '2 hours' then p.waiting_since
        else now()
      end,
      left_at = null,
      revision = excluded.revision
    returning ${columns}`,
)

/** A row if they may. Who is kept out may not. */
export const mayAct = prepared<Somebody & Window>(
  (v) => sql`
    select
    from video_rooms r
    join appointments a on a.tenant_id = r.tenant_id and a.video_room_id = r.id
    join video_participants here on here.tenant_id = r.tenant_id and here.room_id = r.id
    where r.tenant_id = ${v.tenantId}
      and r.id = ${v.roomId}
      and r.closed_at is null
      and here.identity = ${v.identity}
      and here.standing <> 'DENIED'
      and ${mayCome(v)}`,
)

export type Closed = { closed: boolean }

export const isClosed = prepared<RoomId, Closed>(
  (v) => sql`
    select closed_at is not null as closed
    from video_rooms
    where tenant_id = ${v.tenantId}
      and id = ${v.roomId}`,
)

export const depart = prepared<RoomId & { identity: string }>(
  (v) => sql`
    update video_participants
    set left_at = now()
    where tenant_id = ${v.tenantId}
      and room_id = ${v.roomId}
      and identity = ${v.identity}
      and left_at is null
    returning identity`,
)

export type Decided = Row & { before: Standing }

/**
 * No row for the practitioner, for somebody who was never at the door or of whom it may not be said (`from`), and where the
 * room is closed.
 */
export const decide = prepared<Somebody & { to: Standing; from: readonly Standing[] }, Decided>(
  (v) => sql`
    with earlier as (
      select standing
      from video_participants
      where tenant_id = ${v.tenantId}
        and room_id = ${v.roomId}
        and identity = ${v.identity}
        and role <> 'host'
        and standing = any(${v.from}::text[])
        and not ${isBarred(v.tenantId, v.identity)}
    ), room as (
      update video_rooms
      set revision = revision + 1
      from earlier
      where tenant_id = ${v.tenantId}
        and id = ${v.roomId}
        and closed_at is null
      returning revision
    )
    update video_participants p
    set
      standing = ${v.to},
      waiting_since = case when p.standing = 'WAITING' then p.waiting_since else now() end,
      revision = room.revision
    from room, earlier
    where p.tenant_id = ${v.tenantId}
      and p.room_id = ${v.roomId}
      and p.identity = ${v.identity}
    returning ${columns}, earlier.standing as before`,
)

/** A row unless they are barred. */
export const unbarred = prepared<Omit<Somebody, 'roomId'>>(
  (v) => sql`select where not ${isBarred(v.tenantId, v.identity)}`,
)

export type Listed = { appointment_id: string } & (Row | { identity: null })

/** Everybody of an open room; one row without anybody where nobody has come yet, none where it is closed. */
export const participants = prepared<RoomId, Listed>(
  (v) => sql`
    select p.identity, p.name, p.role, p.waiting_since, p.revision, a.id as appointment_id,
      case when ${isBarred(sql`p.tenant_id`, sql`p.identity`)} then 'DENIED' else p.standing end as standing
    from video_rooms r
    join appointments a on a.tenant_id = r.tenant_id and a.video_room_id = r.id
    left join video_participants p on p.tenant_id = r.tenant_id and p.room_id = r.id
    where r.tenant_id = ${v.tenantId}
      and r.id = ${v.roomId}
      and r.closed_at is null
    order by p.revision`,
)

/**
 * Numbers somebody anew in all open rooms that they have come to, with the change that says that they may be in none any
 * more: to whoever asks, it is later than all that is known.
 */
export const renumber = prepared<{ tenantId: string; identity: string }>(
  (v) => sql`
    with rooms as (
      update video_rooms r
      set revision = r.revision + 1
      from video_participants p
      where p.tenant_id = ${v.tenantId}
        and p.identity = ${v.identity}
        and r.tenant_id = p.tenant_id
        and r.id = p.room_id
        and r.closed_at is null
      returning r.tenant_id, r.id, r.revision
    )
    update video_participants p
    set revision = rooms.revision
    from rooms
    where p.tenant_id = rooms.tenant_id
      and p.room_id = rooms.id
      and p.identity = ${v.identity}`,
)

/** Rooms that somebody is in, or at the door of. */
export const roomsOf = prepared<{ tenantId: string; identity: string }, { room_id: string }>(
  (v) => sql`
    select p.room_id
    from video_participants p
    join video_rooms r on r.tenant_id = p.tenant_id and r.id = p.room_id
    where p.tenant_id = ${v.tenantId}
      and p.identity = ${v.identity}
      and p.left_at is null
      and r.closed_at is null`,
)

// Said again every 5 s; after three silences the server that said it is gone, and with it the meeting.
const goesOn = sql`together_seen_at > now() - interval '15 seconds'`

/**
 * Milliseconds of the interval that is open, up to now or to when it was last seen; 0 when none is. Another transaction that
 * began later may have opened it already, so that it begins after this one's `now()`.
 */
export const openMs = sql`coalesce(greatest(0,
      extract(epoch from case when ${goesOn} then now() else together_seen_at end - together_since) * 1000), 0)::bigint`

type Together = RoomId & { forMs: number }
/** `is_to_come`: the appointment has not begun by it yet. */
export type Going = { together_since: Date; is_to_come: boolean }

const isToCome = (v: RoomId) => sql`exists (
      select from appointments a
      where a.tenant_id = ${v.tenantId}
        and a.video_room_id = ${v.roomId}
        and a.status in ('SCHEDULED', 'CONFIRMED')) as is_to_come`

/**
 * The interval in which they are together goes on. One that a killed server left behind does too, where both say that they
 * have been connected since before it was last seen. No row where there is none to go on with. Real time: it measures
 * people, not the test clock.
 */
export const goOn = prepared<Together, Going>(
  (v) => sql`
    update video_rooms
    set together_seen_at = now()
    where tenant_id = ${v.tenantId}
      and id = ${v.roomId}
      and closed_at is null
      and (${goesOn} or now() - ${v.forMs} * interval '1 millisecond' <= together_seen_at)
    returning together_since, ${isToCome(v)}`,
)

/**
 * Opens an interval, unless one goes on. One that was left behind is closed at the moment it was last seen; the new one
 * begins when both say, but not before that. With none behind it, it begins now, whatever they say.
 */
export const begin = prepared<Together, Going>(
  (v) => sql`
    update video_rooms
    set
      together_ms = together_ms + case when ${goesOn} then 0 else ${openMs} end,
      together_since = case
        when ${goesOn} then together_since
        when together_seen_at is null then now()
        else greatest(together_seen_at, now() - ${v.forMs} * interval '1 millisecond')
      end,
      together_seen_at = now()
    where tenant_id = ${v.tenantId}
      and id = ${v.roomId}
      and closed_at is null
    returning together_since, ${isToCome(v)}`,
)

/** `together_since`: while they are together. `seconds`: of the completed consultation. */
export type Time = { together_since: Date | null; seconds: number | null }

/** A row for who is admitted. */
export const timeOf = prepared<Somebody, Time>(
  (v) => sql`
    select
      case when r.closed_at is null and ${goesOn} then r.together_since end as together_since,
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
export const apart = prepared<RoomId>(
  (v) => sql`
    update video_rooms
    set together_ms = together_ms + ${openMs}, together_since = null, together_seen_at = null
    where tenant_id = ${v.tenantId}
      and id = ${v.roomId}`,
)
