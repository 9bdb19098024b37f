import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'

export const statuses = ['ACTIVE', 'RESOLVED'] as const
export type Status = (typeof statuses)[number]

/** For a patient whom the caller sees. @throws {ApiError} 403 */
export function assertMayRead(actor: Actor, patientId: string): void {
  const people = { own: patientId, treats: true, reason: true } // `assertOpen` has checked that the file is open
  assertMay(access.conditions.read, actor, people, 'You may not read the conditions of this patient.')
}

type Recorded = { recorded_by: string; struck_at: Date | null }

/** @throws {ApiError} 403 unless the caller recorded the condition, 409 if it was struck */
export function assertMayChange(actor: Actor, { recorded_by, struck_at }: Recorded): void {
  const message = 'Only the user who recorded a condition may change it. Record another one instead.'
  assertMay(access.conditions.change, actor, { author: recorded_by }, message)
  if (struck_at) throw conflict('The condition was struck and cannot be changed. Record another one instead.')
}
