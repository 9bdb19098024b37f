import { type Actor, isPractitioner } from '../../actor.ts'
import { conflict, forbidden } from '../../errors.ts'
import { type Transitions, wrongState } from '../../lib/transitions.ts'

export const statuses = ['PROPOSED', 'ACCEPTED', 'DECLINED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

/** What may become of a proposal. Each answer is final; who thinks otherwise proposes, or books, anew. */
export const transitions: Transitions<Status> = {
  PROPOSED: ['ACCEPTED', 'DECLINED', 'CANCELLED'],
  ACCEPTED: [],
  DECLINED: [],
  CANCELLED: [],
}

/** From when to when a consultation would be. */
export type Slot = { startTime: Date; endTime: Date }

/** The slot of a request, whose contract sees to it that it names both times or none. */
export const slotOf = ({ startTime, endTime }: { [K in keyof Slot]?: Slot[K] | undefined }): Slot | undefined =>
  startTime && endTime && { startTime, endTime }

/** Nobody is to come to what is over. */
export const hasPassed = ({ startTime }: Slot, now: Date): boolean => startTime <= now

/** @throws {ApiError} 403 when a practitioner proposes in the name of another */
export function assertMayPropose(actor: Actor, doctorId: string): void {
  if (isPractitioner(actor.role) && actor.userId !== doctorId)
    throw forbidden('Doctors and dentists propose their own consultations.')
}

/**
 * @throws {ApiError} 403 unless its doctor cancels, its patient accepts or declines, or it is an administrator; 409 when
 *   it has been settled
 */
export function assertMaySettle(actor: Actor, from: Status, to: Status): void {
  if (actor.role !== 'ADMIN' && isPractitioner(actor.role) !== (to === 'CANCELLED'))
    throw forbidden('A follow-up is accepted or declined by its patient, and cancelled by its doctor.')
  if (from !== to && !transitions[from].includes(to))
    throw conflict(`A follow-up that is ${from} cannot become ${to}.`, wrongState(transitions, from, to))
}
