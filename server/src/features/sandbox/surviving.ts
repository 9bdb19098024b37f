import pg from 'pg'
import { Watchdog } from '../../db/watchdog.ts'

/**
 * What a reset leaves as it is (decision: "tenants, users, clients and webhook endpoints survive"), with all that belongs
 * to them; and what says who did what. Every other table of tenants is emptied: one that is made later too, unless it is
 * named here.
 */
export const surviving = [
  'tenants',
  'users',
  'doctors',
  'public_doctors',
  'prescriber_keys',
  'signing_certificates',
  'sessions',
  'clients',
  'client_secrets',
  'client_handovers',
  'token_families',
  'refresh_tokens',
  'revoked_access_tokens',
  'webhook_endpoints',
  'webhook_secrets',
  'idempotency_keys',
  'audit_log',
  'audit_seals',
  'audit_of_patients',
  'sandbox_resets',
]

/** Lets the application of a sandbox empty the other tables. In production nobody may. */
export async function allowReset(ownerUrl: string): Promise<void> {
  const connection = {
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'medina-care allow reset',
    lock_timeout: 5000,
  }
  const owner = new pg.Client(connection)
  owner.on('error', () => {}) // the query under way reports it
  new Watchdog(connection).watch(owner)
  try {
    await owner.connect()
    await owner.query('call allow_reset($1::text[]::regclass[])', [surviving])
  } finally {
    await owner.end()
  }
}
