import pg from 'pg'
import { Database } from '../server/src/db/database.ts'
import { AccessTokens } from '../server/src/http/access-token.ts'
import { KeyRing } from '../server/src/http/key-ring.ts'
import { Clock } from '../server/src/lib/clock.ts'
import { Vault } from '../server/src/lib/secrets.ts'
import { TENANT } from './bare-queries.ts'
import type { Stage } from './stage.ts'

/** Microseconds to authenticate a request. */
type AuthenticationCost = { cachedUs: number; newUs: number }

/**
 * Measures authentication: with a cached token, as in all but one call a second, and with a new one including its
 * signature. Excludes the database query.
 */
export async function authenticationCost(stage: Stage): Promise<AuthenticationCost> {
  // Uses another key ring, because the server's private keys are secret.
  const name = 'bench_authentication'
  await stage.owner.query(`drop database if exists ${name}`)
  await stage.owner.query(`create database ${name}`)
  const url = new URL(stage.ownerUrl)
  url.pathname = name
  const own = new pg.Client({ connectionString: url.href })
  await own.connect()
  await own.query(
    'create table signing_keys (kid text primary key, public_jwk jsonb, private_jwk_encrypted bytea, signs_from timestamptz)',
  )
  await own.end()
  const database = new Database({
    url: url.href,
    poolSize: 1,
    laneCount: 1,
    testClock: false,
    applicationName: 'bench',
  })
  const keys = await KeyRing.open(database, new Vault([Buffer.alloc(32, 1)]))
  const status = async () => ({
    role: 'ADMIN' as const,
    scopes: ['users:read'],
    plan: 'PRO' as const,
    verified: true,
    dependants: [],
    mayAct: true,
    maySign: true,
    merges: 0,
  })
  const tokens = new AccessTokens(keys, new Clock(), 'http://bench', status)
  const holder = {
    sub: 'usr_1',
    client_id: 'c',
    tenant: TENANT,
    role: 'ADMIN' as const,
    scope: 'users:read',
    family: 'fam_1',
  }

  const cached = await tokens.issue(holder)
  await tokens.actor(cached)
  const count = 200_000
  const from = performance.now()
  for (let n = 0; n < count; n++) await tokens.actor(cached)
  const cachedUs = ((performance.now() - from) * 1000) / count

  const fresh = await Promise.all(Array.from({ length: 2000 }, () => tokens.issue(holder)))
  const fromFresh = performance.now()
  for (const token of fresh) await tokens.actor(token)
  const newUs = ((performance.now() - fromFresh) * 1000) / fresh.length
  await database.close()
  console.log(`authentication: ${cachedUs.toFixed(2)} µs for a cached token, ${newUs.toFixed(0)} µs for a new one`)
  return { cachedUs, newUs }
}
