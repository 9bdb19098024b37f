import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'

export const statuses = ['PROPOSED', 'ACCEPTED', 'DECLINED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

/** Allowed transitions. Every outcome is final: a different decision needs a new proposal or booking. */
const transitions: Transitions<Status> = {
  PROPOSED: ['ACCEPTED', 'DECLINED', 'CANCELLED'],
  ACCEPTED: [],
  DECLINED: [],
  CANCELLED: [],
}

/** The time of a consultation. */
export type Slot = { startTime: Date; endTime: Date }

/** The slot of a request. The contract requires both times or none. */
export const slotOf = ({ startTime, endTime }: { [K in keyof Slot]?: Slot[K] | undefined }): Slot | undefined =>
  startTime && endTime && { startTime, endTime }

export const isPast = ({ startTime }: Slot, now: Date): boolean => startTime <= now

/** Whether the caller is a professional, who proposes their own consultations. */
export const isAuthor = ({ role }: Actor): boolean => hasRelation(access.followUps.propose, role, 'author')

/** @throws {ApiError} 403 if a practitioner proposes in another's name */
export function assertMayPropose(actor: Actor, doctorId: string): void {
  const message = 'Doctors and dentists can propose only their own consultations.'
  assertMay(access.followUps.propose, actor, { author: doctorId }, message)
}

/**
 * @throws {ApiError} 403 unless the doctor cancels, the patient accepts or declines, or the caller is an administrator; 409 if
 *   the status is final
 */
export function assertMaySettle(
  actor: Actor,
  { status: from, patient_id, doctor_id }: { status: Status; patient_id: string; doctor_id: string },
  to: 'ACCEPTED' | 'DECLINED' | 'CANCELLED',
): void {
  const rule = {
    ACCEPTED: access.followUps.accept,
    DECLINED: access.followUps.decline,
    CANCELLED: access.followUps.cancel,
  }[to]
  const message = 'Only the patient may accept or decline a follow-up, and only the doctor may cancel it.'
  assertMay(rule, actor, { own: patient_id, author: doctor_id }, message)
  if (from !== to && !transitions[from].includes(to))
    throw conflict(`A follow-up that is ${from} cannot become ${to}.`, transitionDetails(transitions, from, to))
}
