import { type Actor, assertVerified } from '../../../actor.ts'
import { forbidden } from '../../../errors.ts'
import type { Purpose } from '../../../lib/channels.ts'

/** The states of a message, in order; FAILED may follow QUEUED and SENT. */
export const statuses = ['QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED'] as const

/**
 * @param own whether the recipient is a patient of the caller
 * @throws {ApiError} 403 unless the caller is an administrator, or a verified professional who sends a SERVICE message
 *   to their own patient
 */
export function assertMaySend(actor: Actor, purpose: Purpose, own: boolean): void {
  if (actor.role === 'ADMIN') return
  assertVerified(actor)
  if (!own) throw forbidden('Professionals can send messages only to their own patients.')
  if (purpose !== 'SERVICE') throw forbidden(`Only administrators can send ${purpose} templates.`)
}
