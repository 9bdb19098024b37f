import { assertMay, hasRelation, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { Config } from '../../../config.ts'
import { conflict, forbidden } from '../../../errors.ts'
import type { Mode } from '../../../lib/visit-modes.ts'
import type { JoinRequest } from '../../../providers/video/index.ts'
import { needsReason } from '../../people/relationships/actions.ts'

type Parties = { doctor_id: string; patient_id: string }
type Appointment = { start_time: Date; end_time: Date; status: string; mode: Mode }

/**
 * The user who joins. A guardian who names a dependant joins under their own id, so that access ends with the guardianship.
 * @param identity the user in the request
 */
export const identityOf = (actor: Actor, identity: string): string =>
  identity !== actor.userId && may(access.video.joinForDependants, actor, { own: identity }) ? actor.userId : identity

const notParticipant = 'The user is not part of the appointment.'

/**
 * For an unknown appointment: only administrators learn that it does not exist. Others get the error for an appointment in which
 * they do not take part.
 * @throws {ApiError} 403 unless the caller is an administrator
 */
export function assertMayLookUp(actor: Actor, identity: string): void {
  if (may(access.video.joinForOthers, actor, {})) return
  throw forbidden(identity === actor.userId ? notParticipant : callerOnly)
}

const callerOnly = 'A token can only be issued for the caller.'

/**
 * The role of a user in an appointment's room. Callers join for themselves; administrators also for a participant, or as
 * observers after giving a reason for opening the patient's file.
 * @throws {ApiError} 403 for others
 */
export function roleInRoom(
  actor: Actor,
  identity: string,
  appointment: Parties & { opened: boolean },
): JoinRequest['role'] {
  if (identity !== actor.userId) assertMay(access.video.joinForOthers, actor, {}, callerOnly)
  if (identity === appointment.doctor_id) return 'host'
  if (identity === appointment.patient_id) return 'patient'
  if (identity === actor.userId && may(access.video.joinForDependants, actor, { own: appointment.patient_id }))
    return 'patient'
  if (identity === actor.userId) {
    if (may(access.video.observe, actor, { reason: appointment.opened })) return 'observer'
    if (hasRelation(access.video.observe, actor.role, 'reason')) throw needsReason(appointment.patient_id)
  }
  throw forbidden(notParticipant)
}

const MAX_NAME = 200

/** The name of a guardian that the other participants see, with the dependant's in parentheses. */
export const nameOfGuardian = (guardian: string, dependant: string): string =>
  [...`${guardian} (${dependant})`].slice(0, MAX_NAME).join('')

export const guestKinds = ['FAMILY', 'INTERPRETER', 'OTHER'] as const
export type GuestKind = (typeof guestKinds)[number]

/** Limit of valid invitations of one appointment. */
export const MAX_GUESTS = 5

const finalStatuses = ['CANCELLED', 'COMPLETED', 'NO_SHOW']
const MINUTE_MS = 60_000

/** @throws {ApiError} 409 if the appointment is over, or not by video */
export function assertOpen({ status, mode }: Pick<Appointment, 'status' | 'mode'>): void {
  if (mode !== 'VIDEO') throw conflict(`The appointment is ${mode}: it has no room to join.`)
  if (finalStatuses.includes(status)) throw conflict(`The appointment is ${status}: its room is closed.`)
}

type JoinWindow = Config['videoJoinWindow']

/** When the room of an appointment may be joined; undefined for any time. */
export const joinTimesOf = (
  { start_time, end_time }: Pick<Appointment, 'start_time' | 'end_time'>,
  window: JoinWindow,
) =>
  window && {
    opensAt: new Date(start_time.getTime() - window.beforeMin * MINUTE_MS),
    closesAt: new Date(end_time.getTime() + window.afterMin * MINUTE_MS),
  }

/** @throws {ApiError} 409 if the appointment is over or not by video, or it is too early or too late to join */
export function assertJoinable(appointment: Appointment, window: JoinWindow, now: Date): void {
  assertOpen(appointment)
  const times = joinTimesOf(appointment, window)
  if (times && (now < times.opensAt || now > times.closesAt))
    throw conflict(`The room can be joined from ${times.opensAt.toISOString()} to ${times.closesAt.toISOString()}.`)
}
