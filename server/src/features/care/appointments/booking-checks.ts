import type { Actor } from '../../../actor.ts'
import { violates } from '../../../db/failures.ts'
import { deferLock } from '../../../db/transaction.ts'
import { conflict, type Fault, unprocessable } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as bookings from './booking-queries.ts'
import type * as messages from './messages.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/**
 * Serializes the bookings of a patient, and of the guardian who books, so that concurrent bookings respect the limits. To avoid
 * deadlocks, call it after `lockCalendar`; the ids are locked in sorted order.
 */
export function lockPatients(ctx: UnitOfWork, { tenantId, userId }: Actor, patientId: string): void {
  for (const id of [...new Set([patientId, userId])].sort()) deferLock(ctx.db, 'patient', tenantId, id)
}

/** @param counted whether the booking counts towards the patient's limits */
export const limitsOf = ({ config }: Context<'config'>, { counted }: { counted: boolean }): rules.Limits =>
  counted ? config.patientBookings : { maxOpen: null, maxWithDoctor: null }

/** @throws {ApiError} 409 if the patient has an overlapping appointment, or too many bookings */
export function assertFree(found: rules.OpenBookings & { own_overlap_id: string | null }, limits: rules.Limits): void {
  if (found.own_overlap_id)
    throw conflict('You have another appointment at that time.', { overlap: { id: found.own_overlap_id } })
  rules.assertWithinLimits(found, limits)
}

/**
 * Turns a violation of the exclusion constraint into a conflict. The look-up before the insert sees the organisation's own
 * appointments; the constraint also sees the professional's appointments in other organisations.
 * @throws {ApiError} 409 without the appointment's id, because it belongs to another organisation
 */
export async function translateOverlap<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    if (violates(error, 'appointments_no_overlap')) throw doctorConflict(null)
    throw error
  }
}

/** @throws {ApiError} 409 if the professional has another appointment at that time, in any organisation */
export async function assertFreeElsewhere(ctx: UnitOfWork, slot: bookings.Slot): Promise<void> {
  if (await bookings.isTakenElsewhere(ctx.db, slot)) throw doctorConflict(null)
}

/** The conflict with an appointment or a hold. A patient gets its id only if it is an own appointment. */
export async function overlapConflict(ctx: UnitOfWork, actor: Actor, id: string) {
  const shown = !rules.isLimited(actor) || (await queries.find(ctx.db, actor, id)) ? id : null
  if (id.startsWith('hld_')) return conflict('Another user holds that time.', { overlap: { id: shown } })
  return doctorConflict(shown)
}

/** @param id the overlapping appointment; null if the caller may not read it */
const doctorConflict = (id: string | null) =>
  conflict('The doctor has another appointment at that time.', { overlap: { id } })

/** The names of doctor and patient, and the validation faults, if any. */
export async function lookUpParties(ctx: UnitOfWork, { tenantId }: Actor, parties: rules.Parties) {
  const found = await bookings.findParties(ctx.db, { tenantId, ...parties })
  return { faults: faultsOf(found), ...found }
}

export function assertKnown(found: bookings.Found): asserts found is messages.Names {
  const faults = faultsOf(found)
  if (faults.length > 0) throw unprocessable(faults)
}

function faultsOf({ doctor_name, patient_name }: bookings.Found): Fault[] {
  const faults: Fault[] = []
  if (doctor_name === null)
    faults.push({
      path: ['doctorId'],
      message: 'is not a verified doctor or dentist of this organisation',
      code: 'unknown_record',
    })
  if (patient_name === null)
    faults.push({ path: ['patientId'], message: 'is not a patient of this organisation', code: 'unknown_record' })
  return faults
}
