import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { newClinic, newPerson } from '../../../../testing/factories.ts'
import { newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { killMidRun } from '../../../../testing/killed-job.ts'
import { marketing, news } from './campaigns-testing.ts'
import { createEnrolledCampaign, messageCounts } from './enrolled-campaign-testing.ts'

const platform = await startPlatform()
const { owner } = platform
const { admin } = await newClinic(platform)
const { change, waited, run } = marketing(platform, admin)

describe('the job drip-campaigns', () => {
  test('called fifty times concurrently sends each step once to each recipient', async () => {
    const { tenantId, campaignId } = await createEnrolledCampaign(owner, 300)
    const answers = await Promise.all(Array.from({ length: 50 }, () => run()))
    assert.ok(answers.every(({ status, body }) => status === 200 && body.ok))
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.advanced, 0),
      300,
    )
    assert.deepEqual(await messageCounts(owner, tenantId), { people: 300, fewest: 1, most: 1 })
    await waited(campaignId, 24)
    await Promise.all(Array.from({ length: 50 }, () => run()))
    assert.deepEqual(await messageCounts(owner, tenantId), { people: 300, fewest: 2, most: 2 })
  })

  test('continues at the next run after being killed, and sends nothing twice', async () => {
    const url = await newDatabase()
    const db = new pg.Pool({ connectionString: url, max: 2 })
    after(() => db.end())
    const { tenantId } = await createEnrolledCampaign(db, 1000)
    const countDone = async () => (await messageCounts(db, tenantId)).people
    const { before } = await killMidRun(url, db, 'drip-campaigns', countDone)
    assert.ok(before < 1000)
    assert.deepEqual(await messageCounts(db, tenantId), { people: 1000, fewest: 1, most: 1 })
  })

  test('misses no recipient while steps are being changed', async () => {
    const { tenantId, campaignId } = await createEnrolledCampaign(owner, 300)
    const otherAdmin = await newPerson(platform, tenantId, 'ADMIN')
    await Promise.all([
      run(),
      ...[1, 2, 3].map((n) => change(otherAdmin, campaignId, { steps: [news(`${n}`, 0), news('B')] })),
    ])
    await run()
    assert.equal((await messageCounts(owner, tenantId)).people, 300)
    const { rows } = await owner.query(
      `select count(*)::int as lost
       from campaign_enrolments e
       join campaigns c on c.id = e.campaign_id
       where c.id = $1
         and e.last_step <> 0
         and not c.steps @> jsonb_build_array(jsonb_build_object('number', e.last_step))`,
      [campaignId],
    )
    assert.deepEqual(rows, [{ lost: 0 }])
  })
})
