import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type pg from 'pg'
import { startChild, untilDisconnected } from './child.ts'
import { eventually } from './eventually.ts'
import { testMasterKeys } from './roles.ts'

/**
 * Runs a job on a server, kills the server after 200 items, and runs the job again on a new server.
 * @returns the number of items done by the first server, and the response of the second
 */
export async function killMidRun(
  ownerUrl: string,
  owner: pg.Pool,
  job: string,
  countDone: () => Promise<number>,
): Promise<{ before: number; answer: unknown }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'medina-killed-'))
  after(() => rm(dataDir, { recursive: true, force: true }))
  const start = async () => {
    const server = startChild({
      DATABASE_URL: ownerUrl,
      MASTER_KEY: testMasterKeys[0]!.toString('base64'),
      DATA_DIR: dataDir,
      PORT: String(randomInt(20_000, 32_000)),
      DATABASE_TIMEOUT_SEC: '60',
    })
    after(() => server.end('SIGKILL'))
    await server.ready()
    return server
  }
  const runAt = (url: string) =>
    fetch(`${url}/api/cron/${job}`, { method: 'POST', headers: { 'x-cron-secret': 'sandbox-cron-secret' } })

  const first = await start()
  const interrupted = runAt(first.url).catch(() => undefined)
  await eventually(async () => (await countDone()) >= 200, '200 items')
  await first.end('SIGKILL')
  assert.equal(await interrupted, undefined, 'the server was killed before the job ended')
  await untilDisconnected(owner)
  const before = await countDone()

  const second = await start()
  // The lease of the killed server expires.
  const leased = () => owner.query('select from jobs where name = $1 and leased_until > now()', [job])
  await eventually(async () => (await leased()).rowCount === 0, 'the lease to expire')
  const answer = await (await runAt(second.url)).json()
  assert.equal(await second.end('SIGTERM'), 0)
  return { before, answer }
}
