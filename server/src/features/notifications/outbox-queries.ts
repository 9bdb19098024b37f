import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Channel } from '../../messages/channels.ts'
import type { Fate, Outgoing } from '../../providers/messages/index.ts'

export const keep = prepared<Outgoing & { receipt: Fate['status'] | null; afterSec: number | null }>(
  (v) => sql`
    insert into sandbox_messages (tenant_id, message_id, channel, recipient, subject, body, receipt, receipt_at)
    values (${v.tenantId}, ${v.messageId}, ${v.channel}, ${v.to}, ${v.subject}, ${v.text}, ${v.receipt},
      app_now() + ${v.afterSec}::float8 * interval '1 second')
    on conflict do nothing`,
)

const AT_ONCE = 500

type Due = { messageId: string; channel: Channel; status: Fate['status'] }

/** Receipts of every tenant that are due, which are nobody else's from now on. */
export const takeDue = prepared<object, Due>(
  () => sql`
    with due as (
      select tenant_id, message_id, channel
      from sandbox_messages
      where receipt_at <= app_now()
      order by receipt_at
      limit ${sql.lit(AT_ONCE)}
      for update skip locked)
    update sandbox_messages s
    set receipt_at = null
    from due d
    where (s.tenant_id, s.message_id, s.channel) = (d.tenant_id, d.message_id, d.channel)
    returning s.message_id as "messageId", s.channel, s.receipt as status`,
)
