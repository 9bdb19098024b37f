import { type InferResult, type RawBuilder, sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import { booking, type listAppointments } from './contract.ts'
import { columns } from './fields.ts'
import { type Limits, type Open, type Parties, statuses, UNCONFIRMED_HOURS } from './rules.ts'

/** Appointments that the caller may see, without deleted ones. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('appointments as a')
    .where('a.tenant_id', '=', caller.tenantId)
    .where('a.deleted_at', 'is', null)
    .where(visible(access.appointments.read, caller, { own: 'a.patient_id', author: 'a.doctor_id' }))
}

/** Whether a user is an enabled patient of the tenant. */
export const isPatient = ({ tenantId, patientId }: { tenantId: string; patientId: string }) => sql<boolean>`exists (
  select from users
  where tenant_id = ${tenantId}
    and id = ${patientId}
    and role = 'PATIENT'
    and disabled_at is null)`

type Visit = { tenantId: string; patientId: string; appointmentId: string | null }

/** The doctor of a patient's appointment; null if there is none. */
export const doctorOfVisit = ({ tenantId, patientId, appointmentId }: Visit) => sql<string | null>`(
  select doctor_id
  from appointments
  where tenant_id = ${tenantId}
    and id = ${appointmentId}
    and patient_id = ${patientId}
    and deleted_at is null)`

const selected = Object.values(columns).map((column) => `a.${column}` as const)

/** Appointments as the API shows them, with the names of patient and doctor. */
const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.id', '=', 'a.doctor_id'))
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.patient_id'))
    .select([...selected, 'd.name as doctor_name', 'p.name as patient_name'])

export type Shown = InferResult<ReturnType<typeof withNames>>[number]

const records = { visibleTo, shown: withNames, id: 'a.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listAppointments>> = {
  status: ({ status }) => sql`a.status = any(${status})`,
  doctorId: ({ doctorId }) => sql`a.doctor_id = ${doctorId}`,
  patientId: ({ patientId }) => sql`a.patient_id = ${patientId}`,
  ...timeRange('a.start_time'),
}

/** Newest first; with a time range, by start time, latest first. No index has both orders. */
export const listing = pagedListing(
  {
    ...records,
    by: (_, hasFilter) => (hasFilter('from') || hasFilter('to') ? 'a.start_time' : undefined),
    parts: (role, hasFilter) => {
      const all = [{ from: visibleTo }]
      const ofPatient = hasRelation(access.appointments.read, role, 'own') || hasFilter('patientId')
      const ofDoctor = hasRelation(access.appointments.read, role, 'author') || hasFilter('doctorId')
      const inRange = hasFilter('from') || hasFilter('to')
      // A patient has few appointments, a doctor few in a time range: their status is filtered without an index.
      return ofPatient || (ofDoctor && inRange) ? all : splitByColumn(all, 'a.status', statuses, 'status')
    },
  },
  conditions,
)

/** Whether doctor and patient of `a` ever met in their room. A lookup by key, because a join would read every room. */
const metByVideo = sql<boolean>`(
  select r.together_ms > 0 or r.together_since is not null
  from video_rooms r
  where r.tenant_id = a.tenant_id
    and r.id = a.video_room_id
  limit 1)`

/** Past appointments without an outcome whose participants did not meet by video. */
const missedOf = (db: Db, caller: Caller) =>
  visibleTo(db, caller)
    .where(sql<boolean>`a.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')`) // as in the partial index
    .where('a.end_time', '<=', sql<Date>`(select app_now())`) // row-level security prevents index use without the subquery
    .where(sql<boolean>`${metByVideo} is not true`)

export const missed = pagedListing({ visibleTo: missedOf, shown: withNames, id: 'a.id', by: 'a.end_time' }, {})

export function find(db: Db, actor: Actor, id: string) {
  return visibleTo(db, actor).where('a.id', '=', id).select(selected).executeTakeFirst()
}

/** One appointment, and whether doctor and patient met by video. */
export function findWithRoom(db: Db, actor: Actor, id: string) {
  return visibleTo(db, actor)
    .where('a.id', '=', id)
    .innerJoin('video_rooms as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.id', '=', 'a.video_room_id'),
    )
    .select([...selected, sql<boolean>`r.together_ms > 0 or r.together_since is not null`.as('by_video')])
    .executeTakeFirst()
}

/** One appointment, locked until the transaction ends. */
export function lock(db: Db, actor: Actor, id: string) {
  return withNames(visibleTo(db, actor).where('a.id', '=', id))
    .forUpdate('a')
    .executeTakeFirst()
}

/** An unconfirmed appointment, and since when it is. */
export type Unconfirmed = { tenant_id: string; id: string; unconfirmed_since: string }

const confirmableUntil = sql`app_now() - ${sql.lit(`${UNCONFIRMED_HOURS} hours`)}::interval`

/** Unconfirmed appointments of all tenants past the time limit, oldest first, after the given one. */
export const unconfirmed = (limit: number, after: Unconfirmed | undefined) => sql<Unconfirmed>`
  select tenant_id, id, unconfirmed_since::text
  from unconfirmed_appointments(${confirmableUntil}, ${after?.unconfirmed_since ?? '-infinity'}::timestamptz,
    ${after?.tenant_id ?? ''}, ${after?.id ?? ''}, ${limit}::int)`

type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>

const stillUnconfirmed = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    select ${sql.join(selected.map((column) => sql.ref(column)))}, d.name as doctor_name, p.name as patient_name
    from appointments a
    cross join lateral (
      select name
      from users
      where tenant_id = a.tenant_id
        and id = a.doctor_id
      limit 1
    ) d
    cross join lateral (
      select name
      from users
      where tenant_id = a.tenant_id
        and id = a.patient_id
      limit 1
    ) p
    cross join lateral (
      select together_ms, together_since
      from video_rooms
      where tenant_id = a.tenant_id
        and id = a.video_room_id
      limit 1 -- forces a lookup by key
    ) r
    where a.tenant_id = ${v.tenantId}
      and a.id = ${v.id}
      and a.status = 'SCHEDULED'
      and a.deleted_at is null
      and a.unconfirmed_since <= ${confirmableUntil}
      and r.together_ms = 0
      and r.together_since is null
    for update of a`,
)

/** Locks an appointment until the transaction ends if it is still unconfirmed. */
export async function lockUnconfirmed(db: Db, tenantId: string, id: string): Promise<Locked | undefined> {
  return (await rowsOf<Locked>(db, stillUnconfirmed({ tenantId, id })))[0]
}

export type Slot = { tenantId: string; doctorId: string; startTime: Date; endTime: Date }

/**
 * An appointment that overlaps a doctor's slot. Written as comparisons, because range operators cannot use an index
 * under row-level security; no appointment lasts longer than 8 hours. The condition excludes the statuses that do not
 * block: listing the others would make the planner scan the whole index of the constraint.
 */
const overlapping = ({ tenantId, doctorId, startTime, endTime, exceptId }: Slot & { exceptId: string }) => sql`
  select id
  from appointments
  where tenant_id = ${tenantId}
    and doctor_id = ${doctorId}
    and start_time > ${startTime}::timestamptz - interval '8 hours'
    and start_time < ${endTime}
    and end_time > ${startTime}
    and status not in ('COMPLETED', 'CANCELLED', 'NO_SHOW')
    and deleted_at is null
    and id <> ${exceptId}
  order by start_time
  limit 1`

type PatientSlot = Slot & { patientId: string; exceptId: string }

/**
 * The open bookings of a patient: whether one overlaps the slot, how many there are, and how many with the doctor. The slot
 * is in the future, so it overlaps none that started over 8 hours ago.
 */
const ownOf = ({ tenantId, doctorId, patientId, startTime, endTime, exceptId }: PatientSlot) => sql`
  select
    min(id) filter (where start_time < ${endTime} and end_time > ${startTime}) as own_overlap_id,
    count(*)::int as open,
    (count(*) filter (where doctor_id = ${doctorId}))::int as with_doctor
  from appointments
  where tenant_id = ${tenantId}
    and patient_id = ${patientId}
    and start_time > (select app_now()) - interval '8 hours'
    and end_time > (select app_now())
    and status not in ('COMPLETED', 'CANCELLED', 'NO_SHOW')
    and deleted_at is null
    and id <> ${exceptId}`

type Own = Open & { own_overlap_id: string | null }

const patientSlot = prepared<PatientSlot>(
  (v) => sql`
    with taken as (${overlapping(v)}),
    own as (${ownOf(v)})
    select (select id from taken) as overlap_id, own_overlap_id, open, with_doctor from own`,
)

/** What stands against a slot that a patient chooses. */
export async function findPatientOverlap(db: Db, slot: PatientSlot): Promise<Own & { overlap_id: string | null }> {
  return (await rowsOf<Own & { overlap_id: string | null }>(db, patientSlot(slot)))[0]!
}

const overlap = prepared(overlapping)

export async function findOverlap(db: Db, slot: Slot, exceptId: string): Promise<string | undefined> {
  return (await rowsOf<{ id: string }>(db, overlap({ ...slot, exceptId })))[0]?.id
}

/** The names of doctor and patient, if they are a verified practitioner and a patient of the tenant. */
const parties = ({ tenantId, doctorId, patientId }: Parties & { tenantId: string }) => sql`
  select
    max(name) filter (where id = ${doctorId} and role in ('DOCTOR', 'DENTIST') and verified_at is not null) as doctor_name,
    max(name) filter (where id = ${patientId} and role = 'PATIENT') as patient_name
  from users
  where tenant_id = ${tenantId}
    and id in (${doctorId}, ${patientId})
    and disabled_at is null`

/** Null if there is no such user. */
export type Found = { doctor_name: string | null; patient_name: string | null }

const foundParties = prepared(parties)

export async function findParties(db: Db, named: Parties & { tenantId: string }): Promise<Found> {
  return (await rowsOf<Found>(db, foundParties(named)))[0]!
}

type NewAppointment = z.output<typeof booking> & { tenantId: string; id: string; videoRoomId: string }

/** The fields that booking stores. */
const inserted = ['id', 'videoRoomId', ...booking.keyof().options] as const

type Insert = NewAppointment & { exceptId: string }

/** @param own the patient's open bookings, and the condition that they allow another one */
const inserting = (v: Insert, own: { bookings: RawBuilder<unknown>; allowed: RawBuilder<unknown> }) => sql`
    with party as (${parties(v)}),
    taken as (${overlapping(v)}),
    own as (${own.bookings}),
    booked as (
      insert into appointments (tenant_id, ${sql.join(inserted.map((field) => sql.ref(columns[field])))})
      select ${v.tenantId}, ${sql.join(inserted.map((field) => v[field]))}
      from party, own
      where doctor_name is not null and patient_name is not null and not exists (select from taken) and ${own.allowed}
      returning tenant_id, video_room_id
    ),
    room as (
      insert into video_rooms (tenant_id, id)
      select tenant_id, video_room_id from booked
    )
    select doctor_name, patient_name, (select id from taken) as overlap_id, own.* from party, own`

const insert = prepared<Insert>((v) =>
  inserting(v, { bookings: sql`select null::text as own_overlap_id, 0 as open, 0 as with_doctor`, allowed: sql`true` }),
)

const insertLimited = prepared<Insert & Limits>((v) =>
  inserting(v, {
    bookings: ownOf(v),
    allowed: sql`own_overlap_id is null
        and (${v.maxOpen}::int is null or open < ${v.maxOpen}::int)
        and (${v.maxWithDoctor}::int is null or with_doctor < ${v.maxWithDoctor}::int)`,
  }),
)

type Inserted = Found & Own & { overlap_id: string | null }

/**
 * Books the slot, or returns which of doctor and patient is unknown, which appointment overlaps, or how many bookings the
 * patient has.
 * @param limits for a patient who books
 */
export async function insertUnlessTaken(db: Db, a: NewAppointment, limits: Limits | undefined): Promise<Inserted> {
  const row = { ...a, exceptId: a.id }
  return (await rowsOf<Inserted>(db, limits ? insertLimited({ ...row, ...limits }) : insert(row)))[0]!
}

export type Changes = Updateable<Schema['appointments']>

export function update(db: Db, tenantId: string, id: string, changes: Changes, unconfirmed: boolean) {
  return db
    .updateTable('appointments')
    .set({
      ...changes,
      ...(changes.start_time ? { moved_at: sql<Date>`app_now()` } : {}),
      ...(unconfirmed ? { unconfirmed_since: sql<Date>`app_now()` } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}

export function markDeleted(db: Db, tenantId: string, id: string) {
  return db
    .updateTable('appointments')
    .set({ deleted_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}
