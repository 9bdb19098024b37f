import { assertMay, hasRelation, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, isPlatform, type Role } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
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
export const mayBook = (actor: Actor, { doctorId, patientId }: Parties): boolean =>
  may(access.appointments.book, actor, { own: patientId, author: doctorId })

/** Whether the caller books by the patient's will: patients themselves, and administrators and applications for them. */
export const booksForPatient = (actor: Actor): boolean => !hasRelation(access.appointments.book, actor.role, 'author')

/** Whether the caller accepts an appointment for the patient. Applications confirm for the doctor. */
export const acceptsForPatient = (actor: Actor): boolean => booksForPatient(actor) && !isPlatform(actor)

/**
 * @throws {ApiError} 403 if the role may not set the status, 409 if the current status does not allow it
 */
export function assertTransition(actor: Actor, from: Status, to: Status, start: Date, now: Date): void {
  const message = 'A patient may cancel or move an appointment, not change its status otherwise.'
  if (to !== 'CANCELLED') assertMay(access.appointments.changeStatus, actor, { author: true }, message) // they see it
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

/** The cancellation reason for subscribers if the request has none. */
export function defaultReason(role: Role): string {
  if (hasRelation(access.appointments.update, role, 'own')) return 'patient_request'
  return hasRelation(access.appointments.update, role, 'author') ? 'doctor_request' : 'admin_request'
}

/** Hours after which the job cancels an unconfirmed appointment, and the reason for subscribers. */
export const UNCONFIRMED_HOURS = 24
export const AUTO_CANCEL = 'auto-cancel'

/** The cancellation reason for subscribers after a deletion. */
export const DELETED = 'deleted_by_admin'

/** @throws {ApiError} 409 if a patient writes notes after the end */
export function assertMayNote(actor: Actor, status: Status): void {
  if (hasRelation(access.appointments.update, actor.role, 'own') && isFinal(status))
    throw conflict(`An appointment that is ${status} does not accept notes from the patient.`)
}
