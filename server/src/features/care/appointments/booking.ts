import type { Actor } from '../../../actor.ts'
import { lockCalendar } from '../../../db/calendars.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, forbidden, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { notifyOfOpening } from '../../people/relationships/actions.ts'
import {
  assertFree,
  assertFreeElsewhere,
  assertKnown,
  limitsOf,
  lockPatients,
  lookUpParties,
  overlapConflict,
  translateOverlap,
} from './booking-checks.ts'
import * as bookings from './booking-queries.ts'
import { slotOfBooking } from './booking-slots.ts'
import type { bookAppointment } from './contract.ts'
import * as messages from './messages.ts'
import { emit } from './publishing.ts'
import * as rules from './rules.ts'

type Booking = Input<typeof bookAppointment>['body']

const patientFault: Fault = {
  path: ['patientId'],
  message: 'is not a patient for whom the caller may book',
  code: 'unknown_record',
}

/**
 * @param followUp whether the professional asked for the visit. It then does not count towards the patient's limits.
 * @param proposed whether the professional also chose the time. It may then exceed the 2 hours that a patient may book.
 * @returns the appointment as a read returns it, without another round trip
 * @throws {ApiError} 422 for an unknown doctor or patient, or a time that the caller may not choose; 403 if the caller may
 *   not book for this user; 409 if the slot is taken or the patient has too many bookings
 */
export async function book(
  ctx: Context<'config'>,
  actor: Actor,
  { holdId, ...booking }: Booking,
  { followUp = false, proposed = false } = {},
) {
  const id = newId('apt')
  const videoRoomId = newId('room')
  const notesBy = followUp ? booking.doctorId : actor.userId
  const { doctorId, patientId, startTime, endTime } = booking
  if (!rules.mayBook(actor, booking)) {
    const [unknown] = (await lookUpParties(ctx, actor, booking)).faults
    // The answer does not reveal whether the patient exists.
    if (unknown?.path[0] === 'doctorId') throw unprocessable([unknown, patientFault])
    throw forbidden('Patients book for themselves, doctors and dentists their own slots.')
  }
  if (booking.notes !== undefined) rules.assertMayWriteNotes(actor, booking)
  const faults = rules.timeFaults(actor, booking, ctx.clock.now(), { proposed })
  if (faults.length > 0) throw unprocessable(faults)
  defer(ctx.db, lockCalendar({ tenantId: actor.tenantId, doctorId }))
  const slot = await slotOfBooking(ctx, actor, { ...booking, holdId }, { offeredOnly: !followUp })
  const appointment = {
    ...{ ...booking, ...slot, tenantId: actor.tenantId, id, videoRoomId, notesBy, callerId: actor.userId },
    bookedBy: rules.guardianWhoBooks(actor, patientId),
  }
  const limits = rules.isLimited(actor) ? limitsOf(ctx, { counted: !followUp }) : undefined
  const { careRelationshipMonths: months } = ctx.config
  if (limits) lockPatients(ctx, actor, patientId)
  const outcome = rules.booksOwnSlot(actor)
    ? await translateOverlap(bookOwnSlot(ctx, actor, appointment))
    : await translateOverlap(bookings.insertUnlessTaken(ctx.db, appointment, limits && { ...limits, months }))
  // Without this check, a time that is taken in another organisation would reveal which patient ids exist: 409 instead of 422.
  if (outcome.doctor_name !== null && outcome.patient_name === null) await assertFreeElsewhere(ctx, appointment)
  assertKnown(outcome)
  if (outcome.overlap_id) throw await overlapConflict(ctx, actor, outcome.overlap_id)
  if (limits && 'open' in outcome) assertFree(outcome, limits)

  const booked = { id, doctor_id: doctorId, patient_id: patientId }
  ctx.setAuditSubject(id, patientId)
  const times = { start_time: startTime, end_time: endTime }
  if ('may_open' in outcome && outcome.may_open && !outcome.is_covered)
    notifyOfOpening(ctx, { ...booked, ...times, ...outcome })
  emit(ctx, booked, 'appointment.created', {
    appointmentId: id,
    doctorId,
    patientId,
    startTime: startTime.toISOString(),
  })
  messages.notifyOfBooking(ctx, actor, { ...booked, ...outcome, ...times })
  return {
    ...{ id, doctorId, patientId, status: 'SCHEDULED' as const, videoRoomId },
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    notes: booking.notes ?? null, // the caller wrote them
    pastVisit: booking.pastVisit,
    ...{
      visitTypeId: slot.visitTypeId,
      placeId: slot.placeId,
      mode: slot.mode,
      visitReason: booking.visitReason ?? null,
    },
    proposed: 'treated' in outcome && !outcome.treated,
    patient: { id: patientId, name: outcome.patient_name },
    doctor: { id: doctorId, name: outcome.doctor_name },
  }
}

/**
 * Checks the slot and the limits before the patient. A caller learns whether an id is a patient's only from a booking, and
 * the patient is notified of each booking.
 */
async function bookOwnSlot(
  ctx: Context<'config'>,
  actor: Actor,
  appointment: Parameters<typeof bookings.insertOwnUnlessTaken>[1],
) {
  const limits = ctx.config.proposedBookings
  const outcome = await bookings.insertOwnUnlessTaken(ctx.db, appointment, limits)
  if (outcome.overlap_id) throw await overlapConflict(ctx, actor, outcome.overlap_id)
  rules.assertMayPropose(outcome, limits)
  rules.assertFutureProposal(outcome, appointment.startTime, ctx.clock.now())
  return outcome
}
