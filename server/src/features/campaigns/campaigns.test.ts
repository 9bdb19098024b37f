import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../testing/factories.ts'
import { type Answer, startPlatform } from '../../testing/harness.ts'
import { newPractice } from '../../testing/practice.ts'
import { consent, marketing, newLead, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { make, campaign, change, enrol, recipient } = marketing(platform)
const practice = await newPractice(platform)
const elsewhere = await newPractice(platform)
const { tenantId, admin } = practice
for (const each of [practice, elsewhere]) await writeTemplates(platform, each.admin)

const get = (path: string, by: Person = admin) => call('GET', `/api/campaigns${path}`, { token: by.token })
const stop = (id: string, by: Person = admin, body: object = {}) =>
  call('POST', `/api/campaigns/enrolments/${id}/stop`, { token: by.token, body })
const pathsOf = ({ body }: Answer) => body.error.details.map((fault: { path: string[] }) => fault.path.join('.'))

const welcome = { delayHours: 0, templateCode: 'WELCOME' }
const news = (headline: string, delayHours = 24) => ({ delayHours, templateCode: 'NEWS', variables: { headline } })

describe('a campaign', () => {
  test('is a sequence of steps that reads back as it was made, each with its number', async () => {
    const made = await make(admin, { name: ' Bienvenue ', steps: [welcome, { ...news('Grippe'), channel: 'SMS' }] })
    assert.equal(made.status, 201)
    const { id, createdAt, updatedAt, ...shown } = made.body.campaign
    assert.match(id, /^cmp_[0-9a-f]{32}$/)
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(shown, {
      name: 'Bienvenue',
      enabled: true,
      steps: [
        { number: 1, delayHours: 0, templateCode: 'WELCOME', channel: null, variables: {} },
        { number: 2, delayHours: 24, templateCode: 'NEWS', channel: 'SMS', variables: { headline: 'Grippe' } },
      ],
    })
    const nobody = { active: 0, completed: 0, stopped: 0 }
    assert.deepEqual((await get(`/${id}`)).body, { campaign: { ...made.body.campaign, enrolments: nobody } })
  })

  test('is listed newest first, by whether it is enabled', async () => {
    const own = await newPractice(platform)
    await writeTemplates(platform, own.admin)
    const [older, newer] = [
      await campaign(own.admin, [welcome]),
      await campaign(own.admin, [welcome], { enabled: false }),
    ]
    const ids = async (query = '') => {
      const { campaigns } = (await get(query, own.admin)).body
      return campaigns.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await ids(), [newer, older])
    assert.deepEqual(await ids('?enabled=true'), [older])
    assert.deepEqual(await ids('?enabled=false'), [newer])
    assert.deepEqual(await ids('?pageSize=1&page=2'), [older])
    assert.equal((await get('?enabled=maybe', own.admin)).status, 422)
  })

  test('names templates of the organisation for MARKETING, and tells each what it takes: all faults at once', async () => {
    await owner.query(`insert into notification_templates values ($1, 'ELSEWHERE', 'MARKETING', '{}')`, [
      elsewhere.tenantId,
    ])
    const steps = [
      { delayHours: 0, templateCode: 'ABSENT' },
      { delayHours: 1, templateCode: 'ELSEWHERE' },
      { delayHours: 1, templateCode: 'OPENING_HOURS' },
      { delayHours: 1, templateCode: 'APPOINTMENT_CREATED' },
      { delayHours: 1, templateCode: 'NEWS' },
      { delayHours: 1, templateCode: 'NEWS', variables: { headline: 'one\ntwo', surplus: 'x' } },
    ]
    const refused = await make(admin, { name: 'Wrong', steps })
    assert.equal(refused.status, 422)
    assert.deepEqual(pathsOf(refused), [
      'steps.0.templateCode',
      'steps.1.templateCode',
      'steps.2.templateCode',
      'steps.3.templateCode',
      'steps.4.variables.headline',
      'steps.5.variables.headline',
      'steps.5.variables.surplus',
    ])
    const messages = refused.body.error.details.slice(0, 4).map(({ message }: { message: string }) => message)
    assert.equal(new Set(messages).size, 1)
    const id = await campaign(admin, [welcome])
    assert.deepEqual(pathsOf(await change(admin, id, { steps })), pathsOf(refused))
  })

  test('has steps, of which only the first may come without delay', async () => {
    for (const [body, path] of [
      [{ steps: [welcome] }, 'name'],
      [{ name: 'two\nlines', steps: [welcome] }, 'name'],
      [{ name: 'x' }, 'steps'],
      [{ name: 'x', steps: [] }, 'steps'],
      [{ name: 'x', steps: Array(31).fill(news('x')) }, 'steps'],
      [{ name: 'x', steps: [welcome, welcome] }, 'steps.1.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, delayHours: -1 }] }, 'steps.0.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, delayHours: 1.5 }] }, 'steps.0.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, delayHours: 8761 }] }, 'steps.0.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, channel: 'FAX' }] }, 'steps.0.channel'],
      [{ name: 'x', steps: [{ ...welcome, templateCode: 'x' }] }, 'steps.0.templateCode'],
      [{ name: 'x', steps: [{ ...welcome, variables: { a: 1 } }] }, 'steps.0.variables.a'],
      [{ name: 'x', steps: [welcome], enabled: 'yes' }, 'enabled'],
    ] as const) {
      const refused = await make(admin, body)
      assert.equal(refused.status, 422, JSON.stringify(body))
      assert.deepEqual(pathsOf(refused), [path])
    }
  })

  test('changes field by field, and a step keeps its number by naming it or by saying the same', async () => {
    const id = await campaign(admin, [welcome, news('A'), news('B')])
    const numbers = async (steps: object[]) => {
      const changed = await change(admin, id, { steps })
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual((await get(`/${id}`)).body.campaign.steps, changed.body.campaign.steps)
      return changed.body.campaign.steps.map(({ number }: { number: number }) => number)
    }
    assert.deepEqual(await numbers([welcome, news('A', 48), news('B')]), [1, 2, 3], 'another delay is no other step')
    assert.deepEqual(await numbers([news('B'), news('A')]), [3, 2])
    assert.deepEqual(await numbers([news('A'), { ...news('Corrected'), number: 3 }]), [2, 3])
    assert.deepEqual(await numbers([news('A'), news('A'), news('Corrected'), news('C')]), [2, 4, 3, 5])
    const { steps } = (await change(admin, id, { name: 'Renamed', enabled: false })).body.campaign
    assert.equal(steps.length, 4, 'what is absent stays')
    for (const [given, path] of [
      [[{ ...welcome, number: 1 }], 'steps.0.number'],
      [
        [
          { ...news('A'), number: 2 },
          { ...news('A'), number: 2 },
        ],
        'steps.1.number',
      ],
    ] as const)
      assert.deepEqual(pathsOf(await change(admin, id, { steps: given })), [path])
  })

  test('is for administrators, of its own organisation', async () => {
    const id = await campaign(admin, [welcome])
    const absent = await change(admin, 'cmp_absent', { name: 'x' })
    assert.equal(absent.status, 404)
    for (const answer of [
      await change(elsewhere.admin, id, { name: 'x' }),
      await get(`/${id}`, elsewhere.admin),
      await get(`/${id}/enrolments`, elsewhere.admin),
      await enrol(elsewhere.admin, id, { patientIds: [elsewhere.patient.id] }),
    ])
      assert.equal(`${answer.status} ${answer.text}`, `404 ${absent.text}`)
    for (const by of [practice.doctor, practice.dentist, practice.patient, practice.pharmacist])
      for (const answer of [
        await make(by, { name: 'x', steps: [welcome] }),
        await change(by, id, { name: 'x' }),
        await enrol(by, id, { patientIds: [practice.patient.id] }),
        await get('', by),
        await get(`/${id}`, by),
        await get(`/${id}/enrolments`, by),
      ])
        assert.equal(answer.status, 403)
  })
})

describe('enrolling patients', () => {
  test('takes those whose consent to MARKETING is in force, and names the others with the reason', async () => {
    const [welcomed, withdrew, disabled, optedOut, unasked] = await Promise.all([
      recipient(tenantId),
      recipient(tenantId),
      recipient(tenantId),
      recipient(tenantId),
      newPerson(platform, tenantId, 'PATIENT'),
    ])
    await consent(platform, withdrew)
    await consent(platform, unasked, 'TELECONSULTATION')
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })
    await owner.query(`insert into contacts (tenant_id, user_id, opt_outs) values ($1, $2, '{EMAIL}')`, [
      tenantId,
      optedOut.id,
    ])
    const id = await campaign(admin, [welcome])
    const patientIds = [withdrew, welcomed, disabled, optedOut, unasked].map((patient) => patient.id)
    const answer = await enrol(admin, id, { patientIds })
    assert.equal(answer.status, 201)
    const [enrolled, ...more] = answer.body.enrolled
    assert.match(enrolled.id, /^enr_[0-9a-f]{32}$/)
    assert.deepEqual([enrolled.patientId, enrolled.leadId, more], [welcomed.id, null, []])
    assert.deepEqual(answer.body.refused, [
      { id: withdrew.id, reason: 'NO_CONSENT' },
      { id: disabled.id, reason: 'ACCOUNT_DISABLED' },
      { id: optedOut.id, reason: 'OPTED_OUT' },
      { id: unasked.id, reason: 'NO_CONSENT' },
    ])
    const { name, enrolledAt, nextAt, ...shown } = (await get(`/enrolments/${enrolled.id}`)).body.enrolment
    assert.equal(nextAt, enrolledAt, 'the first step has no delay')
    assert.ok(name)
    assert.deepEqual(shown, {
      id: enrolled.id,
      campaignId: id,
      patientId: welcomed.id,
      leadId: null,
      state: 'ACTIVE',
      stopReason: null,
      stepsSent: 0,
      lastSentAt: null,
      consentSource: null,
      enrolledBy: admin.id,
      endedAt: null,
    })
  })

  test('is once for each in a campaign, whatever became of it, and any number of campaigns have somebody', async () => {
    const patient = await recipient(tenantId)
    const [one, other] = [await campaign(admin, [welcome]), await campaign(admin, [welcome])]
    const again = { enrolled: [], refused: [{ id: patient.id, reason: 'ALREADY_ENROLLED' }] }
    const body = { patientIds: [patient.id] }
    const first = await enrol(admin, one, body)
    assert.equal(first.body.enrolled.length, 1)
    assert.deepEqual((await enrol(admin, one, body)).body, again)
    assert.equal((await enrol(admin, other, body)).body.enrolled.length, 1)
    await stop(first.body.enrolled[0].id)
    assert.deepEqual((await enrol(admin, one, body)).body, again)
  })

  test('twenty times at once enrols each once', async () => {
    const patients = await Promise.all(Array.from({ length: 5 }, () => recipient(tenantId)))
    const patientIds = patients.map(({ id }) => id)
    const id = await campaign(admin, [welcome])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        enrol(admin, id, { patientIds: n % 2 === 0 ? patientIds : patientIds.toReversed() }),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    const enrolled = answers.flatMap(({ body }) => body.enrolled.map((one: { patientId: string }) => one.patientId))
    assert.deepEqual(enrolled.sort(), patientIds.toSorted())
    assert.equal(answers.flatMap(({ body }) => body.refused).length, 95)
  })

  test('while they take their consent back leaves nobody enrolled without one', async () => {
    const patients = await Promise.all(Array.from({ length: 10 }, () => recipient(tenantId)))
    const patientIds = patients.map(({ id }) => id)
    const id = await campaign(admin, [welcome])
    await Promise.all([enrol(admin, id, { patientIds }), ...patients.map((patient) => consent(platform, patient))])
    const { active, stopped } = (await get(`/${id}`)).body.campaign.enrolments
    assert.deepEqual([active, stopped <= 10], [0, true])
  })

  test('refuses ids that are nobody’s, another organisation’s or no patient’s, alike and all at once', async () => {
    const patient = await recipient(tenantId)
    const [lead, foreign] = [await newLead(platform, tenantId), await newLead(platform, elsewhere.tenantId)]
    const id = await campaign(admin, [welcome])
    const patientIds = ['usr_absent', patient.id, elsewhere.patient.id, practice.doctor.id]
    const refused = await enrol(admin, id, { patientIds, leadIds: [lead, 'lead_absent', foreign], consentSource: 'x' })
    assert.equal(refused.status, 422)
    assert.deepEqual(pathsOf(refused), ['patientIds.0', 'patientIds.2', 'patientIds.3', 'leadIds.1', 'leadIds.2'])
    const messages = refused.body.error.details.map(({ message }: { message: string }) => message)
    assert.equal(new Set(messages).size, 2)
    assert.deepEqual((await get(`/${id}/enrolments`)).body.enrolments, [], 'nobody was enrolled beside them')
    for (const [body, path] of [
      [{}, 'patientIds'],
      [{ patientIds: [], leadIds: [] }, 'patientIds'],
      [{ patientIds: [patient.id, patient.id] }, 'patientIds.1'],
      [{ patientIds: ['lead_1'] }, 'patientIds.0'],
      [{ leadIds: 'lead_1' }, 'leadIds'],
      [{ leadIds: [lead], consentSource: ' ' }, 'consentSource'],
      [{ patientIds: Array.from({ length: 1001 }, (_, n) => `usr_${n}`) }, 'patientIds'],
    ] as const)
      assert.deepEqual(pathsOf(await enrol(admin, id, body)), [path])
  })

  test('is written down with every patient that it was about', async () => {
    const [one, other] = [await recipient(tenantId), await newPerson(platform, tenantId, 'PATIENT')]
    const id = await campaign(admin, [welcome])
    const answer = await enrol(admin, id, { patientIds: [one.id, other.id] })
    const { rows } = await owner.query('select subject_id, patient_ids from audit_log where request_id = $1', [
      answer.headers.get('x-request-id'),
    ])
    assert.deepEqual(rows, [{ subject_id: id, patient_ids: [one.id, other.id] }])
  })
})

describe('enrolling leads', () => {
  test('takes those whose form says so, and those for whom an administrator says how they know', async () => {
    const [said, silent, refusing] = await Promise.all([
      newLead(platform, tenantId, { metadata: { marketingConsent: true } }),
      newLead(platform, tenantId, { metadata: { marketingConsent: 'yes' } }),
      newLead(platform, tenantId, { metadata: { marketingConsent: false } }),
    ])
    const id = await campaign(admin, [welcome])
    const leadIds = [said, silent, refusing]
    const first = await enrol(admin, id, { leadIds })
    assert.deepEqual(
      first.body.enrolled.map(({ leadId }: { leadId: string }) => leadId),
      [said],
    )
    assert.deepEqual(
      first.body.refused.map(({ reason }: { reason: string }) => reason),
      ['NO_CONSENT', 'NO_CONSENT'],
    )
    const consentSource = 'Fiche signée au salon, 12 mai'
    const second = await enrol(admin, id, { leadIds, consentSource })
    assert.deepEqual(second.body.refused, [
      { id: said, reason: 'ALREADY_ENROLLED' },
      { id: refusing, reason: 'NO_CONSENT' },
    ])
    const { enrolments } = (await get(`/${id}/enrolments`)).body
    assert.deepEqual(
      enrolments.map((one: { leadId: string; consentSource: string | null; name: string }) => [
        one.leadId,
        one.consentSource,
        one.name,
      ]),
      [
        [silent, consentSource, 'Nadia Tazi'],
        [said, null, 'Nadia Tazi'],
      ],
    )
  })

  test('leaves out whoever opted out before, under whichever lead they left their address', async () => {
    const [email, phone] = [`${tenantId}@test.example`, '+212500009001']
    const first = await newLead(platform, tenantId, { email, phone })
    const id = await campaign(admin, [welcome])
    const { enrolled } = (await enrol(admin, id, { leadIds: [first], consentSource: 'x' })).body
    assert.equal((await stop(enrolled[0].id, admin, { reason: 'OPTED_OUT' })).body.enrolment.stopReason, 'OPTED_OUT')
    const [sameMail, samePhone, another] = await Promise.all([
      newLead(platform, tenantId, { email: email.toUpperCase() }),
      newLead(platform, tenantId, { email: null, phone }),
      newLead(platform, tenantId),
    ])
    const other = await campaign(admin, [welcome])
    const leadIds = [first, sameMail, samePhone, another]
    const answer = await enrol(admin, other, { leadIds, consentSource: 'x' })
    assert.deepEqual(
      answer.body.refused,
      [first, sameMail, samePhone].map((lead) => ({ id: lead, reason: 'OPTED_OUT' })),
    )
    assert.equal(answer.body.enrolled.length, 1)
  })
})

describe('enrolments', () => {
  test('are listed newest first, by state and person, to be walked page by page', async () => {
    const [one, other] = [await recipient(tenantId), await recipient(tenantId)]
    const lead = await newLead(platform, tenantId, { metadata: { marketingConsent: true } })
    const id = await campaign(admin, [welcome])
    for (const body of [{ patientIds: [one.id] }, { patientIds: [other.id] }, { leadIds: [lead] }])
      await enrol(admin, id, body)
    const listed = async (query = '') => {
      const { enrolments } = (await get(`/${id}/enrolments${query}`)).body
      return enrolments.map(
        (shown: { patientId: string | null; leadId: string | null }) => shown.patientId ?? shown.leadId,
      )
    }
    assert.deepEqual(await listed(), [lead, other.id, one.id])
    assert.deepEqual(await listed('?pageSize=1&page=2'), [other.id])
    assert.deepEqual(await listed(`?patientId=${one.id}`), [one.id])
    assert.deepEqual(await listed(`?leadId=${lead}`), [lead])
    const { enrolments } = (await get(`/${id}/enrolments?patientId=${one.id}`)).body
    await stop(enrolments[0].id)
    assert.deepEqual(await listed('?state=STOPPED,COMPLETED'), [one.id])
    assert.deepEqual(await listed('?state=ACTIVE'), [lead, other.id])
    assert.deepEqual((await get(`/${id}`)).body.campaign.enrolments, { active: 2, completed: 0, stopped: 1 })
  })

  test('are stopped by an administrator once, for good; what is completed is not stopped any more', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome])
    const [{ id: enrolmentId }] = (await enrol(admin, id, { patientIds: [patient.id] })).body.enrolled
    const stopped = await stop(enrolmentId)
    assert.deepEqual(
      [stopped.status, stopped.body],
      [200, { enrolment: { id: enrolmentId, state: 'STOPPED', stopReason: 'BY_ADMINISTRATOR' } }],
    )
    assert.equal((await stop(enrolmentId)).text, stopped.text)
    const shown = (await get(`/enrolments/${enrolmentId}`)).body.enrolment
    assert.ok(shown.endedAt && shown.nextAt === null)
    await owner.query(`update campaign_enrolments set state = 'COMPLETED', stop_reason = null where id = $1`, [
      enrolmentId,
    ])
    const refused = await stop(enrolmentId)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.details, { state: { from: 'COMPLETED', to: 'STOPPED', allowed: [] } })
    const absent = await stop('enr_absent')
    assert.equal(absent.status, 404)
    assert.equal((await stop(enrolmentId, elsewhere.admin)).text, absent.text)
    assert.equal((await get(`/enrolments/${enrolmentId}`, elsewhere.admin)).text, absent.text)
    assert.equal((await stop(enrolmentId, practice.doctor)).status, 403)
  })

  test('end at the moment in which somebody may not be written to any more, however that came about', async () => {
    const [withdrew, disabled, optedOut, reachable] = await Promise.all(
      Array.from({ length: 4 }, () => recipient(tenantId)),
    )
    const ids = [await campaign(admin, [welcome]), await campaign(admin, [welcome])]
    for (const id of ids)
      await enrol(admin, id, { patientIds: [withdrew, disabled, optedOut, reachable].map((patient) => patient!.id) })
    const before = (await get(`/${ids[0]}/enrolments`)).body.enrolments
    assert.equal(before.length, 4)
    await consent(platform, reachable!, 'MARKETING', 'RECORDING')
    await consent(platform, reachable!, 'MARKETING')
    await consent(platform, withdrew!, 'RECORDING')
    await call('PUT', `/api/users/${disabled!.id}`, { token: admin.token, body: { disabled: true } })
    const contact = `insert into contacts (tenant_id, user_id, phone, opt_outs) values ($1, $2, '+212500009002', $3)`
    await owner.query(contact, [tenantId, optedOut!.id, '{SMS,EMAIL}'])
    await owner.query(contact, [tenantId, reachable!.id, '{SMS,EMAIL}'])
    await owner.query(`update contacts set opt_outs = '{SMS,EMAIL,WHATSAPP}' where user_id = $1`, [optedOut!.id])
    for (const id of ids) {
      const { enrolments } = (await get(`/${id}/enrolments`)).body
      const reasons = enrolments.map((one: { patientId: string; stopReason: string }) => [
        one.patientId,
        one.stopReason,
      ])
      assert.deepEqual(Object.fromEntries(reasons), {
        [withdrew!.id]: 'CONSENT_WITHDRAWN',
        [disabled!.id]: 'ACCOUNT_DISABLED',
        [optedOut!.id]: 'OPTED_OUT',
        [reachable!.id]: null,
      })
    }
  })
})
