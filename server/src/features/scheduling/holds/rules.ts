import { assertMay, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'

export const HOLD_MINUTES = 5

/** When a hold that is made or extended now expires. */
export const holdEnd = (now: Date): Date => new Date(now.getTime() + HOLD_MINUTES * 60_000)

/** Holds of a patient with other professionals that a new hold keeps. */
export const KEPT_HOLDS = 1

/** @throws {ApiError} 403 for a professional who holds another's time */
export function assertMayHold(actor: Actor, doctorId: string): void {
  const message = 'Professionals hold their own time.'
  assertMay(access.holds.make, actor, { shared: true, author: doctorId, desk: true }, message)
}

export const mayManage = (actor: Actor, hold: { held_by: string; doctor_id: string }): boolean =>
  may(access.holds.manage, actor, { own: hold.held_by, author: hold.doctor_id, desk: true })
