import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newPerson, newSession, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform
const tenantId = await newTenant(platform)
const newAdmin = () => newPerson(platform, tenantId, 'ADMIN')
const admin = await newSession(platform, await newAdmin())

const callAs = async (caller: Person, method: string, path: string, body: object) => {
  const answer = await call(method, `/api/${path}`, { token: caller.token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const disable = ({ id }: Pick<Person, 'id'>, disabled = true) => callAs(admin, 'PUT', `users/${id}`, { disabled })
const open = ({ id }: Pick<Person, 'id'>) =>
  callAs(admin, 'POST', `patients/${id}/administrative-access`, { reason: 'Complaint 2026-114' })

type Notified = { status: string; last_error: string | null; via_user_id: string | null; recipient: string | null }
const messages = async (userId: string, code: string): Promise<Notified[]> =>
  (
    await owner.query<Notified>(
      `select m.status, m.last_error, m.via_user_id, s.recipient
       from messages m
       left join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
       where m.recipient_user_id = $1 and m.template_code = $2
       order by m.id`,
      [userId, code],
    )
  ).rows
const awaitMessage = (userId: string, code: string, count = 1) =>
  eventually(
    async () => (await messages(userId, code)).filter(({ recipient }) => recipient !== null).length === count,
    `${code} to ${userId}`,
  )

describe('a patient whom an administrator disables temporarily', () => {
  test('is notified of the access to their file, and of the disabling', async () => {
    const patient = await newPerson(platform, tenantId, 'PATIENT')
    await disable(patient)
    await open(patient)
    await awaitMessage(patient.id, 'ADMINISTRATIVE_ACCESS')
    await awaitMessage(patient.id, 'ACCOUNT_DISABLED')
    await disable(patient)
    await disable(patient, false)
    await disable(patient)
    await awaitMessage(patient.id, 'ACCOUNT_DISABLED', 2)
  })

  test('without an address is notified through the guardian, who was disabled too', async () => {
    const mother = await newPerson(platform, tenantId, 'PATIENT')
    const body = { name: 'Yassine Alami', birthDate: '2019-03-21', sex: 'M', kind: 'PARENT' }
    const { guardianship } = await callAs(mother, 'POST', `patients/${mother.id}/dependants`, body)
    const child: { id: string } = guardianship.dependant
    await disable(child)
    await disable(mother)
    await open(child)
    await awaitMessage(child.id, 'ADMINISTRATIVE_ACCESS')
    const [message] = await messages(child.id, 'ADMINISTRATIVE_ACCESS')
    assert.deepEqual([message!.via_user_id, message!.recipient], [mother.id, `${mother.id}@test.example`])
  })
})

test('another administrator who was disabled meanwhile gets the report after being enabled', async () => {
  const [colleague, patient] = [await newAdmin(), await newPerson(platform, tenantId, 'PATIENT')]
  await disable(colleague)
  await open(patient)
  const waiting = async () => (await messages(colleague.id, 'ADMINISTRATIVE_ACCESS_REPORT'))[0]
  await eventually(async () => (await waiting())?.last_error === 'recipient_disabled', 'the report to wait')
  assert.equal((await waiting())!.status, 'QUEUED')
  await disable(colleague, false)
  await platform.advance(600)
  await awaitMessage(colleague.id, 'ADMINISTRATIVE_ACCESS_REPORT')
})

test('a colleague who stays disabled gets no patient names', async () => {
  const [leaver, patient] = [await newAdmin(), await newPerson(platform, tenantId, 'PATIENT')]
  await disable(leaver)
  await open(patient)
  await eventually(
    async () => (await messages(leaver.id, 'ADMINISTRATIVE_ACCESS_REPORT'))[0]?.last_error === 'recipient_disabled',
    'the report to wait',
  )
  await platform.advance(8 * 86_400)
  await eventually(
    async () => (await messages(leaver.id, 'ADMINISTRATIVE_ACCESS_REPORT'))[0]!.status === 'FAILED',
    'the end of the wait',
  )
  assert.equal((await messages(leaver.id, 'ADMINISTRATIVE_ACCESS_REPORT'))[0]!.recipient, null)
})
