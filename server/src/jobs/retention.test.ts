import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTenant } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import { workerDatabase } from '../../testing/sealing.ts'
import { deleteOldEffects } from './retention.ts'

const platform = await startPlatform()
const { owner } = platform
const worker = workerDatabase(platform)

test('deletes effects beyond the retention, but not those of recalls', async () => {
  const tenantId = await newTenant(platform)
  const record = (job: string, count: number, daysAgo: number) =>
    owner.query(
      `insert into effects (tenant_id, job, key, at)
       select $1, $2, $3::int || ' ' || n, now() - make_interval(days => $3::int) from generate_series(1, $4::int) n`,
      [tenantId, job, daysAgo, count],
    )
  await record('reminders', 5500, 41)
  await record('drip-campaigns', 2, 400)
  await record('reminders', 3, 39)
  await record('recall', 1, 400)
  assert.equal(await deleteOldEffects(worker, 40), 5502)
  const { rows } = await owner.query(
    'select job, count(*)::int as n from effects where tenant_id = $1 group by job order by job',
    [tenantId],
  )
  assert.deepEqual(rows, [
    { job: 'recall', n: 1 },
    { job: 'reminders', n: 3 },
  ])
})
