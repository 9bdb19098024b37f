import { assertMay, hasRelation, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { Config } from '../../../config.ts'
import { conflict, forbidden } from '../../../errors.ts'
import type { JoinRequest } from '../../../providers/video/index.ts'
import { needsReason } from '../../people/relationships/actions.ts'

type Parties = { doctor_id: string; patient_id: string }
type Appointment = { start_time: Date; end_time: Date; status: string }

/**
 * The user who joins: a guardian joins under their own id, so that their access ends with the guardianship.
 * @param identity the user whom the request names
 */
export const identityOf = (actor: Actor, identity: string): string =>
  identity !== actor.userId && may(access.video.joinForDependants, actor, { own: identity }) ? actor.userId : identity

const notPart = 'The user is not part of the appointment.'

/**
 * The answer about an unknown appointment is the same as about that of others, except to administrators, who see all.
 * @throws {ApiError} 403
 */
export function assertMayLearn(actor: Actor, identity: string): void {
  if (may(access.video.joinForOthers, actor, {})) return
  throw forbidden(identity === actor.userId ? notPart : ownOnly)
}

const ownOnly = 'A token is issued for the caller alone.'

/**
 * The role of a user in an appointment's room.
 * @throws {ApiError} 403 for an administrator who observes without a reason, and unless the user is the caller, or the caller is an administrator and the user a participant
 */
export function roleInRoom(
  actor: Actor,
  identity: string,
  appointment: Parties & { opened: boolean },
): JoinRequest['role'] {
  if (identity !== actor.userId) assertMay(access.video.joinForOthers, actor, {}, ownOnly)
  if (identity === appointment.doctor_id) return 'host'
  if (identity === appointment.patient_id) return 'patient'
  if (identity === actor.userId && may(access.video.joinForDependants, actor, { own: appointment.patient_id }))
    return 'patient'
  if (identity === actor.userId) {
    if (may(access.video.observe, actor, { reason: appointment.opened })) return 'observer'
    if (hasRelation(access.video.observe, actor.role, 'reason')) throw needsReason(appointment.patient_id)
  }
  throw forbidden(notPart)
}

const MAX_NAME = 200

/** The name that others see: the guardian's, for whom they are here. */
export const nameOfGuardian = (guardian: string, dependant: string): string =>
  [...`${guardian} (${dependant})`].slice(0, MAX_NAME).join('')

export const guestKinds = ['FAMILY', 'INTERPRETER', 'OTHER'] as const
export type GuestKind = (typeof guestKinds)[number]

/** Limit of valid invitations of one appointment. */
export const MAX_GUESTS = 5

const over = ['CANCELLED', 'COMPLETED', 'NO_SHOW']
const MINUTE_MS = 60_000

/** @throws {ApiError} 409 if the appointment is over */
export function assertOpen(status: string): void {
  if (over.includes(status)) throw conflict(`An appointment that is ${status} has no open room.`)
}

/** @throws {ApiError} 409 if the appointment is over, or it is too early or too late to join */
export function assertJoinable(appointment: Appointment, window: Config['videoJoinWindow'], now: Date): void {
  assertOpen(appointment.status)
  if (!window) return
  const opens = appointment.start_time.getTime() - window.beforeMin * MINUTE_MS
  const closes = appointment.end_time.getTime() + window.afterMin * MINUTE_MS
  if (now.getTime() < opens || now.getTime() > closes) {
    throw conflict(`The room may be joined from ${new Date(opens).toISOString()} to ${new Date(closes).toISOString()}.`)
  }
}
