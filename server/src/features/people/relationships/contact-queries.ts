import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { columns, months, type Pair, treatsRegularly } from './queries.ts'
import { CLOSES_AFTER_DAYS, OPENS_BEFORE_HOURS } from './rules.ts'

type Appointment = Pair & { appointmentId: string }
type Lasting = Appointment & { months: number }

/** A ground that was ended stays ended: only a new one begins a new relationship. */
const prolonged = sql`
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
export const insertBooked = prepared<Lasting & { startTime: Date }>((v) => sql`${bookedByPatient(v)} ${prolonged}`)

/** Within the statement that books an appointment for the patient who asks. @param booked has a row if it was booked */
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

/** Whether the patient ended the relationship, and has not booked with the professional or consented since. */
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
 * Whether one ground in force, which may be that of the same visit before it was moved, covers the whole time of a visit.
 * Ordered, so that the planner takes the index with `until`: most grounds of a pair are over.
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
 * Whether a booking of the staff may open the file, and whether it is open for the whole visit already. Visits that are over
 * open nothing: no message about them tells the patient.
 */
export const openingOf = (v: Record<keyof Pair | 'startTime' | 'endTime', unknown>) => sql`
  select
    ${v.endTime}::timestamptz > app_now() and not ${endedByPatient(v)} as may_open,
    ${isCovered(v)} as is_covered`

/** Whether a booking of the staff opens the file at a time for which no notice was sent. */
const opening = prepared<Pair & { startTime: Date; endTime: Date }>(
  (v) => sql`select may_open and not is_covered as opens from (${openingOf(v)}) opening`,
)

export const findOpensByStaff = async (db: Db, v: Parameters<typeof opening>[0]): Promise<boolean> =>
  (await rowsOf<{ opens: boolean }>(db, opening(v)))[0]!.opens

const bookedByStaff = (v: Booking & { endTime: unknown }) => sql`
  insert into care_relationships (tenant_id, professional_id, patient_id, source_id, basis, since, opens_at, until)
  select ${v.tenantId}, ${v.professionalId}, ${v.patientId}, ${v.appointmentId}, 'BOOKED_BY_PATIENT',
    ${opensAt(v)}, ${opensAt(v)}, ${closesAt(v)}`

/**
 * Within the statement that books an appointment of the staff for the patient: it opens the file for the days of the visit alone.
 * @param booked has a row if it was booked and `mayOpen`
 */
export const insertNewlyBookedByStaff = (v: Booking & { endTime: unknown }, booked: RawBuilder<unknown>) =>
  sql`${bookedByStaff(v)} from ${booked}`

/** The staff moved or accepted an appointment for the patient. */
export const insertBookedByStaff = prepared<Appointment & { startTime: Date; endTime: Date }>(
  (v) => sql`
    ${bookedByStaff(v)}
    where (select may_open from (${openingOf(v)}) opening)
    on conflict (tenant_id, professional_id, patient_id, source_id) do update
    set since = excluded.since, opens_at = excluded.opens_at, until = excluded.until
    where care_relationships.ended_at is null and care_relationships.opens_at is not null`,
)

/** The appointment is cancelled or was missed, or moved by the staff into the past: what their booking opened ends. */
export const endOfStaffBooking = prepared<{ tenantId: string; sourceId: string }>(
  (v) => sql`
    update care_relationships
    set until = least(until, app_now())
    where tenant_id = ${v.tenantId}
      and source_id = ${v.sourceId}
      and opens_at is not null`,
)

/**
 * A visit took place. The professional's word prolongs a relationship, but does not begin one: else they could book and
 * complete visits with any patient.
 */
export const insertVisited = prepared<Lasting & { endTime: Date; met: boolean }>(
  (v) => sql`
    insert into care_relationships ${columns}
    select ${v.tenantId}, ${v.professionalId}, ${v.patientId}, ${v.appointmentId}, 'VISITED',
      least(app_now(), ${v.endTime}::timestamptz) + ${months(v.months)}
    where ${v.met}::boolean or ${treatsRegularly(v)}
    ${prolonged}`,
)

/** Ends what a deleted appointment began. */
export const endOfSource = prepared<{ tenantId: string; sourceId: string; by: string }>(
  (v) => sql`
    update care_relationships
    set ended_at = app_now(), ended_by = ${v.by}
    where tenant_id = ${v.tenantId}
      and source_id = ${v.sourceId}
      and ended_at is null`,
)
