import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic } from '../../../../testing/factories.ts'
import { asOwner, newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { recordPlans, rowsRead } from '../../../../testing/plans.ts'
import { createPlace, everyDay, open } from '../../../../testing/scheduling.ts'

test('new opening hours read each of their days a few times, before the first statistics of the table', async () => {
  const ownerUrl = await newDatabase()
  await asOwner(ownerUrl, (db) => db.query('alter table days set (autovacuum_enabled = false)'))
  const executed = await recordPlans(ownerUrl)
  const platform = await startPlatform({}, ownerUrl)
  const { admin, doctor } = await newClinic(platform)
  const placeId = await createPlace(platform, admin)
  executed.length = 0
  await open(platform, admin, doctor, everyDay(placeId))
  const { rows } = await platform.owner.query('select count(*)::int as days from days where doctor_id = $1', [
    doctor.id,
  ])
  const [{ days }] = rows
  assert.ok(days > 300)
  const counts = executed.filter(({ statement }) =>
    /range_agg[\s\S]*update days|update days[\s\S]*range_agg/.test(statement),
  )
  assert.equal(counts.length, 1, 'one statement counts the visits')
  const read = rowsRead(counts[0]!.plan, 'days')
  assert.ok(read >= days && read <= 3 * days, `${read} rows for ${days} days`)
})
