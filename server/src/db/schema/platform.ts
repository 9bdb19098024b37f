import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** The platform's own state. */
export type Platform = {
  idempotency_keys: {
    tenant_id: string
    client_id: string
    route: string
    key: string
    request_sha256: Buffer
    status: number | null
    body_encrypted: Buffer | null
    begun_id: string | null
    patient_ids: Generated<string[]>
    created_at: Timestamp
  }
  request_log: {
    tenant_id: string
    id: string
    at: Date
    client_id: string
    method: string
    path: string
    operation: string | null
    status: number
    code: string | null
    fault_paths: Generated<string[]>
    duration_ms: number
    request_id: string
  }
  request_hours: {
    tenant_id: string
    client_id: string
    hour: Date
    requests: number
    errors: number
    refused: number
  }
  effects: { tenant_id: string; job: string; key: string; at: Timestamp }
  jobs: {
    name: string
    due_at: Date | null
    failures: Generated<number>
    holder: string | null
    leased_until: Date | null
    draining: Generated<boolean>
  }
  tenant_moves: { tenant_id: string; to_url: string; began_at: Timestamp; moved_at: Date | null }
  moved_secrets: { sha256: Buffer; tenant_id: string }
  installation: { only_row: Generated<boolean>; mode: 'sandbox' | 'production' }
  test_clock: {
    only_row: Generated<boolean>
    ahead_by: string
    bound_for: Generated<string>
    bound_by: string | null
  }
  sandbox_resets: {
    tenant_id: string
    id: string
    asked_at: Timestamp
    began_at: Date | null
    reset_at: Date | null
  }
}
