import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, filled, id, instant, page, pagination, person, prose, utc } from '../../../lib/fields.ts'
import { withSpanCheck } from '../../../lib/span.ts'
import { visitMode } from '../../../lib/visit-modes.ts'
import { MAX_MOVES, statuses } from './rules.ts'

export const status = z.enum(statuses).meta({ id: 'AppointmentStatus' })

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
    pastVisit: z.boolean().meta({ description: 'Whether the visit was recorded after it took place.', example: false }),
    proposed: z.boolean().meta({
      description:
        'Whether the appointment is proposed: a professional who does not treat the patient booked it, and the patient has not accepted it yet.',
      example: false,
    }),
    visitTypeId: id('vty').nullable().meta({ example: null }),
    placeId: id('plc').nullable().meta({ example: null }),
    mode: visitMode.meta({ description: 'Only visits by video have a room that can be joined.' }),
    visitReason: z.string().nullable().meta({ description: 'Why the patient comes.', example: 'Contrôle annuel' }),
    lateCancel: z.boolean().meta({
      description: 'Whether the patient cancelled late, by the booking policy of the organisation.',
      example: false,
    }),
    movedCount: z.int().meta({ description: 'How often the appointment was moved.', example: 0 }),
    seriesId: id('ser').nullable().meta({ description: 'The series to which it belongs.', example: null }),
    patient: person,
    doctor: person,
  })
  .meta({ id: 'Appointment' })

const times = {
  startTime: instant,
  endTime: instant.meta({ description: 'After startTime, at most 8 hours later.' }),
}
const notes = prose(5000)

export const reason = filled(500).optional().meta({
  description:
    'Reason for the cancellation. The default depends on the role of the caller, for example patient_request. The other participant, the front desk and administrators can read it: write nothing clinical.',
})

const lateCancel = z.boolean().optional().meta({
  description:
    'Whether the patient cancelled late, for example by telephone. Only with a cancellation, and not for patients: for them, the booking policy decides.',
})

const placeId = id('plc').meta({ description: 'The place of the visit.' })
const holdId = id('hld').meta({ description: 'The hold of the caller on this time. It ends with the booking.' })
export const visitReason = filled(200).meta({
  description: 'Why the patient comes, in a few words. The front desk can read it: write nothing clinical.',
  example: 'Contrôle annuel',
})

/** Booking stores each of these fields in its column (`fields.ts`). */
export const bookedFields = z.strictObject({
  doctorId: id('usr'),
  patientId: id('usr'),
  ...times,
  notes: notes.optional().meta({ example: 'First visit' }),
  pastVisit: z.boolean().default(false).meta({
    description: 'Records a visit that is already over, at any time in the past. Not for patients.',
    example: false,
  }),
  visitTypeId: id('vty').optional().meta({ description: 'The type of the visit; by default that of the hold.' }),
  placeId: placeId.optional(),
  mode: visitMode.optional().meta({ description: 'By default that of the visit type, or else VIDEO.' }),
  visitReason: visitReason.optional(),
})

/** A hold can replace the professional and the times, a visit type the end. */
const booking = withSpanCheck(
  bookedFields.extend({
    doctorId: bookedFields.shape.doctorId.optional().meta({ description: 'By default that of the hold.' }),
    startTime: times.startTime.optional().meta({ description: 'By default that of the hold.' }),
    endTime: times.endTime.optional().meta({
      description:
        'After startTime, at most 8 hours later. By default that of the hold, or as long after startTime as the visit type.',
    }),
    holdId: holdId.optional(),
  }),
).meta({
  example: {
    doctorId: 'usr_sandbox_doctor',
    patientId: 'usr_sandbox_patient',
    startTime: '2026-12-01T09:30:00.000Z',
    endTime: '2026-12-01T10:00:00.000Z',
    notes: 'First visit',
    visitReason: 'Contrôle annuel',
  },
})

const shownTimes = z.object({ startTime: utc, endTime: utc }).meta({ id: 'AppointmentTimes' })

const move = z
  .object({
    from: shownTimes,
    to: shownTimes,
    movedBy: person.nullable().meta({ description: 'Null to patients, if another member of the staff moved it.' }),
    movedAt: utc,
  })
  .meta({ id: 'AppointmentMove' })

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
    'Patients see their own appointments, doctors and dentists their own slots, the front desk and administrators all appointments of the tenant. Sorted by creation, newest first; with `from` or `to`, by start time, latest first.',
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
    'Past appointments whose participants never met in the video room, and that are not COMPLETED, CANCELLED or NO_SHOW. The doctor marks them NO_SHOW, or COMPLETED if the visit took place elsewhere. Latest first.',
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
    'Creates an appointment and its video room. `POST /api/holds` keeps a free slot until it is booked with `holdId`, which replaces `doctorId`, `startTime` and `endTime`. Patients book for themselves, doctors and dentists book their own slots, the front desk and administrators book for all patients of the tenant. The front desk cannot write notes. Patients book future times of at most 2 hours that do not overlap their own appointments, within the limits of the organisation on open bookings. Doctors, dentists and the front desk can book up to 24 hours in the past; they record older visits with `pastVisit`. Doctors and dentists can only propose a future time to a patient whom they do not treat. The patient accepts the proposed appointment by setting `CONFIRMED`; until then it does not allow prescriptions, lab orders, certificates or invoices.',
  body: booking,
  requiredUnless: { doctorId: ['holdId'], startTime: ['holdId'], endTime: ['holdId', 'visitTypeId'] },
  status: 201,
  answer: z.object({ appointment }),
  conflicts:
    'The doctor or the booking patient has an overlapping appointment or another user holds the time (details.overlap.id; null if the caller may not read it). Or the hold has expired (details.hold), or the caller may not book the time as a slot (details.slot.reason). Or the patient or the booking guardian has too many open bookings: details.limit has max, open and the kind ORGANISATION or WITH_PROFESSIONAL; the bookings of a guardian, for themselves and all dependants, count half each. Or the patient has missed too many visits: the kind is MISSED_VISITS. Or the professional has proposed too many appointments: the kind is PROPOSED or PROPOSED_TO_PATIENT.',
  refusals: 'The caller may not book for this user, or may not write notes.',
})

export const readAppointment = operation('appointments:read', {
  ...base,
  method: 'GET',
  path: '/api/appointments/{id}',
  name: 'readAppointment',
  call: 'appointments.get',
  summary: 'Read an appointment',
  description:
    'Returns the notes to the patient, their guardians and the practitioner; the front desk gets `notes: null`.',
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
    'Absent fields stay unchanged; `startTime` alone moves the appointment and keeps its duration. The limits on times are those of a booking. A confirmed appointment that the patient moves returns to SCHEDULED. Only the doctor or an administrator can start or complete it, or mark it NO_SHOW. The front desk can move, confirm and cancel, but neither read nor write notes. The patient accepts a proposed appointment by moving it, or by setting CONFIRMED without a new time; if the proposed time was changed, the call repeats the current `startTime`. Before the patient accepts, it can be neither started nor completed.',
  params: named,
  body: withSpanCheck(
    z.strictObject({
      status: status.optional(),
      startTime: times.startTime.optional(),
      endTime: times.endTime.optional(),
      notes: notes.nullable().optional(),
      placeId: placeId.nullable().optional(),
      visitReason: visitReason.nullable().optional(),
      holdId: holdId.optional().meta({
        description:
          'Moves the visit to the time, place and type of a hold of the caller; replaces startTime and endTime. The mode stays.',
      }),
      reason,
      lateCancel,
    }),
  ).meta({ example: { status: 'CONFIRMED' } }),
  answer: z.object({ appointment }),
  conflicts:
    'The status does not allow the change (details.state has from, to and the allowed values). Or the time of a proposed appointment was changed, and the patient accepts it without the current startTime (details.current has startTime and endTime). Or the new time overlaps or is held (details.overlap.id; null if the caller may not read it), the hold has expired (details.hold), the new time is not offered (details.slot.reason), the doctor is disabled or not verified, or the patient has too many open bookings (details.limit).',
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
    'Has the effect of `PUT /api/appointments/{id}` with the status CANCELLED. Participants, the front desk and administrators can cancel. A cancellation is never refused because it is late. Cancelling again changes nothing.',
  params: named,
  body: z.strictObject({ reason, lateCancel }),
  answer: z.object({ appointment }),
  conflicts: 'The status does not allow it: details.state has from, to and the allowed values.',
  refusals: 'The caller may not cancel it.',
})

export const listAppointmentMoves = operation('appointments:read', {
  ...base,
  method: 'GET',
  path: '/api/appointments/{id}/moves',
  name: 'listAppointmentMoves',
  call: 'appointments.moves.list',
  summary: 'List the moves of an appointment',
  description: `The times that the appointment had, and who moved it; the latest ${MAX_MOVES} moves, the latest first.`,
  params: named,
  answer: z.object({ moves: z.array(move) }),
})

export const deleteAppointment = operation('appointments:write', {
  ...base,
  method: 'DELETE',
  path: '/api/appointments/{id}',
  name: 'deleteAppointment',
  call: 'appointments.delete',
  summary: 'Delete an appointment',
  description:
    'Administrators only. The appointment stays in the database but can no longer be read. An open appointment is cancelled.',
  roles: rolesOf(access.appointments.delete),
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})
