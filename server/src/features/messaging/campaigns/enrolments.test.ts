import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { consent, marketing, newLead, welcome, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const elsewhere = await newPractice(platform)
const { tenantId, admin } = practice
for (const each of [practice, elsewhere]) await writeTemplates(platform, each.admin)
const { campaign, enrol, get, stop, recipient } = marketing(platform, admin)

describe('enrolments', () => {
  test('are listed newest first in pages, filtered by state and person', async () => {
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

  test('can be stopped permanently by an administrator, unless they are completed', async () => {
    const patient = await recipient(tenantId)
    const id = await campaign(admin, [welcome])
    const [{ id: enrolmentId }] = (await enrol(admin, id, { patientIds: [patient.id] })).body.enrolled
    const stopped = await stop(enrolmentId)
    assert.partialDeepStrictEqual(
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

  test('end as soon as the recipient may no longer be written to, for any reason', async () => {
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
    const contact = `insert into contacts (tenant_id, user_id, phone, phone_confirmed_at, opt_outs) values ($1, $2, '+212500009002', now(), $3)`
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
