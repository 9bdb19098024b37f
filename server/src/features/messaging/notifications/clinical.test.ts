import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { enterResults, newPractice, openFile, orderTests } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor, patient } = await newPractice(platform)
const get = async (caller: Person, path: string) => (await call('GET', `/api/${path}`, { token: caller.token })).body

/** Results with a critical value, published to the patient. */
async function publish(): Promise<string> {
  const { id } = await orderTests(platform, doctor, patient, { tests: ['HIV serology'] })
  await enterResults(platform, doctor, id)
  assert.equal(
    (await call('PUT', `/api/lab-orders/${id}`, { token: doctor.token, body: { status: 'RELEASED' } })).status,
    200,
  )
  return id
}

const templates = (caller: Person, query = '') =>
  get(caller, `notifications?pageSize=100${query}`).then(({ messages }) => [
    ...new Set(messages.map((one: { templateCode: string }) => one.templateCode)),
  ])

test('an administrator without a reason sees no recall, result or critical value of a patient', async () => {
  const id = await publish()
  await owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, about)
     values ($1, 'msg_recall', $2, 'RECALL', '{"lastSeenAt": "2026-01-01"}', 'SERVICE', array[$2::text])`,
    [tenantId, patient.id],
  )
  const caller = await newPerson(platform, tenantId, 'ADMIN')
  const [result] = await messagesTo(platform, patient.id, 'LAB_RESULT_PUBLISHED')
  const clinical = ['LAB_RESULT_PUBLISHED', 'RECALL']
  const shown = async () =>
    (await templates(caller, `&recipientUserId=${patient.id}`)).filter((one) => clinical.includes(String(one))).sort()
  const readable = async () => (await call('GET', `/api/notifications/${result!.id}`, { token: caller.token })).status
  const counted = async () => (await get(caller, `notifications?templateCode=RECALL`)).pagination.total
  const kinds = async () =>
    (await get(caller, `events?pageSize=100`)).events.map(({ event }: { event: string }) => event)
  const read = async () => ({
    shown: await shown(),
    readable: await readable(),
    recalls: await counted(),
    alertsOfDoctor: (await get(caller, `notifications?templateCode=LAB_CRITICAL_ALERT&recipientUserId=${doctor.id}`))
      .pagination.total,
    ordered: (await kinds()).includes('lab_order.created'),
    critical: (await kinds()).includes('lab_result.critical_alert'),
    subject: (await get(caller, `events?subjectId=${id}&event=lab_order.created`)).events.length,
  })
  const hidden = {
    shown: [],
    readable: 404,
    recalls: 0,
    alertsOfDoctor: 0,
    ordered: false,
    critical: false,
    subject: 0,
  }
  assert.deepEqual(await read(), hidden)
  await openFile(platform, caller, patient)
  assert.deepEqual(await read(), {
    ...{ shown: clinical, readable: 200, recalls: 1, alertsOfDoctor: 0 },
    ...{ ordered: true, critical: true, subject: 1 },
  })
  assert.ok((await templates(admin)).includes('LAB_CRITICAL_ALERT'), 'their own')
  assert.ok((await templates(caller)).length > 0)
  assert.ok((await get(doctor, 'events?pageSize=100')).events.length > 0)
  assert.equal((await call('GET', `/api/notifications/${result!.id}`, { token: patient.token })).status, 200)
})

test('an administrator sees a message that a client sent, because it is not about a record', async () => {
  const recipient = await newPerson(platform, tenantId, 'PATIENT')
  const sent = await call('POST', '/api/notifications/send', {
    token: admin.token,
    body: {
      recipientUserId: recipient.id,
      channel: 'EMAIL',
      templateCode: 'RECALL',
      variables: { lastSeenAt: '2026-01-01T09:00:00Z' },
    },
  })
  assert.equal(sent.status, 200, sent.text)
  const caller = await newPerson(platform, tenantId, 'ADMIN')
  assert.deepEqual(await templates(caller, `&recipientUserId=${recipient.id}`), ['RECALL'])
})
