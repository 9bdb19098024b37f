import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { startChild } from '../../testing/child.ts'
import { eventually } from '../../testing/eventually.ts'
import { messagesTo, newPerson, newTenant, type Person } from '../../testing/factories.ts'
import { newDatabase, type Platform, startPlatform } from '../../testing/harness.ts'
import { newPractice } from '../../testing/practice.ts'
import { testMasterKeys } from '../../testing/template.ts'
import { consent, marketing, messagesToLead, newLead, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { campaign, change, enrol, recipient, run } = marketing(platform)
const { tenantId, admin } = await newPractice(platform)
await writeTemplates(platform, admin)

const welcome = { delayHours: 0, templateCode: 'WELCOME' }
const news = (headline: string, delayHours = 24) => ({ delayHours, templateCode: 'NEWS', variables: { headline } })

const enrolmentOf = async (campaignId: string, who: Person | string) => {
  const filter = typeof who === 'string' ? `leadId=${who}` : `patientId=${who.id}`
  const { body } = await call('GET', `/api/campaigns/${campaignId}/enrolments?${filter}`, { token: admin.token })
  return body.enrolments[0]
}
/** As if everybody's last step in a campaign had been sent so long before. */
const waited = (campaignId: string, hours: number) =>
  owner.query(`update campaign_enrolments set since = since - make_interval(secs => $2) where campaign_id = $1`, [
    campaignId,
    hours * 3600,
  ])
/** What a person was sent of campaigns, in order: headlines, or codes where there is none. */
const sentTo = async (of: Platform, { id }: Person) => {
  const messages = await messagesTo(of, id)
  return messages.map(({ template_code, variables }) => variables.headline ?? template_code)
}

describe('the job drip-campaigns', () => {
  test('sends each step when its delay is over, by the clock, and then it is completed', async () => {
    const own = await startPlatform()
    const practice = await newPractice(own)
    await writeTemplates(own, practice.admin)
    const its = marketing(own)
    const patient = await its.recipient(practice.tenantId)
    const id = await its.campaign(practice.admin, [welcome, { ...news('A', 72), channel: 'SMS' }, news('B', 1)])
    await its.enrol(practice.admin, id, { patientIds: [patient.id] })
    const passes = async (hours: number, sent: string[]) => {
      await own.advance(hours * 3600)
      assert.equal((await its.run()).status, 200)
      assert.deepEqual(await sentTo(own, patient), sent, `after ${hours} hours more`)
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

  test('says whom it advanced, and is written down as the platform’s own doing', async () => {
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

  test('that comes late sends one step and no more, and the delay of the next counts from then', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A'), news('B')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await waited(id, 24 * 365)
    for (let runs = 0; runs < 3; runs++) await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME'])
    await waited(id, 24 * 365)
    for (let runs = 0; runs < 3; runs++) await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME', 'A'])
  })

  test('has the organisation’s own words reach their recipient', async () => {
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

  test('takes each campaign that somebody is in for itself', async () => {
    const patient = await recipient(tenantId)
    const [one, other] = [await campaign(admin, [welcome, news('A', 1)]), await campaign(admin, [news('X', 5)])]
    for (const id of [one, other]) await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await waited(one, 1)
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME', 'A'])
    await waited(other, 5)
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME', 'A', 'X'])
    assert.deepEqual(
      [(await enrolmentOf(one, patient)).state, (await enrolmentOf(other, patient)).state],
      ['COMPLETED', 'COMPLETED'],
    )
  })

  test('writes to leads at the addresses of their form, in French unless it says otherwise', async () => {
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

  test('sends nothing to whoever took their consent back between two steps, though they give it again', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await consent(platform, patient)
    await consent(platform, patient, 'MARKETING')
    await waited(id, 100)
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME'])
    const { state, stopReason } = await enrolmentOf(id, patient)
    assert.deepEqual([state, stopReason], ['STOPPED', 'CONSENT_WITHDRAWN'])
  })

  test('looks again before it sends, should nobody have been stopped when they had to be', async () => {
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
      assert.deepEqual(await sentTo(platform, patient), [])
      assert.equal((await enrolmentOf(id, patient)).stopReason, reason)
    }
  })

  test('called fifty times at once sends each step once to each', async () => {
    const { tenantId: crowded, campaignId } = await crowd(owner, 300)
    const answers = await Promise.all(Array.from({ length: 50 }, () => run()))
    assert.ok(answers.every(({ status, body }) => status === 200 && body.ok))
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.advanced, 0),
      300,
    )
    assert.deepEqual(await told(owner, crowded), { people: 300, fewest: 1, most: 1 })
    await waited(campaignId, 24)
    await Promise.all(Array.from({ length: 50 }, () => run()))
    assert.deepEqual(await told(owner, crowded), { people: 300, fewest: 2, most: 2 })
  })

  test('sends nothing again where it is repeated, or a clock is set back', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    // As if the enrolment had been restored from the day before, and the effects had not.
    await owner.query(
      `update campaign_enrolments set last_step = 0, since = since - interval '1 day' where campaign_id = $1`,
      [id],
    )
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME', 'A'], 'it goes on behind what was sent')
  })

  test('killed in the middle goes on at the next run, and sends nothing twice', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'medina-campaigns-'))
    after(() => rm(dataDir, { recursive: true, force: true }))
    const url = await newDatabase()
    const db = new pg.Pool({ connectionString: url, max: 2 })
    after(() => db.end())
    const { tenantId: crowded } = await crowd(db, 1000)
    const env = {
      DATABASE_URL: url,
      MASTER_KEY: testMasterKeys[0]!.toString('base64'),
      DATA_DIR: dataDir,
      PORT: String(randomInt(20_000, 32_000)),
    }
    const runAt = (at: string) =>
      fetch(`${at}/api/cron/drip-campaigns`, { method: 'POST', headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
    const first = startChild(env)
    after(() => first.end('SIGKILL'))
    await first.ready()
    const cut = runAt(first.url).catch(() => undefined)
    await eventually(async () => (await told(db, crowded)).people >= 100, 'some to be written to')
    await first.end('SIGKILL')
    assert.equal(await cut, undefined, 'it was killed before it was done')
    const before = (await told(db, crowded)).people
    assert.ok(before < 1000)

    const second = startChild(env)
    after(() => second.end('SIGKILL'))
    await second.ready()
    assert.equal((await runAt(second.url)).status, 200)
    assert.deepEqual(await told(db, crowded), { people: 1000, fewest: 1, most: 1 })
    assert.equal(await second.end('SIGTERM'), 0)
  })
})

describe('whoever answers', () => {
  let told = 0
  /** What the provider tells of an answer. */
  const answers = (from: string, text: string) =>
    platform.services.sender.take('twilio', {
      receipts: [],
      replies: [{ id: `reply ${told++}`, channel: 'SMS' as const, from, text }],
    })
  const withNumber = async (phone: string): Promise<Person> => {
    const patient = await recipient(tenantId)
    await owner.query('insert into contacts (tenant_id, user_id, phone) values ($1, $2, $3)', [
      tenantId,
      patient.id,
      phone,
    ])
    return patient
  }
  const fate = async (campaignId: string, who: Person | string) => {
    const { state, stopReason } = await enrolmentOf(campaignId, who)
    return [state, stopReason]
  }

  test('is sent no more of what they answered to; what has not begun for them goes on', async () => {
    const patient = await withNumber('+212500009010')
    const lead = await newLead(platform, tenantId, {
      phone: '+212500009011',
      metadata: { marketingConsent: true },
    })
    const [begun, toCome] = [await campaign(admin, [welcome, news('A')]), await campaign(admin, [news('B', 100)])]
    for (const id of [begun, toCome]) await enrol(admin, id, { patientIds: [patient.id], leadIds: [lead] })
    await run()
    await answers('+212500009010', 'Merci, à quelle heure ?')
    await answers('+212500009011', 'Merci')
    await waited(begun, 100)
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME'])
    assert.equal((await messagesToLead(platform, lead)).length, 1)
    for (const who of [patient, lead]) {
      assert.deepEqual(await fate(begun, who), ['STOPPED', 'REPLIED'])
      assert.deepEqual(await fate(toCome, who), ['ACTIVE', null])
    }
  })

  test('that they want no more is out of all campaigns, and as a lead never enrolled again', async () => {
    const patient = await withNumber('+212500009020')
    const phone = '+212500009021'
    const [lead, finished] = await Promise.all([
      newLead(platform, tenantId, { phone, metadata: { marketingConsent: true } }),
      newLead(platform, tenantId, { email: null, phone: '+212500009022', metadata: { marketingConsent: true } }),
    ])
    const [id, toCome] = [await campaign(admin, [welcome]), await campaign(admin, [news('B', 100)])]
    await enrol(admin, id, { leadIds: [finished] })
    await run()
    await enrol(admin, toCome, { patientIds: [patient.id], leadIds: [lead] })
    for (const from of ['+212500009020', phone, '+212500009022']) await answers(from, 'Stop')
    for (const who of [patient, lead]) assert.deepEqual(await fate(toCome, who), ['STOPPED', 'OPTED_OUT'])
    assert.deepEqual(await fate(id, finished), ['COMPLETED', null])
    const again = await newLead(platform, tenantId, { phone: '+212500009022', metadata: { marketingConsent: true } })
    const leadIds = [lead, finished, again]
    const { refused } = (await enrol(admin, await campaign(admin, [welcome]), { leadIds, consentSource: 'x' })).body
    assert.deepEqual(
      refused,
      leadIds.map((one) => ({ id: one, reason: 'OPTED_OUT' })),
    )
  })
})

describe('a campaign that is disabled', () => {
  test('pauses: its delays go on counting where they stopped, and nobody is flooded', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome, news('A'), news('B')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await waited(id, 20)
    /** As if the pause had begun so long before. */
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
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME'])
    assert.equal((await change(admin, id, { enabled: false })).body.campaign.enabled, false, 'and changes nothing')

    await change(admin, id, { enabled: true })
    await change(admin, id, { enabled: true })
    const { nextAt } = await enrolmentOf(id, patient)
    assert.ok(Math.abs(Date.parse(nextAt) - Date.now() - 4 * 3_600_000) < 60_000, `in four hours: ${nextAt}`)
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME'])
    await waited(id, 4)
    await run()
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME', 'A'])
  })

  test('takes people in, who wait until it is enabled', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome], { enabled: false })
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    assert.deepEqual(await sentTo(platform, patient), [])
    await change(admin, id, { enabled: true })
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME'])
  })
})

describe('steps that are changed', () => {
  test('find everybody behind the step that they were sent last, and send nobody a step twice', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [news('A', 0), news('B'), news('C')])
    await enrol(admin, id, { patientIds: [patient.id] })
    const goesOn = async (...sent: string[]) => {
      await waited(id, 100)
      await run()
      assert.deepEqual(await sentTo(platform, patient), sent)
    }
    await goesOn('A')
    await goesOn('A', 'B')
    // B is gone, A has moved behind C, and something stands before them all.
    await change(admin, id, { steps: [news('Z', 0), news('C'), news('A'), news('D')] })
    assert.equal((await enrolmentOf(id, patient)).state, 'ACTIVE')
    await goesOn('A', 'B', 'D')
    assert.equal((await enrolmentOf(id, patient)).state, 'COMPLETED')
  })

  test('that were sent and moved further back are passed over', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [news('A', 0), news('B'), news('C')])
    await enrol(admin, id, { patientIds: [patient.id] })
    await run()
    await waited(id, 100)
    await run()
    await change(admin, id, { steps: [news('B', 0), news('A'), news('C')] })
    await waited(id, 100)
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['A', 'B', 'C'])
    assert.equal((await enrolmentOf(id, patient)).state, 'COMPLETED')
  })

  test('complete the enrolment of whoever has nothing left before them', async () => {
    const [ahead, behind] = [await recipient(tenantId), await recipient(tenantId)]
    const id = await campaign(admin, [news('A', 0), news('B'), news('C')])
    await enrol(admin, id, { patientIds: [ahead.id] })
    await run()
    await enrol(admin, id, { patientIds: [behind.id] })
    await change(admin, id, { steps: [news('A', 0)] })
    assert.deepEqual(
      [(await enrolmentOf(id, ahead)).state, (await enrolmentOf(id, behind)).state],
      ['COMPLETED', 'ACTIVE'],
    )
    await change(admin, id, { steps: [news('A', 0), news('B')] })
    await waited(id, 100)
    await run()
    assert.deepEqual(await sentTo(platform, ahead), ['A'], 'what is completed does not begin again')
  })

  test('meet a run that is under way: nobody is lost between the two', async () => {
    const { tenantId: crowded, campaignId, admin: its } = await crowd(owner, 300)
    await Promise.all([
      run(),
      ...[1, 2, 3].map((n) => change(its, campaignId, { steps: [news(`${n}`, 0), news('B')] })),
    ])
    await run()
    assert.deepEqual(await told(owner, crowded, 'people'), { people: 300 })
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

  test('whose template is gone wait until it is there again', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome])
    await enrol(admin, id, { patientIds: [patient.id] })
    const become = (purpose: string) =>
      owner.query(`update notification_templates set purpose = $2 where tenant_id = $1 and code = 'WELCOME'`, [
        tenantId,
        purpose,
      ])
    await become('SERVICE')
    assert.equal((await run()).status, 200)
    assert.deepEqual(await sentTo(platform, patient), [])
    await become('MARKETING')
    await run()
    assert.deepEqual(await sentTo(platform, patient), ['WELCOME'])
  })
})

/** A campaign of two steps in an organisation of its own, with many enrolled as if somebody had asked each of them. */
async function crowd(db: pg.Pool, count: number) {
  const at = { ...platform, owner: db }
  const crowded = await newTenant(at)
  const its = db === owner ? await newPerson(platform, crowded, 'ADMIN') : undefined
  const adminId = its?.id ?? `usr_admin${crowded.slice(-8)}`
  if (!its)
    await db.query(
      `insert into users (tenant_id, id, email, name, role) values ($1, $2, $2 || '@test.example', 'A', 'ADMIN')`,
      [crowded, adminId],
    )
  await db.query(
    `insert into notification_templates (tenant_id, code, purpose, variables)
     values ($1, 'WELCOME', 'MARKETING', '{}'), ($1, 'NEWS', 'MARKETING', '{"headline": "text"}')`,
    [crowded],
  )
  const campaignId = `cmp_${crowded.slice(4)}`
  const steps = [welcome, news('A')].map((step, n) => ({ number: n + 1, channel: null, variables: {}, ...step }))
  await db.query(`insert into campaigns (tenant_id, id, name, steps, steps_made) values ($1, $2, 'Crowd', $3, 2)`, [
    crowded,
    campaignId,
    JSON.stringify(steps),
  ])
  await db.query(
    `with people as (
       insert into users (tenant_id, id, email, name, role)
       select $1, id, id || '@test.example', 'P', 'PATIENT'
       from (select new_id('usr') as id from generate_series(1, $2)) made
       returning tenant_id, id
     ), consents as (
       insert into patient_consents (tenant_id, patient_id, name, version, granted, decided_by, client_id)
       select tenant_id, id, 'MARKETING', 1, true, id, 'test' from people
     )
     insert into campaign_enrolments (tenant_id, id, campaign_id, patient_id, since, enrolled_by)
     select tenant_id, new_id('enr'), $3, id, now(), $4 from people`,
    [crowded, count, campaignId, adminId],
  )
  return { tenantId: crowded, campaignId, admin: its! }
}

/** How many people of a tenant were written to, and how often each. */
async function told(db: pg.Pool, of: string, ...only: string[]) {
  const { rows } = await db.query(
    `select count(*)::int as people, min(n)::int as fewest, max(n)::int as most
     from (select count(*) as n from messages where tenant_id = $1 group by recipient_user_id) each_of`,
    [of],
  )
  return only.length === 0 ? rows[0] : Object.fromEntries(only.map((name) => [name, rows[0][name]]))
}
