import type { Actor } from '../../../actor.ts'
import { type Fault, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { type Channel, channels } from '../../../lib/channels.ts'
import { sendable } from '../../../messages/catalog.ts'
import { enqueue } from '../../../messages/queue.ts'
import { faultsOf } from '../../../messages/variables.ts'
import { findDeclaration } from '../templates/actions.ts'
import type { sendMessage } from './contract.ts'
import { channelsTo } from './engine/routing.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

const PLATFORM_ONLY = `is sent only by the platform. Use a template of your organisation, or one of: ${sendable.join(', ')}`

type MessageRequest = Input<typeof sendMessage>['body']

/**
 * Queues a message on request. @returns its id
 * @throws {ApiError} 422 for an unknown template or recipient, a template that only the platform sends, wrong variables, or a
 *   recipient without an address; 403 by the rules of `assertMaySend`
 */
export async function send(
  ctx: Context<'config' | 'messages'>,
  actor: Actor,
  { recipientUserId, ...request }: MessageRequest,
): Promise<string> {
  const { templateCode, variables, channel } = request
  const { tenantId } = actor
  const declaration = await findDeclaration(ctx.db, tenantId, templateCode)
  const recipient = await queries.findRecipient(ctx.db, actor.role, { ...actor, id: recipientUserId })
  const faults: Fault[] = []
  if (!declaration) faults.push({ path: ['templateCode'], message: 'is not a template code' })
  else if (declaration.platformOnly) faults.push({ path: ['templateCode'], message: PLATFORM_ONLY })
  else faults.push(...faultsOf(declaration, variables, { allowHttp: ctx.config.mode === 'sandbox' }))
  // Unknown ids get the same answer as other patients, so that it does not reveal which ids exist.
  const own = recipient?.own ?? false
  if (!rules.maySendTo(actor, own)) {
    if (!declaration || faults.length > 0) throw unprocessable(faults)
    rules.assertMaySend(actor, declaration.purpose, own)
  }
  if (!recipient)
    faults.push({ path: ['recipientUserId'], message: 'is not a user of this organisation who can receive messages' })
  else if (!isReachable(ctx, { ...recipient, wanted_channel: channel ?? null }))
    faults.push({ path: ['recipientUserId'], message: 'has no address on any channel' })
  if (!declaration || !recipient || faults.length > 0) throw unprocessable(faults)

  rules.assertMaySend(actor, declaration.purpose, own)
  const to = { userId: recipientUserId }
  const { purpose } = declaration
  const id = enqueue(ctx, { to, templateCode, purpose, variables, about: [], channel: channel ?? undefined })!
  ctx.setAuditSubject(id, recipient.patient_id ?? undefined)
  return id
}

type Addresses = Pick<queries.Recipient, 'email' | 'phone' | 'preferred_channel'> & { wanted_channel: Channel | null }

const isReachable = ({ messages }: Context<'messages'>, recipient: Addresses): boolean =>
  channelsTo(recipient, new Set(channels.filter((channel) => messages[channel]))).length > 0
