import type { On } from '../../../http/operation.ts'
import * as contract from './outbox-contract.ts'
import * as queries from './outbox-queries.ts'

export function outboxRoutes(on: On): void {
  on(contract.listKeptMessages, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { messages: rows.map(present), pagination }
  })
}

const present = (row: queries.Row) => ({
  id: row.id,
  channel: row.channel,
  to: row.recipient,
  recipientUserId: row.recipient_user_id,
  templateCode: row.template_code,
  about: row.about,
  ...(row.channel === 'EMAIL' ? { subject: row.subject } : {}),
  text: row.body,
  at: row.at.toISOString(),
})
