import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { idBounds } from '../../../lib/ids.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { outboxRoutes } from './outbox-routes.ts'
import * as queries from './queries.ts'

export function notificationRoutes(on: On): void {
  on(contract.sendMessage, async (ctx, actor, { body }) => ({
    ok: true as const,
    messageId: await actions.send(ctx, actor, body),
    providerMessageId: '',
    status: 'QUEUED' as const,
  }))

  on(contract.listMessages, async (ctx, actor, { query }) => {
    const { fromId, beforeId } = idBounds('msg', query, ctx.config.mode === 'sandbox')
    const filters: queries.Filters = {
      ...query,
      ...(query.from && { fromId }),
      ...(query.to && { beforeId }),
    }
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, filters), filters, query)
    return { messages: rows.map(present), pagination }
  })

  on(contract.readMessage, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Message')
    return { message: present(row) }
  })

  outboxRoutes(on)
}

const present = (row: queries.Row) => ({
  id: row.id,
  recipientUserId: row.recipient_user_id,
  channel: row.channel,
  templateCode: row.template_code,
  status: row.status,
  providerMessageId: row.provider_message_id ?? '',
  createdAt: row.created_at.toISOString(),
  about: row.about,
  language: row.language,
  lastError: row.last_error,
  sentAt: row.sent_at?.toISOString() ?? null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  readAt: row.read_at?.toISOString() ?? null,
  failedAt: row.failed_at?.toISOString() ?? null,
})
