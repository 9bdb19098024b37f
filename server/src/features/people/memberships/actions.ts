import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, assertOwnSession } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import { queueMessage } from '../../../messages/queue.ts'
import { countUpcoming } from '../../care/appointments/actions.ts'
import { countOpen as countOpenLabOrders } from '../../care/lab-orders/actions.ts'
import { countOpen as countOpenOrders } from '../../care/orders/actions.ts'
import { endAll as endClients } from '../../platform/clients/actions.ts'
import { endMembership } from '../accounts/actions.ts'
import { endAllOf as endRelationships } from '../relationships/actions.ts'

/**
 * Ends the membership of the caller, and notifies them and the administrators.
 * @throws {ApiError} 403 for a client or a patient; 409 with open work, and for the only administrator
 */
export async function leave(ctx: Context<'database' | 'video'>, actor: Actor): Promise<void> {
  const { tenantId, userId } = actor
  assertMay(
    access.memberships.end,
    actor,
    { own: userId },
    'Patients cannot leave the organisation, because it keeps their record.',
  )
  assertOwnSession(actor)
  ctx.setAuditSubject(userId)
  const userName = await endMembership(ctx, tenantId, userId)
  // Count after `endMembership`: it waits for concurrent bookings, and new ones are refused.
  const open = {
    appointments: await countUpcoming(ctx, userId),
    orders: await countOpenOrders(ctx, userId),
    labOrders: await countOpenLabOrders(ctx, userId),
  }
  if (Object.values(open).some((count) => count > 0))
    throw conflict('Finish, cancel or hand over your open appointments, orders and lab orders first.', { open })
  await endClients(ctx, actor)
  endRelationships(ctx, userId)
  const message = { template: 'MEMBER_LEFT' as const, variables: { userName }, about: [userId] }
  queueMessage(ctx, { ...message, to: { userId } })
  queueMessage(ctx, { ...message, to: { allAdministrators: true, except: userId } })
}
