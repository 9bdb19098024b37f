import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newClinic } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import { createMonth, monthBack } from '../../testing/months.ts'
import { workerDatabase } from '../../testing/sealing.ts'
import { dropOldEntries } from './retention.ts'

const platform = await startPlatform()
const { owner, services } = platform
const { admin, tenantId } = await newClinic(platform)
const worker = workerDatabase(platform)
const KEEP_DAYS = 365
await owner.query('update audit_position set xid = 1') // entries with the number 0 are sealed

const end = () => dropOldEntries(worker, KEEP_DAYS, services.log)

/** Creates the tables of a past month, with one entry. @returns the names of its tables */
async function makeMonth(months: number, { sealed }: { sealed: boolean }): Promise<string[]> {
  const at = monthBack(months)
  const tables = await createMonth(owner, at, ['audit_log', 'audit_of_patients'])
  const id = `aud_${(at.getTime() + 1).toString(16).padStart(12, '0')}${'0'.repeat(20)}`
  await owner.query(
    `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, patient_ids, request_id, xid)
     values ($1, $2, $3, 'test', 'readPatient', 'DONE', '{}', 'req_test', $4)`,
    [tenantId, id, admin.id, sealed ? 0 : '9000000000000000000'],
  )
  return tables
}

const existing = async (tables: string[]): Promise<string[]> =>
  (await owner.query('select relname from pg_class where relname = any($1) order by 1', [tables])).rows.map(
    ({ relname }) => relname,
  )

test('drops whole months beyond the retention, unless an entry is in no seal', async () => {
  const [old, recent, unsealed] = [
    await makeMonth(20, { sealed: true }),
    await makeMonth(12, { sealed: true }),
    await makeMonth(18, { sealed: false }),
  ]
  await end()
  assert.deepEqual(await existing(old), [])
  assert.deepEqual(await existing(recent), recent, 'its last day is not old enough')
  assert.deepEqual(await existing(unsealed), unsealed)
  await owner.query(`update audit_log set xid = 0 where id < id_floor('aud', now() - interval '400 days')`)
  await end()
  assert.deepEqual(await existing(unsealed), [])
})

test('waits for a slow reader, and blocks no writer meanwhile', async () => {
  const old = await makeMonth(24, { sealed: true })
  const reader = await owner.connect()
  await reader.query('begin')
  await reader.query(`select from ${old[0]}`)
  const ending = end()
  await pause(1500)
  assert.deepEqual(await existing(old), old)
  assert.equal((await platform.call('GET', '/api/patients', { token: admin.token })).status, 200)
  await reader.query('commit')
  reader.release()
  await ending
  assert.deepEqual(await existing(old), [])
})
