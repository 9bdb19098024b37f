import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { marketing, news, welcome, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin } = await newPractice(platform)
await writeTemplates(platform, admin)
const { campaign, change, enrol, recipient, enrolmentOf, waited, sentTo, run } = marketing(platform, admin)

describe('a disabled campaign', () => {
  test('pauses its delays and continues them without a burst of messages', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A'), news('B')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await waited(id, 20)
    /** Moves the start of the pause into the past. */
    const paused = (hours: number) =>
      owner.query(
        `update campaigns set disabled_at = disabled_at - make_interval(hours => $2), idle = idle where id = $1`,
        [id, hours],
      )
    await change(admin, id, { enabled: false })
    await waited(id, 1000)
    await paused(1000)
    await run()
    const shown = await enrolmentOf(id, patient)
    assert.deepEqual([shown.state, shown.nextAt], ['ACTIVE', null])
    assert.deepEqual(await sentTo(patient), ['WELCOME'])
    assert.equal(
      (await change(admin, id, { enabled: false })).body.campaign.enabled,
      false,
      'repeating it changes nothing',
    )

    await change(admin, id, { enabled: true })
    await change(admin, id, { enabled: true })
    const { nextAt } = await enrolmentOf(id, patient)
    assert.ok(Math.abs(Date.parse(nextAt) - Date.now() - 4 * 3_600_000) < 60_000, `in four hours: ${nextAt}`)
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME'])
    await waited(id, 4)
    await run()
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME', 'A'])
  })

  test('accepts enrolments, which wait until it is enabled', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome], { enabled: false })
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    assert.deepEqual(await sentTo(patient), [])
    await change(admin, id, { enabled: true })
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME'])
  })
})

describe('changing steps', () => {
  test('leaves each enrolment after its last sent step, and sends no step twice', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [news('A', 0), news('B'), news('C')])
    await enrol(admin, id, { patientIds: [patient.id] })
    const assertContinues = async (...sent: string[]) => {
      await waited(id, 100)
      await run()
      assert.deepEqual(await sentTo(patient), sent)
    }
    await assertContinues('A')
    await assertContinues('A', 'B')
    // B is removed, A is after C, and a new step is first.
    await change(admin, id, { steps: [news('Z', 0), news('C'), news('A'), news('D')] })
    assert.equal((await enrolmentOf(id, patient)).state, 'ACTIVE')
    await assertContinues('A', 'B', 'D')
    assert.equal((await enrolmentOf(id, patient)).state, 'COMPLETED')
  })

  test('skips steps that were sent and then moved to a later position', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [news('A', 0), news('B'), news('C')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await waited(id, 100)
    await run()
    await change(admin, id, { steps: [news('B', 0), news('A'), news('C')] })
    await waited(id, 100)
    await run()
    assert.deepEqual(await sentTo(patient), ['A', 'B', 'C'])
    assert.equal((await enrolmentOf(id, patient)).state, 'COMPLETED')
  })

  test('completes enrolments without further steps', async () => {
    const [ahead, behind, stopped] = [await recipient(tenantId), await recipient(tenantId), await recipient(tenantId)]
    const id = await campaign(admin, [news('A', 0), news('B'), news('C')])
    await enrol(admin, id, { patientIds: [ahead.id, stopped.id] })
    await run()
    const { id: stoppedId } = await enrolmentOf(id, stopped)
    await call('POST', `/api/campaigns/enrolments/${stoppedId}/stop`, { token: admin.token })
    await enrol(admin, id, { patientIds: [behind.id] })
    await change(admin, id, { steps: [news('A', 0)] })
    assert.deepEqual(
      [(await enrolmentOf(id, ahead)).state, (await enrolmentOf(id, behind)).state],
      ['COMPLETED', 'ACTIVE'],
    )
    assert.equal((await enrolmentOf(id, stopped)).state, 'STOPPED')
    await change(admin, id, { steps: [news('A', 0), news('B')] })
    await waited(id, 100)
    await run()
    assert.deepEqual(await sentTo(ahead), ['A'], 'completed enrolments do not restart')
  })

  test('keeps enrolments waiting at steps with a missing or changed template, and reports the fault', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(
      admin,
      [news('A', 0), welcome].map((step, at) => ({ ...step, delayHours: at })),
    )
    await enrol(admin, id, { patientIds: [patient.id] })
    const template = (method: 'PUT' | 'DELETE', body?: object) =>
      call(method, '/api/notification-templates/NEWS/EMAIL/fr', { token: admin.token, body })
    const faults = async (shown: Answer) => {
      const { campaign: one, campaigns } = shown.body
      const { steps } = one ?? campaigns.find((listed: { id: string }) => listed.id === id)
      return steps.map((step: { faults: object[] }) => step.faults)
    }
    const waits = async (path: string[], message: string) => {
      assert.equal((await run()).status, 200)
      assert.deepEqual(await sentTo(patient), [])
      assert.equal((await enrolmentOf(id, patient)).state, 'ACTIVE')
      for (const answer of [
        await call('GET', `/api/campaigns/${id}`, { token: admin.token }),
        await call('GET', '/api/campaigns?pageSize=100', { token: admin.token }),
        await change(admin, id, { name: 'Renamed' }),
      ])
        assert.deepEqual(await faults(answer), [[{ path, message }], []])
    }
    await template('DELETE')
    await waits(['templateCode'], 'is not a template of this organisation for MARKETING')
    await template('PUT', { subject: 'x', text: '{title}', purpose: 'MARKETING', variables: { title: 'text' } })
    const steps = [
      { ...news('A', 0), variables: { title: 'A' } },
      { ...welcome, delayHours: 1 },
    ]
    await owner.query(`update campaigns set steps = jsonb_set(steps, '{0,variables}', '{}') where id = $1`, [id])
    await waits(['variables', 'title'], 'is required')
    assert.deepEqual(await faults(await change(admin, id, { steps })), [[], []])
    await run()
    assert.deepEqual(await sentTo(patient), ['NEWS'])
    await template('DELETE')
    await writeTemplates(platform, admin)
  })
})
