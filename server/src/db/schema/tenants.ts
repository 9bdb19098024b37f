import type { JWK } from 'jose'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Maintained, Timestamp } from './columns.ts'

/** Organisations, clients and credentials. */
export type Tenants = {
  tenants: {
    tenant_id: string
    name: string
    plan: 'STARTER' | 'PRO' | 'ENTERPRISE'
    created_at: Timestamp
    burst_factor: number | null
    burst_sec: number | null
    merges: Maintained<number>
  }
  clients: {
    tenant_id: string
    id: string
    acts_as: string
    name: string
    scopes: string[]
    created_at: Timestamp
    disabled_at: Date | null
    signing_allowed_at: Date | null
    acting_allowed_at: Date | null
    ended_at: Date | null
  }
  client_secrets: {
    tenant_id: string
    client_id: string
    secret_sha256: Buffer
    created_at: Timestamp
    expires_at: Date | null
  }
  client_handovers: {
    tenant_id: string
    token_sha256: Buffer
    client_id: string
    grace_hours: number
    acts: Generated<boolean>
    /** The administrator who created it; null for the platform. */
    created_by: string | null
    created_at: Timestamp
    expires_at: Date
    used_at: Date | null
  }
  access_requests: {
    tenant_id: string
    id: string
    organization: string
    contact_name: string
    email: string
    purpose: string
    sandbox_only: boolean
    status: Generated<'PENDING' | 'GRANTED' | 'REFUSED'>
    created_at: Timestamp
    decided_at: Date | null
    decided_by: string | null
    reason: string | null
    granted_tenant_id: string | null
    granted_client_id: string | null
    asker: GeneratedAlways<string>
  }
  signing_keys: {
    kid: string
    public_jwk: JWK
    private_jwk_encrypted: Buffer
    created_at: Timestamp
    signs_from: Date
  }
  token_families: {
    tenant_id: string
    id: string
    client_id: string
    created_at: Timestamp
    expires_at: Date
    revoked_at: Date | null
    secret_made_at: Date | null
  }
  refresh_tokens: {
    tenant_id: string
    family_id: string
    token_sha256: Buffer
    scopes: string[]
    created_at: Timestamp
    used_at: Date | null
  }
  revoked_access_tokens: { tenant_id: string; jti: string; expires_at: Date }
}
