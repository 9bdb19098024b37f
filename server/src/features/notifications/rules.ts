import { type Actor, assertVerified } from '../../actor.ts'
import { forbidden } from '../../errors.ts'
import type { Purpose } from '../../messages/channels.ts'

/** What becomes of a message, in this order; FAILED may follow QUEUED and SENT. */
export const statuses = ['QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED'] as const

/**
 * @param own whether the recipient is a patient whom the caller has to do with
 * @throws {ApiError} 403 unless the caller is an administrator, or a verified professional who writes to such a patient
 *   what opt-outs and quiet hours hold for
 */
export function assertMaySend(actor: Actor, purpose: Purpose, own: boolean): void {
  if (actor.role === 'ADMIN') return
  assertVerified(actor)
  if (!own) throw forbidden('Professionals write to patients whom they have to do with.')
  if (purpose !== 'SERVICE') throw forbidden(`A template that is ${purpose} is for administrators to send.`)
}
