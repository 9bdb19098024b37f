import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** The audit log and its hash chain. */
export type Audit = {
  audit_log: {
    tenant_id: string
    id: string
    at: Timestamp
    user_id: string
    client_id: string
    operation: string
    outcome: string
    subject_id: string | null
    patient_ids: Generated<string[]>
    address: string | null
    request_id: string
    xid: Generated<string>
  }
  audit_position: { only_row: Generated<boolean>; xid: Generated<string>; ahead_by: Generated<string> }
  audit_seals: {
    tenant_id: string
    n: string
    sealed_at: Date
    kid: string
    previous: Buffer
    row_ids: string[]
    digests: Buffer
    hash: Buffer
  }
  audit_of_patients: { tenant_id: string; patient_id: string; audit_id: string }
}
