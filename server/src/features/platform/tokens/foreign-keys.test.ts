import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform

/** How often all families were read. */
async function wholeReads(): Promise<number> {
  await pause(1500) // connections report their statistics once a second
  const { rows } = await owner.query("select seq_scan::int from pg_stat_user_tables where relname = 'token_families'")
  return rows[0].seq_scan
}

test('a grant reads one family, also on connections that granted while there were few', async () => {
  const { doctor } = await newPractice(platform)
  await owner.query('vacuum analyze')
  const before = await wholeReads()
  const body = { grant_type: 'client_credentials', client_id: doctor.clientId, client_secret: doctor.secret }
  for (let grants = 0; grants < 10; grants++)
    assert.equal((await call('POST', '/api/auth/token', { body })).status, 200)
  assert.equal(await wholeReads(), before)
})
