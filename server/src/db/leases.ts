import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Statement } from './flush.ts'

/** How long a crashed server's lease lasts. */
const LEASE_SEC = 8
const RENEW_MS = 2000

const take = `insert into jobs (name, holder, leased_until)
  values ($1, $2, now() + make_interval(secs => $3))
  on conflict (name) do update
  set holder = excluded.holder, leased_until = excluded.leased_until
  where jobs.leased_until is null or jobs.leased_until <= now() or jobs.holder = excluded.holder
  returning name`
const renew = `update jobs set leased_until = now() + make_interval(secs => $3) where name = $1 and holder = $2`
const release = `update jobs set holder = null, leased_until = null where name = $1 and holder = $2`

/**
 * Runs named work unless another process of the installation runs it. The lease is a row instead of a session lock, so
 * that it works through a connection pooler.
 * @param send runs one statement and commits it
 * @returns undefined if another process has the lease
 */
export async function withLease<T>(
  send: (statement: Statement) => Promise<pg.QueryResult>,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const holder = randomUUID()
  const taken = await send({ sql: take, parameters: [name, holder, LEASE_SEC] })
  if (taken.rows.length === 0) return undefined
  // If the lease cannot be renewed, it expires while the work continues. That is safe: the work's steps have their own locks.
  const renewal = setInterval(() => {
    send({ sql: renew, parameters: [name, holder, LEASE_SEC] }).catch(() => {})
  }, RENEW_MS)
  renewal.unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await send({ sql: release, parameters: [name, holder] }).catch(() => {}) // if this fails, the lease expires
  }
}
