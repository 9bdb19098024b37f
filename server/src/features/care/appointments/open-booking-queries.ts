import { type RawBuilder, sql } from 'kysely'

export type PatientSlot = {
  tenantId: string
  doctorId: string
  startTime: Date
  endTime: Date
  patientId: string
  callerId: string
  exceptId: string
}

/**
 * The open bookings of a patient: whether one overlaps the slot, how many there are, and how many with the doctor. Each booking
 * of a guardian, for themselves or a dependant, counts half; the larger count applies. The slot is in the future, so that
 * appointments which started over 8 hours ago cannot overlap it.
 */
export const openBookingsOf = (v: PatientSlot) => {
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
    ${openBookings(v, sql`patient_id in (${patientId}, ${callerId})`)}
    union all
    ${openBookings(v, sql`booked_by = ${callerId} and patient_id not in (${patientId}, ${callerId})`)}
  ) counted`
}

/** The caller runs it twice, because each condition then uses its own index. */
const openBookings = (
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
