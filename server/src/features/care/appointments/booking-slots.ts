import type { Actor } from '../../../actor.ts'
import { lockCalendar } from '../../../db/calendars.ts'
import { defer } from '../../../db/transaction.ts'
import { forbidden, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import type { Mode } from '../../../lib/visit-modes.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as holds from '../../scheduling/holds/actions.ts'
import * as places from '../../scheduling/places/actions.ts'
import * as slots from '../../scheduling/slots/actions.ts'
import { recordBooking } from '../../scheduling/waitlist/actions.ts'
import type { bookAppointment } from './contract.ts'
import * as rules from './rules.ts'

/** What a visit has from its type, its place and its hold. */
export type SlotFields = {
  visitTypeId: string | null
  placeId: string | null
  mode: Mode
  bufferBeforeMin: number
  bufferAfterMin: number
}

type BookingRequest = Input<typeof bookAppointment>['body']

/** A booking with its professional and times. */
export type Booking = Omit<BookingRequest, 'doctorId' | 'startTime' | 'endTime'> & {
  doctorId: string
  startTime: Date
  endTime: Date
}

/**
 * Takes absent fields of a booking from its hold, or the end from its visit type.
 * @throws {ApiError} 422 for a type that the professional does not offer; 409 for a hold that does not exist any more
 */
export async function addHeldFields(ctx: UnitOfWork, actor: Actor, request: BookingRequest): Promise<Booking> {
  const { doctorId, startTime, endTime, holdId, visitTypeId } = request
  if (doctorId !== undefined && startTime !== undefined && endTime !== undefined)
    return { ...request, doctorId, startTime, endTime }
  if (holdId !== undefined) {
    const hold = await holds.findToBook(ctx, actor, holdId)
    const given = { doctorId: doctorId ?? hold.doctor_id, startTime: startTime ?? hold.start_time }
    return { ...request, ...given, endTime: endTime ?? hold.end_time }
  }
  // The contract requires them without a hold.
  const given = { doctorId: doctorId!, startTime: startTime!, visitTypeId: visitTypeId! }
  const { duration_min: minutes } = await slots.typeOf(ctx, actor, given)
  return { ...request, ...given, endTime: new Date(given.startTime.getTime() + minutes * 60_000) }
}

/**
 * Checks the slot of a booking, and ends its hold. The caller holds the lock of the professional's calendar.
 * @param offeredOnly whether the setting PATIENT_BOOKING applies
 * @throws {ApiError} 422 for a hold, type or place that does not fit; 409 for an expired hold, or a time that is not offered
 */
export async function slotOfBooking(
  ctx: Context<'config'>,
  actor: Actor,
  booking: Booking,
  { offeredOnly }: { offeredOnly: boolean },
): Promise<SlotFields> {
  const { doctorId, patientId, startTime, endTime, holdId } = booking
  const hold = holdId === undefined ? undefined : await takeHold(ctx, actor, holdId, doctorId)
  if (hold) assertSame(hold, booking)
  const visitTypeId = booking.visitTypeId ?? hold?.visit_type_id ?? null
  const placeId = booking.placeId ?? hold?.place_id ?? null
  const mustBeOffered = offeredOnly && !hold && ctx.config.patientsBookSlotsOnly && rules.isLimited(actor)
  if (booking.placeId !== undefined) await assertPlace(ctx, actor, booking.placeId)
  if (visitTypeId === null) {
    if (mustBeOffered) throw slots.noSlotConflict()
    return { visitTypeId, placeId, mode: booking.mode ?? 'VIDEO', bufferBeforeMin: 0, bufferAfterMin: 0 }
  }
  const type = await slots.typeOf(ctx, actor, { visitTypeId, doctorId })
  if (booking.mode !== undefined && booking.mode !== type.mode)
    throw unprocessable([{ path: ['mode'], message: `must be ${type.mode}, as of the visit type` }])
  await slots.assertForPatient(ctx, actor, type, { doctorId, patientId })
  const { buffer_before_min: bufferBeforeMin, buffer_after_min: bufferAfterMin } = hold ?? type
  const fields = { visitTypeId, placeId, mode: type.mode, bufferBeforeMin, bufferAfterMin }
  if (!mustBeOffered) return fields
  const slot = { doctorId, visitTypeId, startTime, endTime, placeId }
  return { ...fields, placeId: await slots.placeOfSlot(ctx, actor, slot) }
}

/** Ends a hold whose time is booked, and the waitlist entry to which it was offered. @throws {ApiError} 409, 422 */
async function takeHold(ctx: UnitOfWork, actor: Actor, holdId: string, doctorId: string): Promise<holds.Hold> {
  const hold = await holds.take(ctx, actor, holdId, doctorId)
  if (hold.purpose === 'WAITLIST') await recordBooking(ctx, actor, hold.id)
  return hold
}

/** @throws {ApiError} 422 for a hold of another time, type or place than that of the booking */
function assertSame(hold: holds.Hold, { startTime, endTime, visitTypeId, placeId }: Booking): void {
  const isSame =
    hold.start_time.getTime() === startTime.getTime() &&
    hold.end_time.getTime() === endTime.getTime() &&
    (visitTypeId ?? hold.visit_type_id) === hold.visit_type_id &&
    (placeId ?? hold.place_id) === hold.place_id
  if (!isSame) throw unprocessable([{ path: ['holdId'], message: 'holds another time, type or place' }])
}

/** @throws {ApiError} 422 for an unknown place */
async function assertPlace(ctx: UnitOfWork, actor: Actor, placeId: string): Promise<void> {
  const { faults } = await places.find(ctx, actor, placeId)
  if (faults.length > 0) throw unprocessable(faults)
}

/** @throws {ApiError} 403 for a patient, 422 for an unknown place */
export async function assertMayChangePlace(ctx: UnitOfWork, actor: Actor, placeId: string | null): Promise<void> {
  if (rules.isLimited(actor))
    throw forbidden('Patients cannot change the place of a visit. They can move it with a hold.')
  if (placeId !== null) await assertPlace(ctx, actor, placeId)
}

type Moved = {
  doctor_id: string
  patient_id: string
  visit_type_id: string | null
  mode: Mode
  place_id: string | null
}

/**
 * Ends the hold of a time to which a visit is moved.
 * @returns the fields and buffers that the visit gets from it
 * @throws {ApiError} 409 for an expired hold, 422 for one that does not fit
 */
export async function takeForMove(ctx: UnitOfWork, actor: Actor, current: Moved, holdId: string) {
  const doctorId = current.doctor_id
  defer(ctx.db, lockCalendar({ tenantId: actor.tenantId, doctorId }))
  const hold = await takeHold(ctx, actor, holdId, doctorId)
  const type = await slots.typeOf(ctx, actor, { visitTypeId: hold.visit_type_id, doctorId })
  if (type.mode !== current.mode)
    throw unprocessable([{ path: ['holdId'], message: `holds a visit that is not ${current.mode}` }])
  if (type.id !== current.visit_type_id)
    await slots.assertForPatient(ctx, actor, type, { doctorId, patientId: current.patient_id })
  return {
    fields: {
      startTime: hold.start_time,
      endTime: hold.end_time,
      visitTypeId: hold.visit_type_id,
      placeId: hold.place_id,
    },
    buffers: { buffer_before_min: hold.buffer_before_min, buffer_after_min: hold.buffer_after_min },
  }
}

/**
 * @param times the new ones of a visit that a patient moves without a hold
 * @throws {ApiError} 409 if patients book slots only, and the time is not one
 */
export async function assertOffered(
  ctx: Context<'config'>,
  actor: Actor,
  { visit_type_id: visitTypeId, place_id: placeId }: Pick<Moved, 'visit_type_id' | 'place_id'>,
  { doctorId, startTime, endTime }: { doctorId: string; startTime: Date; endTime: Date },
): Promise<void> {
  if (!ctx.config.patientsBookSlotsOnly) return
  if (visitTypeId === null) throw slots.noSlotConflict()
  await slots.placeOfSlot(ctx, actor, { doctorId, visitTypeId, startTime, endTime, placeId })
}
