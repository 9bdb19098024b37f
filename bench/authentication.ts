import pg from 'pg'
import { Database } from '../server/src/db/database.ts'
import { AccessTokens } from '../server/src/http/access-token.ts'
import { KeyRing } from '../server/src/http/key-ring.ts'
import { Clock } from '../server/src/lib/clock.ts'
import { Vault } from '../server/src/lib/secrets.ts'
import { TENANT } from './bare-queries.ts'
import type { Stage } from './stage.ts'

/** Microseconds that it takes to know who calls. */
type AuthenticationCost = { rememberedUs: number; firstMetUs: number }

/**
 * What authentication costs this process: a token that is remembered, as in all but one call a second, and one that is
 * met for the first time, signature and all. The question to the database is left out of both.
 */
export async function authenticationCost(stage: Stage): Promise<AuthenticationCost> {
  // A key ring of its own: the server's private keys stay with the server.
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
  const standing = async () => ({
    role: 'ADMIN' as const,
    scopes: ['users:read'],
    plan: 'PRO' as const,
    verified: true,
  })
  const tokens = new AccessTokens(keys, new Clock(), 'http://bench', standing)
  const holder = {
    sub: 'usr_1',
    client_id: 'c',
    tenant: TENANT,
    role: 'ADMIN' as const,
    scope: 'users:read',
    family: 'fam_1',
  }

  const remembered = await tokens.issue(holder)
  await tokens.actor(remembered)
  const many = 200_000
  const from = performance.now()
  for (let n = 0; n < many; n++) await tokens.actor(remembered)
  const rememberedUs = ((performance.now() - from) * 1000) / many

  const fresh = await Promise.all(Array.from({ length: 2000 }, () => tokens.issue(holder)))
  const fromFresh = performance.now()
  for (const token of fresh) await tokens.actor(token)
  const firstMetUs = ((performance.now() - fromFresh) * 1000) / fresh.length
  await database.close()
  console.log(
    `authentication: ${rememberedUs.toFixed(2)} µs for a remembered token, ${firstMetUs.toFixed(0)} µs for a new one`,
  )
  return { rememberedUs, firstMetUs }
}
