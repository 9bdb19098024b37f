import type { Actor } from '../../../actor.ts'
import { lockCalendar } from '../../../db/calendars.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, forbidden, unprocessable } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
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
import { type Booking, slotOfBooking } from './booking-slots.ts'
import * as messages from './messages.ts'
import { assertMayWriteNotes } from './note-rules.ts'
import { emit } from './publishing.ts'
import * as rules from './rules.ts'

const patientFault: Fault = {
  path: ['patientId'],
  message: 'is not a patient for whom the caller may book',
  code: 'unknown_record',
}

type Options = {
  /** The professional asked for the visit. It then does not count towards the patient's limits. */
  followUp?: boolean
  /** The professional also chose the time. It may then exceed the 2 hours that a patient may book. */
  proposed?: boolean
  seriesId?: string | null
}

/**
 * @returns the appointment as a read returns it, without another round trip
 * @throws {ApiError} 422 for an unknown doctor or patient, or a time that the caller may not choose; 403 if the caller may
 *   not book for this user; 409 if the slot is taken or the patient has too many bookings
 */
export async function book(ctx: Context<'config'>, actor: Actor, booking: Booking, options: Options = {}) {
  const { appointment, booked, opensFile } = await bookWithoutMessages(ctx, actor, booking, options)
  if (opensFile) notifyOfOpening(ctx, booked)
  messages.notifyOfBooking(ctx, actor, booked)
  return appointment
}

/**
 * The same for a series, whose appointments are announced together.
 * @returns `opensFile`: the booking lets the professional read the patient's file, of which the patient must be notified
 */
export async function bookWithoutMessages(
  ctx: Context<'config'>,
  actor: Actor,
  { holdId, ...booking }: Booking,
  { followUp = false, proposed = false, seriesId = null }: Options = {},
) {
  const id = newId('apt')
  const videoRoomId = newId('room')
  const notesBy = followUp ? booking.doctorId : actor.userId
  const { doctorId, patientId, startTime, endTime } = booking
  await assertMayBook(ctx, actor, booking)
  if (booking.notes !== undefined) assertMayWriteNotes(actor, booking)
  const faults = rules.timeFaults(actor, booking, ctx.clock.now(), { proposed })
  if (faults.length > 0) throw unprocessable(faults)
  defer(ctx.db, lockCalendar({ tenantId: actor.tenantId, doctorId }))
  const slot = await slotOfBooking(ctx, actor, { ...booking, holdId }, { offeredOnly: !followUp })
  const row = {
    ...{ ...booking, ...slot, tenantId: actor.tenantId, id, videoRoomId, notesBy, callerId: actor.userId, seriesId },
    bookedBy: rules.guardianWhoBooks(actor, patientId),
  }
  const limits = rules.isLimited(actor) ? { ...limitsOf(ctx, { counted: !followUp }), asked: followUp } : undefined
  const { careRelationshipMonths: months } = ctx.config
  if (limits) lockPatients(ctx, actor, patientId)
  const outcome = rules.booksOwnSlot(actor)
    ? await translateOverlap(bookOwnSlot(ctx, actor, row))
    : await translateOverlap(bookings.insertUnlessTaken(ctx.db, row, limits && { ...limits, months }))
  // Without this check, a time that is taken in another organisation would reveal which patient ids exist: 409 instead of 422.
  if (outcome.doctor_name !== null && outcome.patient_name === null) await assertFreeElsewhere(ctx, row)
  assertKnown(outcome)
  if (outcome.overlap_id) throw await overlapConflict(ctx, actor, outcome.overlap_id)
  if (limits && 'open' in outcome) {
    assertFree(outcome, limits)
    if (!followUp) rules.assertNotBlocked(outcome)
  }

  const { doctor_name, patient_name } = outcome
  const booked = {
    ...{ id, doctor_id: doctorId, patient_id: patientId, doctor_name, patient_name },
    ...{ start_time: startTime, end_time: endTime },
  }
  ctx.setAuditSubject(id, patientId)
  emit(ctx, booked, 'appointment.created', {
    appointmentId: id,
    doctorId,
    patientId,
    startTime: startTime.toISOString(),
  })
  const appointment = {
    ...{ id, doctorId, patientId, status: 'SCHEDULED' as const, videoRoomId, seriesId },
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    notes: booking.notes ?? null, // the caller wrote them
    pastVisit: booking.pastVisit,
    ...{
      visitTypeId: slot.visitTypeId,
      placeId: slot.placeId,
      mode: slot.mode,
      visitReason: booking.visitReason ?? null,
      lateCancel: false,
      movedCount: 0,
    },
    proposed: 'treated' in outcome && !outcome.treated,
    patient: { id: patientId, name: patient_name },
    doctor: { id: doctorId, name: doctor_name },
  }
  return { appointment, booked, opensFile: 'may_open' in outcome && outcome.may_open && !outcome.is_covered }
}

/** @throws {ApiError} 422 for an unknown doctor, 403 if the caller may not book for this user */
export async function assertMayBook(ctx: UnitOfWork, actor: Actor, parties: rules.Parties): Promise<void> {
  if (rules.mayBook(actor, parties)) return
  const [unknown] = (await lookUpParties(ctx, actor, parties)).faults
  // The answer does not reveal whether the patient exists.
  if (unknown?.path[0] === 'doctorId') throw unprocessable([unknown, patientFault])
  throw forbidden('Patients book for themselves, doctors and dentists their own slots.')
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
