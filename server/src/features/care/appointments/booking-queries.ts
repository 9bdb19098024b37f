import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import {
  insertNewlyBooked,
  insertNewlyBookedByStaff,
  openingOf,
  treatsRegularly,
} from '../../people/relationships/actions.ts'
import { booking } from './contract.ts'
import { columns } from './fields.ts'
import { type Limits, type Open, type Parties, PROPOSED_HOURS, type ProposalLimits, type Proposals } from './rules.ts'

export type Slot = { tenantId: string; doctorId: string; startTime: Date; endTime: Date }

/**
 * Serializes the bookings of a professional in all organisations: with the constraint alone, concurrent bookings would
 * deadlock for seconds.
 */
export const lockCalendar = prepared<{ tenantId: string; doctorId: string }>(
  (v) => sql`
    select pg_advisory_xact_lock(calendar_of(tenant_id, id, login_id))
    from users
    where tenant_id = ${v.tenantId}
      and id = ${v.doctorId}`,
)

/**
 * An appointment of the organisation that overlaps a doctor's slot. Written as comparisons, because range operators cannot use an index
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

/** The first time from a moment at which a doctor of the organisation is free for some minutes. */
const freeTime = prepared<{ tenantId: string; doctorId: string; from: Date; minutes: number }, { at: Date }>(
  (v) => sql`
    with busy as materialized (
      select start_time, end_time
      from appointments
      where tenant_id = ${v.tenantId}
        and doctor_id = ${v.doctorId}
        and start_time > ${v.from}::timestamptz - interval '8 hours'
        and end_time > ${v.from}
        and status not in ('COMPLETED', 'CANCELLED', 'NO_SHOW')
        and deleted_at is null
    )
    select ended.at
    from (
      select end_time as at,
        lead(start_time) over (order by start_time) as next
      from busy
      union all
      select ${v.from}::timestamptz, (select min(start_time) from busy)
    ) ended
    where ended.next is null
      or ended.next >= ended.at + make_interval(mins => ${v.minutes}::int)
    order by ended.at
    limit 1`,
)

/** The same, holding the calendar until the transaction ends. */
export async function findFreeTime(db: Db, slot: { tenantId: string; doctorId: string; from: Date; minutes: number }) {
  defer(db, lockCalendar(slot))
  const [found] = await rowsOf<{ at: Date }>(db, freeTime(slot))
  return found!.at // the end of the last appointment at the latest
}

const takenElsewhere = prepared<Slot>(
  (v) => sql`select calendar_is_taken(${v.tenantId}, ${v.doctorId}, ${v.startTime}, ${v.endTime}) as taken`,
)

/** Whether the professional has an appointment at that time, in any organisation. */
export const isTakenElsewhere = async (db: Db, slot: Slot): Promise<boolean> =>
  (await rowsOf<{ taken: boolean }>(db, takenElsewhere(slot)))[0]!.taken

type PatientSlot = Slot & { patientId: string; callerId: string; exceptId: string }

/**
 * The open bookings of a patient: whether one overlaps the slot, how many there are, and how many with the doctor; or half of
 * those of the caller with what they booked as a guardian, if these are more. The slot is in the future, so it overlaps none that
 * started over 8 hours ago.
 */
const ownOf = (v: PatientSlot) => {
  const { patientId, callerId, doctorId, startTime, endTime } = v
  const ofPatient = sql`patient_id = ${patientId}`
  const ofCaller = sql`(patient_id = ${callerId} or booked_by = ${callerId})`
  const withDoctor = sql`doctor_id = ${doctorId}`
  return sql`
  select
    min(id) filter (where ${ofPatient} and start_time < ${endTime} and end_time > ${startTime}) as own_overlap_id,
    greatest(count(*) filter (where ${ofPatient}), count(*) filter (where ${ofCaller}) / 2)::int as open,
    greatest(
      count(*) filter (where ${ofPatient} and ${withDoctor}),
      count(*) filter (where ${ofCaller} and ${withDoctor}) / 2)::int as with_doctor
  from (
    ${openWhere(v, sql`patient_id in (${patientId}, ${callerId})`)}
    union all
    ${openWhere(v, sql`booked_by = ${callerId} and patient_id not in (${patientId}, ${callerId})`)}
  ) counted`
}

/** Two look-ups, each by an index. */
const openWhere = (
  { tenantId, exceptId }: Pick<PatientSlot, 'tenantId' | 'exceptId'>,
  condition: RawBuilder<unknown>,
) => sql`
  select id, patient_id, doctor_id, booked_by, start_time, end_time
  from appointments
  where tenant_id = ${tenantId}
    and ${condition}
    and start_time > (select app_now()) - interval '8 hours'
    and end_time > (select app_now())
    and status not in ('COMPLETED', 'CANCELLED', 'NO_SHOW')
    and deleted_at is null
    and id <> ${exceptId}`

/** A disabled or unverified professional is not booked, and their calendar is not used by moves either. */
const bookable = ({ tenantId, doctorId }: Slot) => sql<boolean>`exists (
  select from users
  where tenant_id = ${tenantId}
    and id = ${doctorId}
    and verified_at is not null
    and disabled_at is null)`

type Overlap = { overlap_id: string | null; bookable: boolean }

type Own = Open & { own_overlap_id: string | null }

const patientSlot = prepared<PatientSlot>(
  (v) => sql`
    with taken as (${overlapping(v)}),
    own as (${ownOf(v)})
    select (select id from taken) as overlap_id, ${bookable(v)} as bookable, own_overlap_id, open, with_doctor from own`,
)

/** Why a slot that a patient chooses cannot be booked. */
export async function findPatientOverlap(db: Db, slot: PatientSlot): Promise<Own & Overlap> {
  return (await rowsOf<Own & Overlap>(db, patientSlot(slot)))[0]!
}

const overlap = prepared<Slot & { exceptId: string }>(
  (v) => sql`
    with taken as (${overlapping(v)})
    select (select id from taken) as overlap_id, ${bookable(v)} as bookable`,
)

/** Why a slot cannot be booked. */
export async function findOverlap(db: Db, slot: Slot & { exceptId: string }): Promise<Overlap> {
  return (await rowsOf<Overlap>(db, overlap(slot)))[0]!
}

/**
 * The names of doctor and patient, if they are a verified practitioner and a patient of the tenant, and the doctor's
 * calendar.
 */
const parties = ({ tenantId, doctorId, patientId }: Parties & { tenantId: string }) => sql`
  select
    max(name) filter (where id = ${doctorId} and role in ('DOCTOR', 'DENTIST') and verified_at is not null) as doctor_name,
    max(name) filter (where id = ${patientId} and role = 'PATIENT') as patient_name,
    calendar_of(${tenantId}, ${doctorId}, max(login_id) filter (where id = ${doctorId})) as calendar
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

type NewAppointment = z.output<typeof booking> & {
  tenantId: string
  id: string
  videoRoomId: string
  notesBy: string
  /** The guardian who books. */
  bookedBy: string | null
  callerId: string
}

/** The fields that booking stores. */
const inserted = ['id', 'videoRoomId', ...booking.keyof().options] as const

type Insert = NewAppointment & { exceptId: string }

/** What allows a booking besides the slot. */
type Guard = {
  /** A query for one row. */
  facts: RawBuilder<unknown>
  /** Its columns that are returned. */
  returned: readonly string[]
  allowed?: RawBuilder<unknown>
  proposed?: RawBuilder<unknown>
  /** The relationship that the booking begins. */
  relationship?: RawBuilder<unknown>
}

/** The conditions are found once, in one row, from which all inserts read. */
const inserting = (v: Insert, guard: Guard) => sql`
    with found as (
      select party.*, facts.*, (${overlapping(v)}) as overlap_id
      from (${parties(v)}) party, (${guard.facts}) facts
    ),
    booked as (
      insert into appointments (tenant_id, calendar, proposed, notes_by, booked_by, ${sql.join(inserted.map((field) => sql.ref(columns[field])))})
      select ${v.tenantId}, calendar, ${guard.proposed ?? sql`false`}, ${v.notesBy}, ${v.bookedBy}, ${sql.join(inserted.map((field) => v[field]))}
      from found
      where doctor_name is not null and patient_name is not null and overlap_id is null and ${guard.allowed ?? sql`true`}
      returning tenant_id, video_room_id
    ),
    room as (
      insert into video_rooms (tenant_id, id)
      select tenant_id, video_room_id from booked
    )${guard.relationship ? sql`, relationship as (${guard.relationship})` : sql``}
    select doctor_name, patient_name, overlap_id, ${sql.join(guard.returned.map((column) => sql.ref(column)))} from found`

const insert = prepared<Insert>((v) => {
  const { tenantId, doctorId: professionalId, patientId, startTime, endTime } = v
  const visit = { tenantId, professionalId, patientId, startTime, endTime }
  return inserting(v, {
    facts: openingOf(visit),
    returned: ['may_open', 'is_covered'],
    relationship: insertNewlyBookedByStaff({ ...visit, appointmentId: v.id }, sql`booked, found where may_open`),
  })
})

const insertLimited = prepared<Insert & Limits & { months: number }>((v) => {
  const { tenantId, doctorId: professionalId, patientId, startTime, months } = v
  const visit = { tenantId, professionalId, patientId, startTime, months, appointmentId: v.id }
  return inserting(v, {
    facts: ownOf(v),
    returned: ['own_overlap_id', 'open', 'with_doctor'],
    relationship: insertNewlyBooked(visit, sql`booked`),
    allowed: sql`own_overlap_id is null
        and (${v.maxOpen}::int is null or open < ${v.maxOpen}::int)
        and (${v.maxWithDoctor}::int is null or with_doctor < ${v.maxWithDoctor}::int)`,
  })
})

/** Proposals to patients who have meanwhile become the professional's do not count. */
const proposalsOf = ({ tenantId, doctorId, patientId }: Insert) => sql`
  select
    ${treatsRegularly({ tenantId, professionalId: doctorId, patientId })} as treated,
    count(*)::int as proposed,
    (count(*) filter (where p.patient_id = ${patientId}))::int as with_patient
  from appointments p
  where p.tenant_id = ${tenantId}
    and p.doctor_id = ${doctorId}
    and p.proposed
    and (
      p.created_at > (select app_now()) - ${sql.lit(`${PROPOSED_HOURS} hours`)}::interval
      or (p.end_time > (select app_now()) and p.status in ('SCHEDULED', 'CONFIRMED') and p.deleted_at is null)
    )
    and not ${treatsRegularly({ tenantId, professionalId: doctorId, patientId: sql.ref('p.patient_id') })}`

const insertOwn = prepared<Insert & ProposalLimits>((v) =>
  inserting(v, {
    facts: proposalsOf(v),
    returned: ['treated', 'proposed', 'with_patient'],
    allowed: sql`(
        treated
        or (
          ${v.startTime}::timestamptz > app_now()
          and (${v.maxProposed}::int is null or proposed < ${v.maxProposed}::int)
          and (${v.maxWithPatient}::int is null or with_patient < ${v.maxWithPatient}::int)))`,
    proposed: sql`not treated`,
  }),
)

/** Books a slot of the professional who asks for it, as a proposal if they do not treat the patient. */
export async function insertOwnUnlessTaken(db: Db, a: NewAppointment, limits: ProposalLimits) {
  type Row = Found & Proposals & { overlap_id: string | null }
  return (await rowsOf<Row>(db, insertOwn({ ...a, exceptId: a.id, ...limits })))[0]!
}

/** Of the staff: whether the booking may open the file for the visit, and whether it was open for the whole time before. */
type Opening = { may_open: boolean; is_covered: boolean }

type Inserted = Found & (Own | Opening) & { overlap_id: string | null }

/**
 * Books the slot, or returns which of doctor and patient is unknown, which appointment overlaps, or how many bookings the
 * patient has.
 * @param limits for a patient who books
 */
export async function insertUnlessTaken(
  db: Db,
  a: NewAppointment,
  limits: (Limits & { months: number }) | undefined,
): Promise<Inserted> {
  const row = { ...a, exceptId: a.id }
  return (await rowsOf<Inserted>(db, limits ? insertLimited({ ...row, ...limits }) : insert(row)))[0]!
}
