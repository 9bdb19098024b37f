import { type InferResult, sql, type Updateable } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import { patientsOf } from '../../people/relationships/actions.ts'
import type { listAppointments } from './contract.ts'
import { columns } from './fields.ts'
import { statuses, UNCONFIRMED_HOURS } from './rules.ts'

/** Appointments that the caller may see, without deleted ones. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('appointments as a')
    .where('a.tenant_id', '=', caller.tenantId)
    .where('a.deleted_at', 'is', null)
    .where(visible(access.appointments.read, caller, { ...sides, desk: sql`true` }))
}

const sides = { own: 'a.patient_id', author: 'a.doctor_id' } as const

/** Whether a user is an enabled patient of the tenant. */
export const isPatient = ({ tenantId, patientId }: { tenantId: string; patientId: string }) => sql<boolean>`exists (
  select from users
  where tenant_id = ${tenantId}
    and id = ${patientId}
    and role = 'PATIENT'
    and disabled_at is null)`

export async function countUpcoming(db: Db, tenantId: string, doctorId: string): Promise<number> {
  const { number } = await db
    .selectFrom('appointments')
    .where('tenant_id', '=', tenantId)
    .where('doctor_id', '=', doctorId)
    .where('status', 'in', ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS'])
    .where('deleted_at', 'is', null)
    .where('end_time', '>', sql<Date>`app_now()`)
    .select(sql<number>`count(*)::int`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}

type Visit = { tenantId: string; patientId: string; appointmentId: string | null }

/** The doctor of a patient's appointment; null if there is none. */
export const doctorOfVisit = ({ tenantId, patientId, appointmentId }: Visit) => sql<string | null>`(
  select doctor_id
  from appointments
  where tenant_id = ${tenantId}
    and id = ${appointmentId}
    and patient_id = ${patientId}
    and deleted_at is null)`

/** Whether the appointment exists and the patient has not accepted it. */
export const isProposed = ({ tenantId, appointmentId }: Pick<Visit, 'tenantId' | 'appointmentId'>) => sql<boolean>`(
  select proposed
  from appointments
  where tenant_id = ${tenantId}
    and id = ${appointmentId}) is true`

const allColumns = Object.values(columns).map((column) => `a.${column}` as const)
const { notes: _, ...withoutNotes } = columns
const columnsWithoutNotes = Object.values(withoutNotes).map((column) => `a.${column}` as const)

/**
 * The notes, if the caller may read them. Administrators read the notes that they wrote, and notes in files that they opened.
 * Only their author and the doctor read the notes of a proposed appointment.
 */
const notesOf = (caller: Caller) =>
  sql<string | null>`case when ${visible(access.appointments.readNotes, caller, {
    own: 'a.patient_id',
    author: sql`${caller.userId} in (a.doctor_id, a.notes_by)`,
    reason: sql`a.patient_id = any(${patientsOf(caller)})`,
  })} and (not a.proposed or ${caller.userId} in (a.doctor_id, a.notes_by)) then a.notes end`.as('notes')

const joinNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.id', '=', 'a.doctor_id'))
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.patient_id'))
    .select(['d.name as doctor_name', 'p.name as patient_name'])

const notesByPatient = sql<boolean>`exists (
  select from users n
  where n.tenant_id = a.tenant_id
    and n.id = a.notes_by
    and n.role = 'PATIENT')`

const withNames = (query: ReturnType<typeof visibleTo>) =>
  joinNames(query).select([...allColumns, 'a.notes_by', 'a.moved_at', notesByPatient.as('notes_by_patient')])

/** The columns of the API's Appointment, with the names of patient and doctor. */
const shown = (query: ReturnType<typeof visibleTo>, caller: Caller) =>
  joinNames(query).select([...columnsWithoutNotes, notesOf(caller)])

export type Shown = InferResult<ReturnType<typeof shown>>[number]

export const records = { visibleTo, shown, id: 'a.id' }

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
    ofPatient: true,
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
const visibleMissed = (db: Db, caller: Caller) =>
  visibleTo(db, caller)
    .where(sql<boolean>`a.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')`) // as in the partial index
    .where('a.end_time', '<=', sql<Date>`(select app_now())`) // row-level security prevents index use without the subquery
    .where(sql<boolean>`${metByVideo} is not true`)

export const missed = pagedListing({ visibleTo: visibleMissed, shown, id: 'a.id', by: 'a.end_time' }, {})

export function find(db: Db, actor: Actor, id: string) {
  return visibleTo(db, actor).where('a.id', '=', id).select(allColumns).executeTakeFirst()
}

/** One appointment, and whether doctor and patient met by video. */
export function findWithRoom(db: Db, actor: Actor, id: string) {
  return visibleTo(db, actor)
    .where('a.id', '=', id)
    .innerJoin('video_rooms as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.id', '=', 'a.video_room_id'),
    )
    .select([...allColumns, sql<boolean>`r.together_ms > 0 or r.together_since is not null`.as('by_video')])
    .executeTakeFirst()
}

/** One appointment, locked until the transaction ends. */
export function lock(db: Db, actor: Actor, id: string) {
  return withNames(visibleTo(db, actor).where('a.id', '=', id))
    .forUpdate('a')
    .executeTakeFirst()
}

/** An unconfirmed appointment, and the time since which it is unconfirmed. */
export type Unconfirmed = { tenant_id: string; id: string; unconfirmed_since: string }

const overdueSince = sql`app_now() - ${sql.lit(`${UNCONFIRMED_HOURS} hours`)}::interval`

/** Unconfirmed appointments of all tenants past the time limit, oldest first, after the given one. */
export const unconfirmed = (limit: number, after: Unconfirmed | undefined) => sql<Unconfirmed>`
  select tenant_id, id, unconfirmed_since::text
  from unconfirmed_appointments(${overdueSince}, ${after?.unconfirmed_since ?? '-infinity'}::timestamptz,
    ${after?.tenant_id ?? ''}, ${after?.id ?? ''}, ${limit}::int)`

export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>

const unconfirmedById = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    select ${sql.join(allColumns.map((column) => sql.ref(column)))}, d.name as doctor_name, p.name as patient_name,
      a.notes_by, a.moved_at, ${notesByPatient} as notes_by_patient
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
      and a.unconfirmed_since <= ${overdueSince}
      and r.together_ms = 0
      and r.together_since is null
    for update of a`,
)

/** Locks an appointment until the transaction ends if it is still unconfirmed. */
export async function lockUnconfirmed(db: Db, tenantId: string, id: string): Promise<Locked | undefined> {
  return (await rowsOf<Locked>(db, unconfirmedById({ tenantId, id })))[0]
}

export type Changes = Updateable<Schema['appointments']>

export function update(db: Db, tenantId: string, id: string, changes: Changes, unconfirmed: boolean) {
  return db
    .updateTable('appointments')
    .set({
      ...changes,
      ...(changes.start_time || changes.end_time
        ? {
            moved_at: sql<Date>`app_now()`,
            moved_count: sql<number>`moved_count + 1`,
            calendar: null, // set by the trigger
          }
        : {}),
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
