import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Channel } from '../../lib/channels.ts'
import type { Timestamp } from './columns.ts'

type CampaignStep = {
  number: number
  delayHours: number
  templateCode: string
  channel: Channel | null
  variables: Record<string, string>
}

/** Campaigns: sequences of messages. */
export type Campaigns = {
  campaigns: {
    tenant_id: string
    id: string
    name: string
    steps: ColumnType<CampaignStep[], string, string>
    steps_made: number
    disabled_at: Date | null
    idle: Generated<string>
    created_at: Timestamp
    updated_at: Timestamp
  }
  campaign_enrolments: {
    tenant_id: string
    id: string
    campaign_id: string
    patient_id: string | null
    lead_id: string | null
    person_id: GeneratedAlways<string>
    state: Generated<'ACTIVE' | 'COMPLETED' | 'STOPPED'>
    stop_reason: 'CONSENT_WITHDRAWN' | 'OPTED_OUT' | 'REPLIED' | 'ACCOUNT_DISABLED' | 'BY_ADMINISTRATOR' | null
    last_step: Generated<number>
    steps_sent: Generated<number>
    since: Date
    consent_source: string | null
    enrolled_by: string
    enrolled_at: Timestamp
    last_sent_at: Date | null
    ended_at: Date | null
  }
}
