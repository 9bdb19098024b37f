import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { sealKeys } from '../audit/seal.ts'
import { sealFinished } from '../audit/sealer.ts'
import type { Database } from '../db/database.ts'
import type { Vault } from '../lib/secrets.ts'
import type { Tasks } from './scheduler.ts'

/** Rotation interval of the signing key. */
const KEY_AGE_MS = 90 * 24 * 3600 * 1000

type Needs = {
  keys: { rotate(minAgeMs: number): Promise<string | undefined> }
  vault: Vault
  log: FastifyBaseLogger
}

/** Background tasks of the platform itself, across tenants. */
export const housekeeping = ({ keys, vault, log }: Needs, database: Database) =>
  ({
    'make-partitions': async () => {
      await sql`call make_all_partitions()`.execute(database.reader(''))
    },
    'purge-expired': async () => {
      for (const statement of expired) await statement.execute(database.reader(''))
    },
    'seal-audit': () => sealFinished(database, sealKeys(vault), log),
    'rotate-signing-key': async () => {
      const kid = await keys.rotate(KEY_AGE_MS)
      if (kid) log.info({ kid }, 'new signing key published')
    },
  }) satisfies Tasks

/** Deletes expired rows. */
const expired = [
  sql`delete from idempotency_keys where created_at < app_now() - interval '24 hours'`,
  sql`delete from revoked_access_tokens where expires_at < app_now()`,
  sql`delete from token_families where expires_at < app_now()`,
  sql`delete from sessions where ends_at < app_now()`,
  sql`delete from sign_in_choices where expires_at < app_now()`,
  sql`delete from password_resets where expires_at < app_now()`,
  sql`delete from passkey_challenges where expires_at < app_now()`,
  sql`delete from second_factor_challenges where expires_at < app_now()`,
  sql`delete from sign_in_failures where last_at < app_now() - interval '1 day'`,
  sql`delete from confirmation_codes where expires_at < app_now() - interval '1 day'`,
  sql`delete from code_limits where since < app_now() - interval '1 day'`,
  sql`delete from client_secrets where expires_at < app_now()`,
  sql`delete from slot_holds where expires_at < app_now()`,
  sql`delete from days where day < (app_now() at time zone 'UTC')::date - 7`,
  // Expired links are kept for a while, to tell a late link from an unknown one. Used links are kept: they
  // record that the operator has handed the client over and makes no more links for it.
  sql`delete from client_handovers where used_at is null and expires_at < app_now() - interval '30 days'`,
]
