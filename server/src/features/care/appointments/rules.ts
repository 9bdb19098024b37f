import { type Actor, isPractitioner, type Role } from '../../../actor.ts'
import { conflict, forbidden } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'

export const statuses = ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const
export type Status = (typeof statuses)[number]

/** Allowed transitions (decision: "Appointments"). A doctor may complete late, or early. */
export const transitions: Transitions<Status> = {
  SCHEDULED: ['CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
  CONFIRMED: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
  IN_PROGRESS: ['COMPLETED', 'NO_SHOW'],
  COMPLETED: [],
  CANCELLED: [],
  NO_SHOW: [],
}

/** Whether the status is final. */
export const isFinal = (status: Status): boolean => transitions[status].length === 0

export type Parties = { doctorId: string; patientId: string }

/** Patients book for themselves, practitioners their own slots, administrators anything. */
export function mayBook(actor: Actor, { doctorId, patientId }: Parties): boolean {
  if (actor.role === 'ADMIN') return true
  if (actor.role === 'PATIENT') return actor.userId === patientId
  return isPractitioner(actor.role) && actor.userId === doctorId
}

/**
 * @throws {ApiError} 403 if the role may not set the status, 409 if the current status does not allow it
 */
export function assertTransition(actor: Actor, from: Status, to: Status, start: Date, now: Date): void {
  if (actor.role === 'PATIENT' && to !== 'CANCELLED')
    throw forbidden('A patient may cancel or move an appointment, not change its status otherwise.')
  if (!transitions[from].includes(to))
    throw conflict(`An appointment that is ${from} cannot become ${to}.`, transitionDetails(transitions, from, to))
  if (to === 'NO_SHOW' && now < start) {
    throw conflict('Cannot mark NO_SHOW before the start time.', transitionDetails(transitions, from, to))
  }
}

/** @throws {ApiError} 409 unless it took place */
export function assertCompleted(status: Status): void {
  if (status === 'COMPLETED') return
  throw conflict(`The appointment is ${status}, not COMPLETED.`, transitionDetails(transitions, status, 'COMPLETED'))
}

/** Whether it has not started. */
export const isUpcoming = (status: Status): boolean => status === 'SCHEDULED' || status === 'CONFIRMED'

/** @throws {ApiError} 409 if it has started */
export function assertMovable(status: Status): void {
  if (isUpcoming(status)) return
  throw conflict(
    `An appointment that is ${status} cannot be moved.`,
    transitionDetails(transitions, status, 'SCHEDULED'),
  )
}

const reasons: Record<Role, string> = {
  PATIENT: 'patient_request',
  DOCTOR: 'doctor_request',
  DENTIST: 'doctor_request',
  ADMIN: 'admin_request',
  PHARMACIST: 'pharmacy_request',
}

/** The cancellation reason for subscribers if the request has none. */
export const defaultReason = (role: Role): string => reasons[role]

/** Hours after which the job cancels an unconfirmed appointment, and the reason for subscribers. */
export const UNCONFIRMED_HOURS = 24
export const AUTO_CANCEL = 'auto-cancel'

/** The cancellation reason for subscribers after a deletion. */
export const DELETED = 'deleted_by_admin'

/** @throws {ApiError} 409 if a patient writes notes after the end */
export function assertMayNote(actor: Actor, status: Status): void {
  if (actor.role === 'PATIENT' && isFinal(status))
    throw conflict(`An appointment that is ${status} does not accept notes from the patient.`)
}
