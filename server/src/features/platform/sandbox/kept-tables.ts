import pg from 'pg'
import { setupOfSessions } from '../../../db/session.ts'
import { Watchdog } from '../../../db/watchdog.ts'

/**
 * Tables that a reset keeps: tenants, users, clients and webhook endpoints with their data (by decision), the audit log and
 * the request log. A reset empties every other table with a tenant, including future tables that are not listed here.
 */
export const keptTables = [
  'tenants',
  'users',
  'guardianships',
  'doctors',
  'public_doctors',
  'patient_words',
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
  'request_log',
  'request_hours',
]

/** Grants a sandbox's application role the right to empty the other tables. Production never does. */
export async function allowReset(ownerUrl: string): Promise<void> {
  const connection = {
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'medina-care allow reset',
  }
  const owner = new pg.Client(connection)
  owner.on('error', () => {}) // the running query reports it
  new Watchdog(connection).watch(owner)
  try {
    await owner.connect()
    await setupOfSessions({ lock_timeout: 5000 }).configure(owner)
    await owner.query('call allow_reset($1::text[]::regclass[])', [keptTables])
  } finally {
    await owner.end()
  }
}
