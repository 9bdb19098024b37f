import { assertMay, hasRelation, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, isPlatform, type Role } from '../../../actor.ts'
import { conflict, type Fault, type FaultCode, forbidden, unprocessable } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'

export const statuses = ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const
export type Status = (typeof statuses)[number]

/** Adds the end time to a change that has only a start time: the duration stays the same. */
export function keepDuration<G extends { startTime?: Date | undefined; endTime?: Date | undefined }>(
  current: { start_time: Date; end_time: Date },
  given: G,
): G {
  if (!given.startTime || given.endTime) return given
  const durationMs = current.end_time.getTime() - current.start_time.getTime()
  return { ...given, endTime: new Date(given.startTime.getTime() + durationMs) }
}

/** Allowed transitions (decision: "Appointments"). A doctor may complete an appointment before its start or long after. */
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

/** Patients book for themselves, practitioners book their own slots, the front desk and administrators book any. */
export const mayBook = (actor: Actor, { doctorId, patientId }: Parties): boolean =>
  may(access.appointments.book, actor, { own: patientId, author: doctorId, desk: true })

/** Whether a booking by the caller counts as the patient's wish: patients, the front desk, administrators and applications. */
export const booksForPatient = (actor: Actor): boolean => !hasRelation(access.appointments.book, actor.role, 'author')

/** Whether the caller is a professional, who books their own slots. */
export const booksOwnSlot = (actor: Actor): boolean => !booksForPatient(actor)

/** @throws {ApiError} 403 unless the caller is a participant, the front desk or an administrator */
export function assertMayUpdate(
  actor: Actor,
  { patient_id: own, doctor_id: author }: { patient_id: string; doctor_id: string },
): void {
  const message = 'Only participants, the front desk and administrators may change an appointment.'
  assertMay(access.appointments.update, actor, { own, author, desk: true }, message)
}

/** Whether a confirmation by the caller counts as the patient's acceptance. Applications confirm for the doctor. */
export const acceptsForPatient = (actor: Actor): boolean => booksForPatient(actor) && !isPlatform(actor)

/**
 * @param proposed whether the appointment is proposed and the patient has not accepted it
 * @throws {ApiError} 403 if the role may not set the status, 409 if the current status does not allow it
 */
export function assertTransition(
  actor: Actor,
  from: Status,
  to: Status,
  { start, proposed }: { start: Date; proposed: boolean },
  now: Date,
): void {
  const message = 'Patients cannot set this status. They can cancel or move an appointment, or accept a proposed one.'
  const atDesk = 'The front desk cannot set this status. It can confirm, move or cancel an appointment.'
  const accepted = to === 'CONFIRMED' && proposed && may(access.appointments.accept, actor, { own: true })
  if (to === 'CONFIRMED' && !accepted)
    assertMay(access.appointments.confirm, actor, { author: true, desk: true }, message)
  else if (to !== 'CANCELLED' && !accepted)
    assertMay(access.appointments.changeStatus, actor, { author: true }, isAtDesk(actor) ? atDesk : message)
  if (proposed && !allowedBeforeAcceptance(to))
    throw conflict(
      'The patient has not accepted this appointment.',
      transitionDetails({ ...transitions, [from]: transitions[from].filter(allowedBeforeAcceptance) }, from, to),
    )
  if (!transitions[from].includes(to))
    throw conflict(`An appointment that is ${from} cannot become ${to}.`, transitionDetails(transitions, from, to))
  if (to === 'NO_SHOW' && now < start) {
    throw conflict('Cannot mark NO_SHOW before the start time.', transitionDetails(transitions, from, to))
  }
}

/** Whether an appointment may get the status before the patient has accepted it. */
const allowedBeforeAcceptance = (to: Status): boolean => to === 'SCHEDULED' || to === 'CONFIRMED' || to === 'CANCELLED'

/** @throws {ApiError} 403 for a patient who moves a proposed appointment and confirms it in one call */
export function assertMayConfirmMoved(actor: Actor): void {
  if (!isLimited(actor)) return
  throw forbidden(
    'Accept the proposed time, or move the appointment without confirming it; the professional confirms it.',
  )
}

type Proposed = { moved_at: Date | null; start_time: Date; end_time: Date }

/** @throws {ApiError} 409 for a patient who accepts a proposal that was moved, without naming its current time */
export function assertNamesCurrentTime(actor: Actor, { moved_at, ...times }: Proposed, named: Date | undefined): void {
  if (!isLimited(actor) || moved_at === null || named) return
  throw conflict('The proposed time was changed. Accept it with the current startTime.', {
    current: { startTime: times.start_time.toISOString(), endTime: times.end_time.toISOString() },
  })
}

/** @throws {ApiError} 409 for an appointment that the patient has not accepted */
export function assertAccepted({ proposed }: { proposed: boolean }): void {
  if (proposed) throw conflict('The patient has not accepted this appointment.')
}

/** @throws {ApiError} 409 unless the appointment is COMPLETED */
export function assertCompleted(status: Status): void {
  if (status === 'COMPLETED') return
  throw conflict(`The appointment is ${status}, not COMPLETED.`, transitionDetails(transitions, status, 'COMPLETED'))
}

/** @throws {ApiError} 409 if the professional is disabled or unverified */
export function assertBookable(bookable: boolean): void {
  if (!bookable)
    throw conflict(
      'The doctor is disabled or not verified in this organisation. Cancel the appointment, or keep its time.',
    )
}

/** Longest appointment that a patient may book, and how far in the past a practitioner or the front desk may. */
const PATIENT_HOURS = 2
const PAST_HOURS = 24
const HOUR_MS = 3_600_000

type Times = { startTime: Date; endTime: Date }
const durationOf = ({ startTime, endTime }: Times) => endTime.getTime() - startTime.getTime()

/** Whether the caller is the front desk. */
export const isAtDesk = ({ role }: Pick<Actor, 'role'>): boolean => hasRelation(access.appointments.book, role, 'desk')

/** Whether patients' limits apply to the caller. */
export const isLimited = ({ role }: Actor): boolean => hasRelation(access.appointments.book, role, 'own')

/** The guardian who books for a dependant, or null. The limits apply to all bookings of a guardian together. */
export const guardianWhoBooks = (actor: Actor, patientId: string): string | null =>
  isLimited(actor) && actor.userId !== patientId ? actor.userId : null

/**
 * The validation faults of a time that the caller chooses.
 * @param moved the previous times of an appointment that is moved
 */
export function timeFaults(
  actor: Actor,
  times: Times & { pastVisit: boolean },
  now: Date,
  { moved, proposed = false }: { moved?: Times; proposed?: boolean } = {},
): Fault[] {
  const { startTime, endTime, pastVisit } = times
  const faults: Fault[] = []
  const fault = (path: keyof typeof times, message: string, code?: FaultCode) =>
    faults.push({ path: [path], message, ...(code && { code }) })
  if (isLimited(actor)) {
    const longestMs = Math.max(PATIENT_HOURS * HOUR_MS, moved ? durationOf(moved) : 0)
    if (pastVisit && !moved) fault('pastVisit', 'is not for patients')
    if (startTime <= now) fault('startTime', 'must be in the future', 'not_future')
    if (durationOf(times) > longestMs && !proposed)
      fault('endTime', `must be at most ${PATIENT_HOURS} hours after startTime`)
    return faults
  }
  if (pastVisit) {
    if (endTime > now) fault('endTime', 'must be in the past for a past visit', 'not_past')
    return faults
  }
  const atClinic = hasRelation(access.appointments.book, actor.role, 'author') || isAtDesk(actor)
  const tooOld = startTime.getTime() < now.getTime() - PAST_HOURS * HOUR_MS
  if (atClinic && tooOld && startTime.getTime() !== moved?.startTime.getTime())
    fault('startTime', `must be at most ${PAST_HOURS} hours ago; book older visits with pastVisit`)
  return faults
}

/** The number of a patient's open bookings: all of them, and those with the professional of the slot. */
export type OpenBookings = { open: number; with_doctor: number }
/** The limits on open bookings of a patient; null for none. */
export type Limits = { maxOpen: number | null; maxWithDoctor: number | null }

/** @throws {ApiError} 409 if another open booking would exceed a limit */
export function assertWithinLimits({ open, with_doctor }: OpenBookings, { maxOpen, maxWithDoctor }: Limits): void {
  if (maxWithDoctor !== null && with_doctor >= maxWithDoctor) {
    throw conflict(
      `You have ${with_doctor} open bookings with this professional, including those for dependants. This is the limit.`,
      {
        limit: { kind: 'WITH_PROFESSIONAL', max: maxWithDoctor, open: with_doctor },
      },
    )
  }
  if (maxOpen !== null && open >= maxOpen) {
    throw conflict(`You have ${open} open bookings, including those for dependants. This is the limit.`, {
      limit: { kind: 'ORGANISATION', max: maxOpen, open },
    })
  }
}

/** A patient's missed visits that count, and the limit of the booking policy. */
export type MissedVisits = { no_shows: number; no_show_limit: number | null }

/** @throws {ApiError} 409 for a patient who has missed too many visits */
export function assertNotBlocked({ no_shows: open, no_show_limit: max }: MissedVisits): void {
  if (max === null || open < max) return
  throw conflict(`You have missed ${open} visits. Ask the organisation to book for you.`, {
    limit: { kind: 'MISSED_VISITS', max, open },
  })
}

/** Hours for which a proposed booking counts towards the limits, even if it is cancelled. */
export const PROPOSED_HOURS = 24

/** The number of a professional's proposals: all, and with this patient. `treated`: the professional treats the patient. */
export type Proposals = { treated: boolean; proposed: number; with_patient: number }
/** The limits on proposed bookings of a professional; null for none. */
export type ProposalLimits = { maxProposed: number | null; maxWithPatient: number | null }

/** @throws {ApiError} 409 if another proposed booking would exceed a limit */
export function assertMayPropose(found: Proposals, { maxProposed, maxWithPatient }: ProposalLimits): void {
  if (found.treated) return
  const refused = (kind: string, max: number, open: number) =>
    conflict(`You have proposed ${open} appointments that no patient has accepted. The limit is ${max}.`, {
      limit: { kind, max, open },
    })
  if (maxWithPatient !== null && found.with_patient >= maxWithPatient)
    throw refused('PROPOSED_TO_PATIENT', maxWithPatient, found.with_patient)
  if (maxProposed !== null && found.proposed >= maxProposed) throw refused('PROPOSED', maxProposed, found.proposed)
}

const pastProposal: Fault = {
  path: ['startTime'],
  message: 'must be in the future for a patient whom you do not treat',
  code: 'not_future',
}

/** @throws {ApiError} 422 for a proposal in the past, which the patient could no longer decline */
export function assertFutureProposal({ treated }: Proposals, startTime: Date, now: Date): void {
  if (!treated && startTime <= now) throw unprocessable([pastProposal])
}

/** @throws {ApiError} 422 for a proposal that is moved into the past: the patient would not be notified */
export function assertMovedToFuture({ start_time }: { start_time: Date }, now: Date): void {
  if (start_time <= now) throw unprocessable([pastProposal])
}

/** Whether the appointment has not started. */
export const isUpcoming = (status: Status): boolean => status === 'SCHEDULED' || status === 'CONFIRMED'

/** @throws {ApiError} 409 if the appointment has started */
export function assertMovable(status: Status): void {
  if (isUpcoming(status)) return
  throw conflict(
    `An appointment that is ${status} cannot be moved.`,
    transitionDetails(transitions, status, 'SCHEDULED'),
  )
}

/** The cancellation reason in events if the request has none. */
export function defaultReason(role: Role): string {
  if (hasRelation(access.appointments.update, role, 'own')) return 'patient_request'
  if (isAtDesk({ role })) return 'reception_request'
  return hasRelation(access.appointments.update, role, 'author') ? 'doctor_request' : 'admin_request'
}

/** @throws {ApiError} 422 for a mark without a cancellation, or by a patient */
export function assertMayMarkLate(actor: Actor, given: boolean | undefined, { cancels }: { cancels: boolean }): void {
  if (given === undefined) return
  if (isLimited(actor)) throw unprocessable([{ path: ['lateCancel'], message: 'is not for patients' }])
  if (!cancels) throw unprocessable([{ path: ['lateCancel'], message: 'is only for a cancellation' }])
}

/** Moves that the list of an appointment has at most. */
export const MAX_MOVES = 200

/** Hours after which the job cancels an unconfirmed appointment, and the reason in events. */
export const UNCONFIRMED_HOURS = 24
export const AUTO_CANCEL = 'auto-cancel'

/** The cancellation reason in events after a deletion. */
export const DELETED = 'deleted_by_admin'
