import { type Actor, isPractitioner, type Role } from '../../actor.ts'
import { conflict, forbidden } from '../../errors.ts'
import { type Transitions, wrongState } from '../../lib/transitions.ts'

export const statuses = ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const
export type Status = (typeof statuses)[number]

/** What may follow what (decision: "Appointments"). A doctor who forgot may complete late, or early. */
export const transitions: Transitions<Status> = {
  SCHEDULED: ['CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
  CONFIRMED: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
  IN_PROGRESS: ['COMPLETED', 'NO_SHOW'],
  COMPLETED: [],
  CANCELLED: [],
  NO_SHOW: [],
}

/** Whether nothing follows. */
export const isOver = (status: Status): boolean => transitions[status].length === 0

export type Parties = { doctorId: string; patientId: string }

/** Patients book for themselves, practitioners their own slots, administrators anything. */
export function mayBook(actor: Actor, { doctorId, patientId }: Parties): boolean {
  if (actor.role === 'ADMIN') return true
  if (actor.role === 'PATIENT') return actor.userId === patientId
  return isPractitioner(actor.role) && actor.userId === doctorId
}

/**
 * @throws {ApiError} 403 when the caller's role may not bring it there, 409 when the present state does not allow it
 */
export function assertTransition(actor: Actor, from: Status, to: Status, start: Date, now: Date): void {
  if (actor.role === 'PATIENT' && to !== 'CANCELLED')
    throw forbidden('A patient may cancel or move an appointment, not change its status otherwise.')
  if (!transitions[from].includes(to))
    throw conflict(`An appointment that is ${from} cannot become ${to}.`, wrongState(transitions, from, to))
  if (to === 'NO_SHOW' && now < start) {
    throw conflict('Nobody can be missing before the appointment starts.', wrongState(transitions, from, to))
  }
}

/** @throws {ApiError} 409 unless it took place */
export function assertCompleted(status: Status): void {
  if (status === 'COMPLETED') return
  throw conflict(`The appointment is ${status}, not COMPLETED.`, wrongState(transitions, status, 'COMPLETED'))
}

/** Whether it has not begun, as far as anybody has said. */
export const isToCome = (status: Status): boolean => status === 'SCHEDULED' || status === 'CONFIRMED'

/** @throws {ApiError} 409 unless it is still to come */
export function assertMovable(status: Status): void {
  if (isToCome(status)) return
  throw conflict(`An appointment that is ${status} cannot be moved.`, wrongState(transitions, status, 'SCHEDULED'))
}

const reasons: Record<Role, string> = {
  PATIENT: 'patient_request',
  DOCTOR: 'doctor_request',
  DENTIST: 'doctor_request',
  ADMIN: 'admin_request',
  PHARMACIST: 'pharmacy_request',
}

/** Why it is cancelled when nobody says. */
export const defaultReason = (role: Role): string => reasons[role]

/** How long an appointment waits for its confirmation, and the reason that the job then gives to subscribers. */
export const UNCONFIRMED_HOURS = 24
export const AUTO_CANCEL = 'auto-cancel'

/** The reason that a deletion gives to subscribers. */
export const DELETED = 'deleted_by_admin'

/** @throws {ApiError} 409 when a patient writes notes on what is over */
export function assertMayNote(actor: Actor, status: Status): void {
  if (actor.role === 'PATIENT' && isOver(status))
    throw conflict(`An appointment that is ${status} takes no more notes from the patient.`)
}
