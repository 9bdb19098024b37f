import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { consent, marketing, messagesToLead, newLead, news, welcome, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin } = await newPractice(platform)
await writeTemplates(platform, admin)
const { campaign, change, enrol, recipient, enrolmentOf, waited, sentTo, run } = marketing(platform, admin)

describe('the job drip-campaigns', () => {
  test('sends each step after its delay, then completes the enrolment', async () => {
    const own = await startPlatform()
    const practice = await newPractice(own)
    await writeTemplates(own, practice.admin)
    const ownMarketing = marketing(own, practice.admin)
    const patient = await ownMarketing.recipient(practice.tenantId)
    const id = await ownMarketing.campaign(practice.admin, [
      welcome,
      { ...news('A', 72), channel: 'SMS' },
      news('B', 1),
    ])
    await ownMarketing.enrol(practice.admin, id, { patientIds: [patient.id] })
    const passes = async (hours: number, sent: string[]) => {
      await own.advance(hours * 3600)
      assert.equal((await ownMarketing.run()).status, 200)
      assert.deepEqual(await ownMarketing.sentTo(patient), sent, `after ${hours} hours more`)
    }
    await passes(0, ['WELCOME'])
    await passes(0, ['WELCOME'])
    await passes(71.9, ['WELCOME'])
    await passes(0.1, ['WELCOME', 'A'])
    await passes(0.9, ['WELCOME', 'A'])
    await passes(0.1, ['WELCOME', 'A', 'B'])
    await passes(10_000, ['WELCOME', 'A', 'B'])
    const { rows } = await own.owner.query(
      `select purpose, wanted_channel, about, template_code from messages where recipient_user_id = $1 order by id`,
      [patient.id],
    )
    const [enrolment] = (await own.owner.query('select * from campaign_enrolments where campaign_id = $1', [id])).rows
    assert.deepEqual(
      rows,
      [null, 'SMS', null].map((wanted_channel, at) => ({
        purpose: 'MARKETING',
        wanted_channel,
        about: [id, enrolment.id],
        template_code: at === 0 ? 'WELCOME' : 'NEWS',
      })),
    )
    assert.deepEqual([enrolment.state, enrolment.steps_sent], ['COMPLETED', 3])
  })

  test('audits each enrolment as the platform’s operation', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A')])
    const at = Date.now()
    await enrol(admin, id, { patientIds: [patient.id] })
    const answer = await run()
    assert.deepEqual([answer.status, answer.body], [200, { ok: true, advanced: 1 }])
    assert.deepEqual((await run()).body, { ok: true, advanced: 0 })
    const enrolment = await enrolmentOf(id, patient)
    assert.equal(enrolment.stepsSent, 1)
    assert.ok(Date.parse(enrolment.lastSentAt) >= at - 1000)
    assert.equal(Date.parse(enrolment.nextAt) - Date.parse(enrolment.lastSentAt), 24 * 3_600_000)
    const { rows } = await owner.query(
      `select user_id, client_id, operation, patient_ids from audit_log where subject_id = $1`,
      [enrolment.id],
    )
    const done = { user_id: 'platform', client_id: 'cron', operation: '/api/cron/drip-campaigns' }
    assert.deepEqual(rows, [{ ...done, patient_ids: [patient.id] }])
  })

  test('sends only one step after a late start, and the next delay starts then', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A'), news('B')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await waited(id, 24 * 365)
    for (let runs = 0; runs < 3; runs++) await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME'])
    await waited(id, 24 * 365)
    for (let runs = 0; runs < 3; runs++) await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME', 'A'])
  })

  test('completes an enrolment whose remaining steps were sent in an earlier order', async () => {
    const [patient, next] = [await recipient(tenantId), await recipient(tenantId)]
    const id = await campaign(admin, [welcome, news('A'), news('B')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await waited(id, 24)
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME', 'A'])
    await enrol(admin, id, { patientIds: [next.id] })
    assert.equal((await change(admin, id, { steps: [news('A', 0), { ...welcome, delayHours: 24 }] })).status, 200)
    await waited(id, 24)
    await run()
    assert.deepEqual([await sentTo(patient), await sentTo(next)], [['WELCOME', 'A'], ['A']])
    assert.deepEqual(
      [(await enrolmentOf(id, patient)).state, (await enrolmentOf(id, next)).state],
      ['COMPLETED', 'ACTIVE'],
    )
  })

  test('delivers the organisation’s own texts', async () => {
    const [patient, lead] = await Promise.all([
      recipient(tenantId),
      newLead(platform, tenantId, { metadata: { marketingConsent: true, language: 'ar' } }),
    ])
    const id = await campaign(admin, [welcome])
    await enrol(admin, id, { patientIds: [patient.id], leadIds: [lead] })
    await run()
    const kept = async () =>
      (await call('GET', `/api/sandbox/messages?about=${id}`, { token: admin.token })).body.messages
    await eventually(async () => (await kept()).length === 2, 'both to be sent')
    for (const { subject, text, channel, templateCode } of await kept()) {
      assert.match(subject, /^Bonjour /)
      assert.match(text, /Bienvenue/)
      assert.deepEqual([channel, templateCode], ['EMAIL', 'WELCOME'])
    }
  })

  test('handles the campaigns of a patient independently', async () => {
    const patient = await recipient(tenantId)
    const [one, other] = [await campaign(admin, [welcome, news('A', 1)]), await campaign(admin, [news('X', 5)])]
    for (const id of [one, other]) await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await waited(one, 1)
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME', 'A'])
    await waited(other, 5)
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME', 'A', 'X'])
    assert.deepEqual(
      [(await enrolmentOf(one, patient)).state, (await enrolmentOf(other, patient)).state],
      ['COMPLETED', 'COMPLETED'],
    )
  })

  test('writes to leads at the addresses in their form, by default in French', async () => {
    const metadata = { marketingConsent: true }
    const [french, arabic, english] = await Promise.all([
      newLead(platform, tenantId, { metadata: { ...metadata, language: 'tlh' } }),
      newLead(platform, tenantId, { email: null, phone: '+212500009003', metadata: { ...metadata, language: 'ar' } }),
      newLead(platform, tenantId, { metadata: { ...metadata, language: 'en' } }),
    ])
    const id = await campaign(admin, [welcome])
    await enrol(admin, id, { leadIds: [french, arabic, english] })
    await run()
    for (const [lead, to_language, to_phone] of [
      [french, 'fr', null],
      [arabic, 'ar', '+212500009003'],
      [english, 'en', null],
    ] as const) {
      const [message, ...more] = await messagesToLead(platform, lead)
      assert.deepEqual(more, [])
      const { to_email, about, ...shown } = message
      assert.equal(to_email === null, to_phone !== null)
      assert.deepEqual(about, [id, (await enrolmentOf(id, lead)).id])
      assert.deepEqual(shown, {
        template_code: 'WELCOME',
        to_name: 'Nadia Tazi',
        to_phone,
        to_language,
        wanted_channel: null,
      })
    }
  })

  test('sends nothing after consent was withdrawn between two steps, even if it is given again', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await consent(platform, patient)
    await consent(platform, patient, 'MARKETING')
    await waited(id, 100)
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME'])
    const { state, stopReason } = await enrolmentOf(id, patient)
    assert.deepEqual([state, stopReason], ['STOPPED', 'CONSENT_WITHDRAWN'])
  })

  test('checks the consent again before it sends', async () => {
    const [disabled, unconsented, optedOut] = await Promise.all(Array.from({ length: 3 }, () => recipient(tenantId)))
    const id = await campaign(admin, [welcome])
    await enrol(admin, id, { patientIds: [disabled, unconsented, optedOut].map((patient) => patient!.id) })
    await owner.query(`update users set disabled_at = now() where id = $1`, [disabled!.id])
    await consent(platform, unconsented!)
    await owner.query(`insert into contacts (tenant_id, user_id, opt_outs) values ($1, $2, '{EMAIL,SMS}')`, [
      tenantId,
      optedOut!.id,
    ])
    await owner.query(
      `update campaign_enrolments set state = 'ACTIVE', stop_reason = null, ended_at = null where campaign_id = $1`,
      [id],
    )
    await run()
    for (const [patient, reason] of [
      [disabled!, 'ACCOUNT_DISABLED'],
      [unconsented!, 'CONSENT_WITHDRAWN'],
      [optedOut!, 'OPTED_OUT'],
    ] as const) {
      assert.deepEqual(await sentTo(patient), [])
      assert.equal((await enrolmentOf(id, patient)).stopReason, reason)
    }
  })

  test('sends nothing twice if it is repeated, or if the clock is set back', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    // Like an enrolment that was restored from a backup.
    await owner.query(
      `update campaign_enrolments set last_step = 0, since = since - interval '1 day' where campaign_id = $1`,
      [id],
    )
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME', 'A'], 'it continues after the sent step')
  })
})
