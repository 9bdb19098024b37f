import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { consent, marketing, newLead, welcome, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const elsewhere = await newPractice(platform)
const { tenantId, admin } = practice
for (const each of [practice, elsewhere]) await writeTemplates(platform, each.admin)
const { campaign, enrol, get, stop, recipient } = marketing(platform, admin)

describe('enrolling patients', () => {
  test('enrols patients with a valid consent to MARKETING, and returns the others with the reason', async () => {
    const [welcomed, withdrew, disabled, optedOut, undecided] = await Promise.all([
      recipient(tenantId),
      recipient(tenantId),
      recipient(tenantId),
      recipient(tenantId),
      newPerson(platform, tenantId, 'PATIENT'),
    ])
    await consent(platform, withdrew)
    await consent(platform, undecided, 'TELECONSULTATION')
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })
    await owner.query(`insert into contacts (tenant_id, user_id, opt_outs) values ($1, $2, '{EMAIL}')`, [
      tenantId,
      optedOut.id,
    ])
    const id = await campaign(admin, [welcome])
    const patientIds = [withdrew, welcomed, disabled, optedOut, undecided].map((patient) => patient.id)
    const answer = await enrol(admin, id, { patientIds })
    assert.equal(answer.status, 201)
    const [enrolled, ...more] = answer.body.enrolled
    assert.match(enrolled.id, /^enr_[0-9a-f]{32}$/)
    assert.deepEqual([enrolled.patientId, enrolled.leadId, more], [welcomed.id, null, []])
    assert.deepEqual(answer.body.refused, [
      { id: withdrew.id, reason: 'NO_CONSENT' },
      { id: disabled.id, reason: 'ACCOUNT_DISABLED' },
      { id: optedOut.id, reason: 'OPTED_OUT' },
      { id: undecided.id, reason: 'NO_CONSENT' },
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

  test('enrols a patient once in each of any number of campaigns', async () => {
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

  test('enrols each once under twenty concurrent requests', async () => {
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

  test('leaves no enrolment without consent during a concurrent withdrawal', async () => {
    const patients = await Promise.all(Array.from({ length: 10 }, () => recipient(tenantId)))
    const patientIds = patients.map(({ id }) => id)
    const id = await campaign(admin, [welcome])
    await Promise.all([enrol(admin, id, { patientIds }), ...patients.map((patient) => consent(platform, patient))])
    const { active, stopped } = (await get(`/${id}`)).body.campaign.enrolments
    assert.deepEqual([active, stopped <= 10], [0, true])
  })

  test('returns the same fault for unknown ids, ids of other organisations and ids of other users', async () => {
    const patient = await recipient(tenantId)
    const [lead, foreign] = [await newLead(platform, tenantId), await newLead(platform, elsewhere.tenantId)]
    const id = await campaign(admin, [welcome])
    const patientIds = ['usr_absent', patient.id, elsewhere.patient.id, practice.doctor.id]
    const refused = await enrol(admin, id, { patientIds, leadIds: [lead, 'lead_absent', foreign], consentSource: 'x' })
    assert.equal(refused.status, 422)
    assert.deepEqual(pathsOf(refused), ['patientIds.0', 'patientIds.2', 'patientIds.3', 'leadIds.1', 'leadIds.2'])
    const messages = refused.body.error.details.map(({ message }: { message: string }) => message)
    assert.equal(new Set(messages).size, 2)
    assert.deepEqual((await get(`/${id}/enrolments`)).body.enrolments, [], 'no other patient was enrolled')
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

  test('is audited with every patient', async () => {
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
  test('enrols leads who consented in their form, and leads with a consentSource', async () => {
    const [replied, silent, refusing] = await Promise.all([
      newLead(platform, tenantId, { metadata: { marketingConsent: true } }),
      newLead(platform, tenantId, { metadata: { marketingConsent: 'yes' } }),
      newLead(platform, tenantId, { metadata: { marketingConsent: false } }),
    ])
    const id = await campaign(admin, [welcome])
    const leadIds = [replied, silent, refusing]
    const first = await enrol(admin, id, { leadIds })
    assert.deepEqual(
      first.body.enrolled.map(({ leadId }: { leadId: string }) => leadId),
      [replied],
    )
    assert.deepEqual(
      first.body.refused.map(({ reason }: { reason: string }) => reason),
      ['NO_CONSENT', 'NO_CONSENT'],
    )
    const consentSource = 'Fiche signée au salon, 12 mai'
    const second = await enrol(admin, id, { leadIds, consentSource })
    assert.deepEqual(second.body.refused, [
      { id: replied, reason: 'ALREADY_ENROLLED' },
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
        [replied, null, 'Nadia Tazi'],
      ],
    )
  })

  test('refuses a person who opted out before, under any lead with the same address', async () => {
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
