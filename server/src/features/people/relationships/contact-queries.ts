import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { columns, months, type Pair, treatsRegularly } from './queries.ts'
import { CLOSES_AFTER_DAYS, OPENS_BEFORE_HOURS } from './rules.ts'

type Appointment = Pair & { appointmentId: string }
type Lasting = Appointment & { months: number }

/** Extends the row of an appointment. A row that was ended stays ended: only another appointment gives access again. */
const orExtend = sql`
  on conflict (tenant_id, professional_id, patient_id, source_id) do update
  set basis = excluded.basis,
    since = least(care_relationships.since, excluded.since),
    until = greatest(care_relationships.until, excluded.until),
    opens_at = null
  where care_relationships.ended_at is null`

type Booking = Record<keyof Appointment | 'startTime', unknown>

const bookedByPatient = (v: Booking & { months: number }) => sql`
  insert into care_relationships ${columns}
  select ${v.tenantId}, ${v.professionalId}, ${v.patientId}, ${v.appointmentId}, 'BOOKED_BY_PATIENT',
    least(greatest(app_now(), ${v.startTime}::timestamptz), app_now() + ${months(v.months)}) + ${months(v.months)}`

/** The patient moved or accepted an appointment. */
export const insertBooked = prepared<Lasting & { startTime: Date }>((v) => sql`${bookedByPatient(v)} ${orExtend}`)

/** Part of the statement with which a patient books an appointment. @param booked has a row if it was booked */
export const insertNewlyBooked = (v: Booking & { months: number }, booked: RawBuilder<unknown>) =>
  sql`${bookedByPatient(v)} from ${booked}`

type Visit = Pair & { startTime: unknown; endTime: unknown }

const opensAt = ({ startTime }: Pick<Visit, 'startTime'>) =>
  sql`greatest(app_now(), ${startTime}::timestamptz - ${sql.lit(`${OPENS_BEFORE_HOURS} hours`)}::interval)`

const closesAt = ({ endTime }: Pick<Visit, 'endTime'>) =>
  sql`${endTime}::timestamptz + ${sql.lit(`${CLOSES_AFTER_DAYS} days`)}::interval`

const ofPair = ({ tenantId, professionalId, patientId }: Record<keyof Pair, unknown>) => sql`
    tenant_id = ${tenantId}
    and professional_id = ${professionalId}
    and patient_id = ${patientId}`

/** Whether the patient ended the relationship, and has neither booked with the professional nor consented since then. */
const endedByPatient = (v: Record<keyof Pair, unknown>) => sql<boolean>`exists (
  select from care_relationships r
  where ${ofPair(v)}
    and r.ended_at is not null
    and (select role from users where tenant_id = ${v.tenantId} and id = r.ended_by) = 'PATIENT'
    and not exists (
      select from care_relationships
      where ${ofPair(v)}
        and since > r.ended_at
        and opens_at is null
        and basis in ('BOOKED_BY_PATIENT', 'CONSENTED')))`

/**
 * Whether the professional already has access for the whole time of a visit, by a single row. This may be the row of the same
 * visit before it was moved. Most rows of a pair are over: the order makes the planner use the index with `until`.
 */
const isCovered = (v: Record<keyof Pair | 'startTime' | 'endTime', unknown>) => sql<boolean>`(
  select true
  from care_relationships
  where ${ofPair(v)}
    and basis not in ('EMERGENCY', 'ADMINISTRATION')
    and ended_at is null
    and (opens_at is null or opens_at <= ${opensAt(v)})
    and until >= ${closesAt(v)}
  order by until
  limit 1) is true`

/**
 * What a booking by the staff does to the access of the professional. `may_open`: the booking may open the file. It may not if the
 * visit is over, because the patient gets no notice of it. `is_covered`: see `isCovered`.
 */
export const openingOf = (v: Record<keyof Pair | 'startTime' | 'endTime', unknown>) => sql`
  select
    ${v.endTime}::timestamptz > app_now() and not ${endedByPatient(v)} as may_open,
    ${isCovered(v)} as is_covered`

/** Whether a booking by the staff gives access for a time of which the patient has not been notified. */
const staffBookingOpens = prepared<Pair & { startTime: Date; endTime: Date }>(
  (v) => sql`select may_open and not is_covered as opens from (${openingOf(v)}) opening`,
)

export const findStaffBookingOpens = async (db: Db, v: Parameters<typeof staffBookingOpens>[0]): Promise<boolean> =>
  (await rowsOf<{ opens: boolean }>(db, staffBookingOpens(v)))[0]!.opens

const bookedByStaff = (v: Booking & { endTime: unknown }) => sql`
  insert into care_relationships (tenant_id, professional_id, patient_id, source_id, basis, since, opens_at, until)
  select ${v.tenantId}, ${v.professionalId}, ${v.patientId}, ${v.appointmentId}, 'BOOKED_BY_PATIENT',
    ${opensAt(v)}, ${opensAt(v)}, ${closesAt(v)}`

/**
 * Part of the statement with which the staff books an appointment: it opens the file only for the days around the visit.
 * @param booked has a row if it was booked and `may_open`
 */
export const insertNewlyBookedByStaff = (v: Booking & { endTime: unknown }, booked: RawBuilder<unknown>) =>
  sql`${bookedByStaff(v)} from ${booked}`

/** The staff moved or accepted an appointment on behalf of the patient. */
export const insertBookedByStaff = prepared<Appointment & { startTime: Date; endTime: Date }>(
  (v) => sql`
    ${bookedByStaff(v)}
    where (select may_open from (${openingOf(v)}) opening)
    on conflict (tenant_id, professional_id, patient_id, source_id) do update
    set since = excluded.since, opens_at = excluded.opens_at, until = excluded.until
    where care_relationships.ended_at is null and care_relationships.opens_at is not null`,
)

/** Closes the access that a booking by the staff gave. For appointments that are cancelled, missed or moved into the past. */
export const closeStaffBooking = prepared<{ tenantId: string; sourceId: string }>(
  (v) => sql`
    update care_relationships
    set until = least(until, app_now())
    where tenant_id = ${v.tenantId}
      and source_id = ${v.sourceId}
      and opens_at is not null`,
)

/**
 * A visit took place. If only the professional says so, it extends a relationship but does not begin one. Otherwise they could
 * get access to any patient by booking and completing a visit.
 */
export const insertVisited = prepared<Lasting & { endTime: Date; metInRoom: boolean }>(
  (v) => sql`
    insert into care_relationships ${columns}
    select ${v.tenantId}, ${v.professionalId}, ${v.patientId}, ${v.appointmentId}, 'VISITED',
      least(app_now(), ${v.endTime}::timestamptz) + ${months(v.months)}
    where ${v.metInRoom}::boolean or ${treatsRegularly(v)}
    ${orExtend}`,
)

/** Ends the relationships that a deleted appointment began. */
export const endBySource = prepared<{ tenantId: string; sourceId: string; by: string }>(
  (v) => sql`
    update care_relationships
    set ended_at = app_now(), ended_by = ${v.by}
    where tenant_id = ${v.tenantId}
      and source_id = ${v.sourceId}
      and ended_at is null`,
)
