import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, filled, id, instant, page, pagination, person, prose, utc } from '../../../lib/fields.ts'
import { withSpanCheck } from '../../../lib/span.ts'
import { statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'AppointmentStatus' })

/** The specification's Appointment. */
const appointment = z
  .object({
    id: id('apt'),
    doctorId: id('usr'),
    patientId: id('usr'),
    startTime: utc,
    endTime: utc,
    status,
    notes: z.string().nullable().meta({ description: 'Always null for the front desk.', example: 'First visit' }),
    videoRoomId: id('room'),
    pastVisit: z.boolean().meta({ description: 'Whether it was recorded after it had taken place.', example: false }),
    proposed: z.boolean().meta({
      description:
        'Whether a professional who does not treat the patient booked it, and the patient has not accepted it.',
      example: false,
    }),
    patient: person,
    doctor: person,
  })
  .meta({ id: 'Appointment' })

const times = {
  startTime: instant,
  endTime: instant.meta({ description: 'After startTime, at most 8 hours later.' }),
}
const notes = prose(5000)

const reason = filled(500).optional().meta({
  description:
    'Reason for a cancellation; by default one for the role of the caller, such as patient_request. The other participant, the front desk and administrators read it: nothing clinical.',
})

/** Booking stores each of these fields in its column (`fields.ts`). */
export const booking = z.strictObject({
  doctorId: id('usr'),
  patientId: id('usr'),
  ...times,
  notes: notes.optional().meta({ example: 'First visit' }),
  pastVisit: z.boolean().default(false).meta({
    description: 'Records a visit that is over, however long ago. Not for patients.',
    example: false,
  }),
})

const named = z.object({ id: id('apt') })
const base = { tag: 'Appointments', subject: 'Appointment' } as const

export const listAppointments = operation('appointments:read', {
  ...base,
  method: 'GET',
  path: '/api/appointments',
  name: 'listAppointments',
  call: 'appointments.list',
  summary: 'List appointments',
  description:
    'Patients see their own appointments, doctors and dentists their own slots, the front desk and administrators all appointments of the tenant. Newest first; with `from` or `to`, by start time, latest first.',
  query: z.strictObject({
    ...page,
    status: commaList(status),
    doctorId: id('usr').optional(),
    patientId: id('usr').optional(),
    from: instant.optional().meta({ description: 'Start at or after this time.' }),
    to: instant.optional().meta({ description: 'Start before this time.' }),
  }),
  answer: z.object({ appointments: z.array(appointment), pagination }),
})

export const listMissedAppointments = operation('appointments:read', {
  ...base,
  roles: rolesOf(access.appointments.listMissed),
  method: 'GET',
  path: '/api/appointments/missed',
  name: 'listMissedAppointments',
  call: 'appointments.listMissed',
  summary: 'List appointments that may not have taken place',
  description:
    'Past appointments that are not COMPLETED, CANCELLED or NO_SHOW, and whose participants never met in the video room. The doctor marks them NO_SHOW, or COMPLETED if the visit took place elsewhere. Latest first.',
  query: z.strictObject(page),
  answer: z.object({ appointments: z.array(appointment), pagination }),
})

export const bookAppointment = operation('appointments:write', {
  ...base,
  method: 'POST',
  path: '/api/appointments',
  name: 'bookAppointment',
  call: 'appointments.book',
  roles: rolesOf(access.appointments.book),
  summary: 'Book an appointment',
  description:
    'Patients book for themselves, doctors and dentists their own slots, the front desk and administrators for anyone in the tenant; the front desk writes no notes. Patients book future times of at most 2 hours that do not overlap their own appointments, up to the limits of the organisation on open bookings; doctors, dentists and the front desk at most 24 hours in the past, or with `pastVisit`. With a patient whom they do not treat, doctors and dentists only propose a future time: the patient accepts by setting `CONFIRMED`, and until then the appointment is no ground to prescribe, order tests, certify or invoice. The appointment gets a video room.',
  body: withSpanCheck(booking),
  status: 201,
  answer: z.object({ appointment }),
  conflicts:
    'The doctor or the booking patient has an overlapping appointment (details.overlap.id; null for one that the caller may not read), the patient, or the guardian who books, has too many open bookings (those of a guardian for themselves and all dependants count together, each as half a booking), or the professional has proposed too many (details.limit has max, open and kind: ORGANISATION or WITH_PROFESSIONAL, of proposals PROPOSED or PROPOSED_TO_PATIENT).',
  refusals: 'The caller books for another user, or may not write notes.',
})

export const readAppointment = operation('appointments:read', {
  ...base,
  method: 'GET',
  path: '/api/appointments/{id}',
  name: 'readAppointment',
  call: 'appointments.get',
  summary: 'Read an appointment',
  description: 'Patients, their guardians and their practitioners read the notes; the front desk gets `notes: null`.',
  params: named,
  answer: z.object({ appointment }),
})

export const updateAppointment = operation('appointments:write', {
  ...base,
  method: 'PUT',
  path: '/api/appointments/{id}',
  name: 'updateAppointment',
  call: 'appointments.update',
  summary: 'Move, confirm, complete or cancel an appointment, or change its notes',
  description:
    'Absent fields stay unchanged; `startTime` alone moves the appointment and keeps its duration. If the patient moves a confirmed appointment, it returns to SCHEDULED; the limits on times are those of a booking. Only the doctor or an administrator can start, complete or mark NO_SHOW; the front desk can also confirm, but neither read nor write notes; the patient accepts a proposed appointment by setting CONFIRMED, without another time in the same call, or by moving it; if the proposed time was changed, they repeat the current `startTime` with it. Until then it is neither started nor completed.',
  params: named,
  body: withSpanCheck(
    z.strictObject({
      status: status.optional(),
      startTime: times.startTime.optional(),
      endTime: times.endTime.optional(),
      notes: notes.nullable().optional(),
      reason,
    }),
  ).meta({ example: { status: 'CONFIRMED' } }),
  answer: z.object({ appointment }),
  conflicts:
    'The status does not allow the change (details.state has from, to and the allowed values), a patient accepts a proposed appointment whose time was changed without its startTime (details.current has startTime and endTime), the new time overlaps (details.overlap.id; null for one that the caller may not read), the doctor works here no more, or the patient has too many open bookings (details.limit).',
  refusals: 'The caller may not make this change.',
})

export const cancelAppointment = operation('appointments:write', {
  ...base,
  method: 'POST',
  path: '/api/appointments/{id}/cancel',
  name: 'cancelAppointment',
  call: 'appointments.cancel',
  summary: 'Cancel an appointment',
  description:
    'As `PUT /api/appointments/{id}` with the status CANCELLED: by its participants, the front desk or an administrator. Cancelling again changes nothing.',
  params: named,
  body: z.strictObject({ reason }),
  answer: z.object({ appointment }),
  conflicts: 'The status does not allow it: details.state has from, to and the allowed values.',
  refusals: 'The caller may not cancel it.',
})

export const deleteAppointment = operation('appointments:write', {
  ...base,
  method: 'DELETE',
  path: '/api/appointments/{id}',
  name: 'deleteAppointment',
  call: 'appointments.delete',
  summary: 'Delete an appointment',
  description:
    'Administrators only. The appointment is kept for the record but can no longer be read. A future appointment is cancelled.',
  roles: rolesOf(access.appointments.delete),
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})
