import { assertMay, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { Purpose } from '../../../lib/channels.ts'

/** The statuses of a message, in order. FAILED may follow QUEUED and SENT. */
export const statuses = ['QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED'] as const

/** Whether the caller may send messages to a recipient at all. */
export const maySendTo = (actor: Actor, own: boolean): boolean => may(access.messages.send, actor, { treats: own })

/**
 * @param own whether the recipient is a patient of the caller
 * @throws {ApiError} 403 unless the caller is an administrator, or a professional who sends a SERVICE message
 *   to their own patient
 */
export function assertMaySend(actor: Actor, purpose: Purpose, own: boolean): void {
  const { send, sendAny } = access.messages
  assertMay(send, actor, { treats: own }, 'Professionals can send messages only to their own patients.')
  if (purpose !== 'SERVICE') assertMay(sendAny, actor, {}, `Only administrators can send ${purpose} templates.`)
}
