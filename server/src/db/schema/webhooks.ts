import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** Events, webhook endpoints and deliveries. */
export type Webhooks = {
  events: {
    tenant_id: string
    id: string
    kind: string
    subject_id: string
    audience: string[]
    body: string
    created_at: Date
    seq: Generated<string>
    xid: Generated<string>
    test: Generated<boolean>
    traceparent: string | null
  }
  event_numbering: { only_row: Generated<boolean>; ahead_by: Generated<string> }
  webhook_endpoints: {
    tenant_id: string
    id: string
    client_id: string
    /** The scopes of the token that registered the endpoint; null means the scopes of its client. */
    scopes: string[] | null
    url: string
    kinds: Generated<string[]>
    redundant_url: string | null
    description: string | null
    status: Generated<'ENABLED' | 'DISABLED_USER' | 'DISABLED_AUTO' | 'GONE'>
    max_in_flight: Generated<number>
    consecutive_failures: Generated<number>
    first_failure_at: Date | null
    last_success_at: Date | null
    exhausted: Generated<number>
    created_at: Timestamp
    deleted_at: Date | null
  }
  webhook_secrets: {
    tenant_id: string
    endpoint_id: string
    id: string
    secret_encrypted: Buffer
    state: 'NEXT' | 'CURRENT' | 'PREVIOUS'
    created_at: Timestamp
    valid_until: Date | null
  }
  webhook_deliveries: {
    tenant_id: string
    event_id: string
    endpoint_id: string
    n: Generated<number>
    state: 'PENDING' | 'SENDING' | 'SUCCEEDED' | 'FAILED' | 'HELD' | 'CANCELLED'
    attempt: Generated<number>
    next_at: Date
    lease: string | null
    lease_until: Date | null
    owner: number | null
    last_status: number | null
    last_error: string | null
    finished_at: Date | null
    rank: Generated<number>
    trigger: Generated<'AUTO' | 'MANUAL' | 'RECOVERY'>
    created_at: ColumnType<Date | null, never, never>
  }
  webhook_recoveries: {
    tenant_id: string
    endpoint_id: string
    id: string
    since: Date
    until: Date
    state: Generated<'RUNNING' | 'DONE' | 'CANCELLED'>
    position: string
    before_id: string
    resent: Generated<number>
    created_at: Timestamp
    finished_at: Date | null
  }
  webhook_attempts: {
    tenant_id: string
    event_id: string
    endpoint_id: string
    n: number
    attempt: number
    id: string
    started_at: Date
    duration_ms: number
    http_status: number | null
    error: string | null
    remote_address: string | null
    response_head: string | null
    ended_at: Timestamp
    redundant: Generated<boolean>
  }
  webhook_notices: {
    tenant_id: string
    endpoint_id: string
    kind: 'FAILING' | 'DISABLED' | 'GONE'
    failing_since: Date
    at: Timestamp
  }
  webhook_minutes: {
    tenant_id: string
    endpoint_id: string
    minute: Date
    duration_class: number
    succeeded: number
    failed: number
  }
  webhook_hours: {
    tenant_id: string
    endpoint_id: string
    hour: Date
    duration_class: number
    succeeded: number
    failed: number
  }
  webhook_minutes_position: { only_row: Generated<boolean>; minute: Date }
}
