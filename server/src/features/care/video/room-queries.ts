import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import { isGuardianOf, isPending } from '../../../db/users.ts'
import type { Admission, JoinRequest, RoomId } from '../../../providers/video/index.ts'
import { treats } from '../../people/relationships/actions.ts'

/** A participant as stored. */
export type ParticipantRow = {
  identity: string
  name: string
  role: JoinRequest['role']
  admission: Admission
  waiting_since: Date
  revision: string
}

const columns = sql`p.identity, p.name, p.role, p.standing as admission, p.waiting_since, p.revision`

/** Whether a guest's invitation is withdrawn. It also counts as withdrawn while the professional is disabled or unverified. */
export const isWithdrawn = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(
          ${column('withdrawn_at')} is not null
          or exists (
            select from appointments i
            join users d on d.tenant_id = i.tenant_id and d.id = i.doctor_id
            where i.tenant_id = ${column('tenant_id')}
              and i.id = ${column('appointment_id')}
              and (d.disabled_at is not null or ${isPending('d')})))`
}

/** Barred from all rooms: disabled users, unverified professionals, merged ids, and guests with a withdrawn invitation. */
export const isBarred = (tenantId: unknown, identity: unknown) => sql`(
          exists (
            select from users u
            where u.tenant_id = ${tenantId}
              and u.id = ${identity}
              and (u.disabled_at is not null or ${isPending('u')}))
          or exists (
            select from merged_patients m
            where m.tenant_id = ${tenantId}
              and m.id = ${identity})
          or exists (
            select from video_guests g
            where g.tenant_id = ${tenantId}
              and g.id = ${identity}
              and ${isWithdrawn('g')}))`

/**
 * Whether a participant joined as a guardian of the patient of the appointment `a`, and no longer is one.
 * @param role of the participant
 */
const isFormerGuardian = (identity: unknown, role: unknown) => sql`(
          ${role} = 'patient'
          and a.patient_id <> ${identity}
          and not ${isGuardianOf({ tenantId: sql`a.tenant_id`, guardianId: identity, dependantId: sql`a.patient_id` })})`

/** Whether a participant joined as an observer of the appointment `a`, and no longer has access to the patient's file. */
const isFormerObserver = (identity: unknown, role: unknown) => sql`(
          ${role} = 'observer'
          and not ${treats({ tenantId: sql`a.tenant_id`, professionalId: identity, patientId: sql`a.patient_id` })})`

/** Whether the right by which a participant joined the room of the appointment `a` has ended. */
const hasLostAccess = (identity: unknown, role: unknown) => sql`(
          ${isFormerGuardian(identity, role)}
          or ${isFormerObserver(identity, role)})`

/** Minutes before and after the appointment in which its room may be joined; null for no limit. */
export type JoinWindow = { beforeMin: number | null; afterMin: number | null }
export type ParticipantId = RoomId & { identity: string }

/** When the invitation `g` of the appointment `a` ends. */
export const endOfInvitation = sql<Date>`coalesce(g.expires_at, greatest(a.end_time, g.created_at) + interval '1 day')`

/**
 * Whether a participant may join the room of the appointment `a` now. A participant admitted to a consultation in progress may
 * always return, for example after reloading the page of a consultation that overruns.
 * @param role of the participant
 */
const mayJoin = (v: ParticipantId & JoinWindow, role: unknown) => sql`
        not ${isBarred(v.tenantId, v.identity)}
        and not ${hasLostAccess(v.identity, role)}
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

/** Locks a user until the transaction ends. A transaction that disables the user waits, and then finds the arrival. */
export const lockUser = prepared<{ tenantId: string; identity: string }>(
  (v) => sql`
    select from users
    where tenant_id = ${v.tenantId}
      and id = ${v.identity}
    for share`,
)

type Arrival = Omit<JoinRequest, 'issuedBy'> & JoinWindow & { issuedBy: string | null }

/**
 * Records an arrival. The practitioner is admitted; others keep their previous admission, or wait. Returns no row if the room is
 * closed or unknown, or the participant may not join.
 */
export const arrive = prepared<Arrival, ParticipantRow>(
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
        and ${mayJoin(v, sql`${v.role}::text`)}
      returning r.tenant_id, r.id, r.revision
    )
    insert into video_participants as p (tenant_id, room_id, identity, role, name, issued_by, standing, revision)
    select tenant_id, id, ${v.identity}, ${v.role}::text, ${v.name}, ${v.issuedBy}::text,
      case ${v.role}::text when 'host' then 'ADMITTED' else 'WAITING' end, revision
    from room
    on conflict (tenant_id, room_id, identity) do update
    set
      role = excluded.role,
      name = excluded.name,
      issued_by = excluded.issued_by,
      -- A participant who returns in another role, for example after a change of practitioner, starts again.
      standing = case when p.role = excluded.role then p.standing else excluded.standing end,
      -- A departure restarts the wait. A killed server records no departures, hence the limit.
      waiting_since = case
        when p.left_at is null and p.waiting_since > now() - interval '2 hours' then p.waiting_since
        else now()
      end,
      left_at = null,
      revision = excluded.revision
    returning ${columns}`,
)

/** Returns a row unless the participant is denied or may not join. */
export const mayAct = prepared<ParticipantId & JoinWindow>(
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
      and ${mayJoin(v, sql`here.role`)}`,
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

export type Decided = ParticipantRow & { before: Admission }

/** Returns no row for the practitioner, an unknown participant, an admission that `from` does not include, or a closed room. */
export const decide = prepared<ParticipantId & { to: Admission; from: readonly Admission[] }, Decided>(
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
        and not exists (
          select from appointments a
          where a.tenant_id = ${v.tenantId}
            and a.video_room_id = ${v.roomId}
            and ${hasLostAccess(v.identity, sql`role`)})
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

/** Returns a row unless the user or guest is barred. */
export const notBarred = prepared<Omit<ParticipantId, 'roomId'>>(
  (v) => sql`select where not ${isBarred(v.tenantId, v.identity)}`,
)

export type Listed = { appointment_id: string } & (ParticipantRow | { identity: null })

/** All participants of an open room. An open room without participants has one row with `identity: null`, a closed room none. */
export const participants = prepared<RoomId, Listed>(
  (v) => sql`
    select p.identity, p.name, p.role, p.waiting_since, p.revision, a.id as appointment_id,
      case
        when ${isBarred(sql`p.tenant_id`, sql`p.identity`)} or ${hasLostAccess(sql`p.identity`, sql`p.role`)} then 'DENIED'
        else p.standing
      end as admission
    from video_rooms r
    join appointments a on a.tenant_id = r.tenant_id and a.video_room_id = r.id
    left join video_participants p on p.tenant_id = r.tenant_id and p.room_id = r.id
    where r.tenant_id = ${v.tenantId}
      and r.id = ${v.roomId}
      and r.closed_at is null
    order by p.revision`,
)

/** Gives a participant a new revision in all their open rooms, so that the poll of each room notices that they are barred. */
export const bumpRevisions = prepared<{ tenantId: string; identity: string }>(
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

/** Open rooms that contain a participant. */
export const roomsWith = prepared<{ tenantId: string; identity: string }, { room_id: string }>(
  (v) => sql`
    select p.room_id
    from video_participants p
    join video_rooms r on r.tenant_id = p.tenant_id and r.id = p.room_id
    where p.tenant_id = ${v.tenantId}
      and p.identity = ${v.identity}
      and p.left_at is null
      and r.closed_at is null`,
)

/** Open rooms of one patient's appointments that contain a participant who is not the practitioner. */
export const roomsOfPatient = prepared<{ tenantId: string; identity: string; patientId: string }, { room_id: string }>(
  (v) => sql`
    select p.room_id
    from video_participants p
    join video_rooms r on r.tenant_id = p.tenant_id and r.id = p.room_id
    join appointments a on a.tenant_id = r.tenant_id and a.video_room_id = r.id
    where p.tenant_id = ${v.tenantId}
      and p.identity = ${v.identity}
      and p.left_at is null
      and r.closed_at is null
      and p.role <> 'host'
      and a.patient_id = ${v.patientId}`,
)
