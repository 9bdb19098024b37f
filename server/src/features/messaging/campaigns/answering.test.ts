import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { marketing, messagesToLead, newLead, news, welcome, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { owner } = platform
const { tenantId, admin } = await newPractice(platform)
await writeTemplates(platform, admin)
const { campaign, enrol, recipient, enrolmentOf, waited, sentTo, run } = marketing(platform, admin)

describe('a recipient who replies', () => {
  let replyCount = 0
  /** A provider's callback with a reply. */
  const answers = (from: string, text: string) =>
    platform.services.sender.take('twilio', {
      receipts: [],
      replies: [{ id: `reply ${replyCount++}`, channel: 'SMS' as const, from, text }],
    })
  const withNumber = async (phone: string): Promise<Person> => {
    const patient = await recipient(tenantId)
    await owner.query(
      'insert into contacts (tenant_id, user_id, phone, phone_confirmed_at) values ($1, $2, $3, now())',
      [tenantId, patient.id, phone],
    )
    return patient
  }
  const enrolmentState = async (campaignId: string, recipient: Person | string) => {
    const { state, stopReason } = await enrolmentOf(campaignId, recipient)
    return [state, stopReason]
  }

  test('is stopped in the campaigns that the reply may be about; campaigns that have not started continue', async () => {
    const patient = await withNumber('+212500009010')
    const lead = await newLead(platform, tenantId, {
      phone: '+212500009011',
      metadata: { marketingConsent: true },
    })
    const [begun, notStarted] = [await campaign(admin, [welcome, news('A')]), await campaign(admin, [news('B', 100)])]
    for (const id of [begun, notStarted]) await enrol(admin, id, { patientIds: [patient.id], leadIds: [lead] })
    await run()
    await answers('+212500009010', 'Merci, à quelle heure ?')
    await answers('+212500009011', 'Merci')
    await waited(begun, 100)
    await run()
    assert.deepEqual(await sentTo(patient), ['WELCOME'])
    assert.equal((await messagesToLead(platform, lead)).length, 1)
    for (const recipient of [patient, lead]) {
      assert.deepEqual(await enrolmentState(begun, recipient), ['STOPPED', 'REPLIED'])
      assert.deepEqual(await enrolmentState(notStarted, recipient), ['ACTIVE', null])
    }
    const { refused } = (await enrol(admin, await campaign(admin, [welcome]), { leadIds: [lead] })).body
    assert.deepEqual(refused, [], 'only STOP opts out')
  })

  test('with STOP leaves all campaigns, and can no longer be enrolled as a lead', async () => {
    const patient = await withNumber('+212500009020')
    const phone = '+212500009021'
    const [lead, finished] = await Promise.all([
      newLead(platform, tenantId, { phone, metadata: { marketingConsent: true } }),
      newLead(platform, tenantId, { email: null, phone: '+212500009022', metadata: { marketingConsent: true } }),
    ])
    const [id, notStarted] = [await campaign(admin, [welcome]), await campaign(admin, [news('B', 100)])]
    await enrol(admin, id, { leadIds: [finished] })
    await run()
    await enrol(admin, notStarted, { patientIds: [patient.id], leadIds: [lead] })
    for (const from of ['+212500009020', phone, '+212500009022']) await answers(from, 'Stop')
    for (const recipient of [patient, lead])
      assert.deepEqual(await enrolmentState(notStarted, recipient), ['STOPPED', 'OPTED_OUT'])
    assert.deepEqual(await enrolmentState(id, finished), ['COMPLETED', null])
    const again = await newLead(platform, tenantId, { phone: '+212500009022', metadata: { marketingConsent: true } })
    const leadIds = [lead, finished, again]
    const { refused } = (await enrol(admin, await campaign(admin, [welcome]), { leadIds, consentSource: 'x' })).body
    assert.deepEqual(
      refused,
      leadIds.map((one) => ({ id: one, reason: 'OPTED_OUT' })),
    )
  })
})
