import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type CalendarSpan, lockCalendar, overlappingAppointment } from '../../../db/calendars.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import {
  insertNewlyBooked,
  insertNewlyBookedByStaff,
  openingOf,
  treatsRegularly,
} from '../../people/relationships/actions.ts'
import { heldTimes, overlappingHold } from '../../scheduling/holds/actions.ts'
import { missedVisitsOf } from '../../scheduling/policy/actions.ts'
import type { SlotFields } from './booking-slots.ts'
import { bookedFields } from './contract.ts'
import { columns } from './fields.ts'
import { openBookingsOf, type PatientSlot } from './open-booking-queries.ts'
import {
  type Limits,
  type MissedVisits,
  type OpenBookings,
  type Parties,
  PROPOSED_HOURS,
  type ProposalLimits,
  type Proposals,
} from './rules.ts'

export type Slot = CalendarSpan

/** What takes a slot: another appointment, or a live hold of a user other than the caller. */
const overlapping = (v: Slot & { exceptId: string; callerId: string }) =>
  sql`coalesce(${overlappingAppointment(v, v.exceptId)}, ${overlappingHold(v, v.callerId)})`

/** The earliest time, at or after `from`, at which a doctor of the organisation is free for `minutes`. */
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
      union all
      ${heldTimes(v)}
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

/** Locks the calendar until the transaction ends, and returns the earliest free time. */
export async function findFreeTime(db: Db, slot: { tenantId: string; doctorId: string; from: Date; minutes: number }) {
  defer(db, lockCalendar(slot))
  const [found] = await rowsOf<{ at: Date }>(db, freeTime(slot))
  return found!.at // always found: after the last appointment the doctor is free
}

const takenElsewhere = prepared<Slot>(
  (v) => sql`select calendar_is_taken(${v.tenantId}, ${v.doctorId}, ${v.startTime}, ${v.endTime}) as taken`,
)

/** Whether the professional has an appointment at that time, in any organisation. */
export const isTakenElsewhere = async (db: Db, slot: Slot): Promise<boolean> =>
  (await rowsOf<{ taken: boolean }>(db, takenElsewhere(slot)))[0]!.taken

/** Whether the professional is enabled and verified. Others can be neither booked nor have appointments moved. */
const isBookable = ({ tenantId, doctorId }: Slot) => sql<boolean>`exists (
  select from users
  where tenant_id = ${tenantId}
    and id = ${doctorId}
    and verified_at is not null
    and disabled_at is null)`

type Overlap = { overlap_id: string | null; bookable: boolean }

type Own = OpenBookings & { own_overlap_id: string | null }

const patientSlot = prepared<PatientSlot>(
  (v) => sql`
    with own as (${openBookingsOf(v)})
    select ${overlapping(v)} as overlap_id, ${isBookable(v)} as bookable, own_overlap_id, open, with_doctor from own`,
)

/** Why a slot that a patient chooses cannot be booked. */
export async function findPatientOverlap(db: Db, slot: PatientSlot): Promise<Own & Overlap> {
  return (await rowsOf<Own & Overlap>(db, patientSlot(slot)))[0]!
}

const overlap = prepared<Slot & { exceptId: string; callerId: string }>(
  (v) => sql`
    select ${overlapping(v)} as overlap_id, ${isBookable(v)} as bookable`,
)

/** Why a slot cannot be booked. */
export async function findOverlap(db: Db, slot: Slot & { exceptId: string; callerId: string }): Promise<Overlap> {
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

/** A name is null if there is no such user. */
export type Found = { doctor_name: string | null; patient_name: string | null }

const foundParties = prepared(parties)

export async function findParties(db: Db, named: Parties & { tenantId: string }): Promise<Found> {
  return (await rowsOf<Found>(db, foundParties(named)))[0]!
}

type NewAppointment = Omit<z.output<typeof bookedFields>, keyof SlotFields> &
  SlotFields & {
    tenantId: string
    id: string
    videoRoomId: string
    notesBy: string
    /** The guardian who books. */
    bookedBy: string | null
    seriesId: string | null
    callerId: string
  }

/** The fields that booking stores. */
const inserted = ['id', 'videoRoomId', 'seriesId', ...bookedFields.keyof().options] as const

type Insert = NewAppointment & { exceptId: string }

/** What allows a booking besides the slot. */
type Guard = {
  /** Selects one row: what the conditions need. */
  facts: RawBuilder<unknown>
  /** The columns of that row that are returned. */
  returned: readonly string[]
  /** Whether the facts allow the booking. */
  allowed?: RawBuilder<unknown>
  /** Whether the new appointment is a proposal. */
  proposed?: RawBuilder<unknown>
  /** Inserts the care relationship that the booking begins. */
  relationship?: RawBuilder<unknown>
}

/**
 * Inserts an appointment and its room, unless a party is unknown, the slot is taken, or the guard does not allow it. The
 * conditions are evaluated once, into one row that all inserts read.
 */
const insertStatement = (v: Insert, guard: Guard) => sql`
    with found as (
      select party.*, facts.*, ${overlapping(v)} as overlap_id
      from (${parties(v)}) party, (${guard.facts}) facts
    ),
    booked as (
      insert into appointments (tenant_id, calendar, proposed, notes_by, booked_by, buffer_before_min, buffer_after_min,
        ${sql.join(inserted.map((field) => sql.ref(columns[field])))})
      select ${v.tenantId}, calendar, ${guard.proposed ?? sql`false`}, ${v.notesBy}, ${v.bookedBy}, ${v.bufferBeforeMin}, ${v.bufferAfterMin},
        ${sql.join(inserted.map((field) => v[field]))}
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
  return insertStatement(v, {
    facts: openingOf(visit),
    returned: ['may_open', 'is_covered'],
    relationship: insertNewlyBookedByStaff({ ...visit, appointmentId: v.id }, sql`booked, found where may_open`),
  })
})

/** Of a booking by a patient. `asked`: the professional asked for the visit, so that missed visits do not block it. */
type PatientLimits = Limits & { months: number; asked: boolean }

const insertLimited = prepared<Insert & PatientLimits>((v) => {
  const { tenantId, doctorId: professionalId, patientId, startTime, months } = v
  const visit = { tenantId, professionalId, patientId, startTime, months, appointmentId: v.id }
  return insertStatement(v, {
    facts: sql`select * from (${openBookingsOf(v)}) own_bookings, (${missedVisitsOf(v)}) missed`,
    returned: ['own_overlap_id', 'open', 'with_doctor', 'no_show_limit', 'no_shows'],
    relationship: insertNewlyBooked(visit, sql`booked`),
    allowed: sql`own_overlap_id is null
        and (${v.maxOpen}::int is null or open < ${v.maxOpen}::int)
        and (${v.maxWithDoctor}::int is null or with_doctor < ${v.maxWithDoctor}::int)
        and (${v.asked} or no_show_limit is null or no_shows < no_show_limit)`,
  })
})

/** A proposal stops counting when the professional treats its patient regularly. */
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
  insertStatement(v, {
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

/** Books one of the caller's own slots. It is a proposal if the caller does not treat the patient. */
export async function insertOwnUnlessTaken(db: Db, a: NewAppointment, limits: ProposalLimits) {
  type Row = Found & Proposals & { overlap_id: string | null }
  return (await rowsOf<Row>(db, insertOwn({ ...a, exceptId: a.id, ...limits })))[0]!
}

/**
 * For a booking by the staff. `may_open`: it may open the patient's file for the visit. `is_covered`: the professional already
 * has access for the whole visit.
 */
type Opening = { may_open: boolean; is_covered: boolean }

type Inserted = Found & ((Own & MissedVisits) | Opening) & { overlap_id: string | null }

/**
 * Books the slot. Otherwise the row shows why not: a null name for an unknown party, the overlapping appointment, or the number
 * of the patient's bookings.
 * @param limits only if a patient books
 */
export async function insertUnlessTaken(
  db: Db,
  a: NewAppointment,
  limits: PatientLimits | undefined,
): Promise<Inserted> {
  const row = { ...a, exceptId: a.id }
  return (await rowsOf<Inserted>(db, limits ? insertLimited({ ...row, ...limits }) : insert(row)))[0]!
}
