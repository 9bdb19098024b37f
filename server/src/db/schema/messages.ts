import type { ColumnType, Generated } from 'kysely'
import type { Channel, Kind, Language, Purpose } from '../../lib/channels.ts'
import type { Timestamp } from './columns.ts'

/** Messages to people, and their templates. */
export type Messages = {
  messages: {
    tenant_id: string
    id: string
    recipient_user_id: string | null
    /** The guardian to whom a message to a dependant without an address goes. */
    via_user_id: string | null
    lead_id: string | null
    to_name: string | null
    to_email: string | null
    to_phone: string | null
    to_language: Language | null
    template_code: string
    variables: ColumnType<Record<string, string>, string>
    purpose: Purpose
    about: Generated<string[]>
    wanted_channel: Channel | null
    status: Generated<'QUEUED' | 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'>
    channel: Channel | null
    language: Language | null
    provider: string | null
    provider_message_id: string | null
    attempt: Generated<number>
    given_up: Generated<Channel[]>
    last_error: string | null
    next_at: ColumnType<Date | null, Date | undefined, Date | null>
    useless_at: Date | null
    lease: string | null
    lease_until: Date | null
    created_at: Timestamp
    sent_at: Date | null
    delivered_at: Date | null
    read_at: Date | null
    failed_at: Date | null
    in_doubt_since: Date | null
    former_ids: Generated<string[]>
  }
  message_replies: {
    tenant_id: string
    id: string
    provider: string
    provider_reply_id: string
    channel: Channel
    from_phone: string
    user_id: string | null
    lead_id: string | null
    text: string
    stop: boolean
    at: Timestamp
  }
  sandbox_messages: {
    tenant_id: string
    message_id: string
    channel: Channel
    recipient: string
    subject: string
    body: string
    receipt: 'DELIVERED' | 'READ' | 'FAILED' | null
    receipt_at: Date | null
    at: Timestamp
  }
  notification_templates: {
    tenant_id: string
    code: string
    purpose: Purpose
    variables: ColumnType<Record<string, Kind>, string>
  }
  notification_texts: {
    tenant_id: string
    code: string
    channel: Channel
    language: Language
    own_code: string | null
    subject: string
    text: string
    updated_at: Timestamp
  }
}
