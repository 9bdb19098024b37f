import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Outgoing } from '../../providers/messages/index.ts'

export const keep = prepared<Outgoing>(
  (v) => sql`
    insert into sandbox_messages (tenant_id, message_id, channel, recipient, subject, body)
    values (${v.tenantId}, ${v.messageId}, ${v.channel}, ${v.to}, ${v.subject}, ${v.text})
    on conflict do nothing`,
)
