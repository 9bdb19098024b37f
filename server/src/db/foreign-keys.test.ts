import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import { newPractice } from '../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform

/** How often each table was read as a whole. */
async function sequentialScans(tables: string[]): Promise<Record<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, 1500)) // sessions report their statistics once a second
  const { rows } = await owner.query<{ relname: string; seq_scan: number }>(
    'select relname, seq_scan::int from pg_stat_user_tables where relname = any($1) order by 1',
    [tables],
  )
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, seq_scan]))
}

test('checks of foreign keys use an index, also if the table was small when they were planned', async () => {
  const { admin, doctor, patient } = await newPractice(platform)
  await owner.query('vacuum analyze')
  const tables = ['appointments', 'clients', 'token_families', 'users', 'video_rooms']
  const before = await sequentialScans(tables)
  const client = { client_id: doctor.clientId, client_secret: doctor.secret }
  for (let hour = 30; hour < 40; hour++) {
    await book(platform, admin, doctor, patient, hour)
    const body = { grant_type: 'client_credentials', ...client }
    assert.equal((await call('POST', '/api/auth/token', { body })).status, 200)
  }
  assert.deepEqual(await sequentialScans(tables), before)
})
