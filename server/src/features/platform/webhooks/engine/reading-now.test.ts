import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { book, newPerson, type Person } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { newPractice, orderTests } from '../../../../../testing/practice.ts'
import { startReceiver, status } from '../receiver-testing.ts'

/** Deliveries that waited while their reader lost the right to read the event. */
const platform = await startPlatform()
const receiver = await startReceiver()
const { call, owner } = platform
const { tenantId, admin, doctor, patient } = await newPractice(platform)

let paths = 0
async function register({ token }: Person, events: string[]) {
  const path = `/now${paths++}`
  const answer = await call('POST', '/api/webhooks', { token, body: { url: receiver.url + path, events } })
  assert.equal(answer.status, 201, answer.text)
  return { id: answer.body.webhook.id as string, path, token }
}
type Webhook = Awaited<ReturnType<typeof register>>

const set = async ({ id }: Webhook, to: 'enable' | 'disable') => {
  const answer = await call('POST', `/api/webhooks/${id}/${to}`, { token: admin.token })
  assert.equal(answer.status, 200, answer.text)
}
const states = async ({ id }: Webhook): Promise<string[]> =>
  (await owner.query('select state from webhook_deliveries where endpoint_id = $1 order by event_id', [id])).rows.map(
    ({ state }) => state,
  )
const become = (webhook: Webhook, expected: string[]) =>
  eventually(async () => String(await states(webhook)) === String(expected), `${expected} of ${webhook.path}`)

let hours = 700
/** A professional of the practice with an appointment to come. */
const booked = async () => {
  const colleague = await newPerson(platform, tenantId, 'DOCTOR')
  return { colleague, cause: () => book(platform, admin, colleague, patient, hours++) }
}
const created = ['appointment.created']
const disable = (path: string, body: object) => async () => {
  const answer = await call('PUT', path, { token: admin.token, body })
  assert.equal(answer.status, 200, answer.text)
}

type Case = { webhook: Webhook; cause: () => Promise<unknown>; lose: () => Promise<unknown> }
const cases: Record<string, () => Promise<Case>> = {
  'a lab order that went to another laboratory': async () => {
    const laboratory = await newPerson(platform, tenantId, 'LABORATORY')
    const other = await newPerson(platform, tenantId, 'LABORATORY')
    let id = ''
    return {
      webhook: await register(laboratory, ['lab_order.created']),
      cause: async () => {
        id = (await orderTests(platform, doctor, patient, { laboratoryId: laboratory.id })).id
      },
      lose: async () => {
        const path = `/api/lab-orders/${id}/laboratory`
        const answer = await call('PUT', path, { token: doctor.token, body: { laboratoryId: other.id } })
        assert.equal(answer.status, 200, answer.text)
      },
    }
  },
  'a client that lost the scope': async () => {
    const { colleague, cause } = await booked()
    const scopes = ['webhooks:manage', 'users:read']
    return {
      webhook: await register(colleague, created),
      cause,
      lose: () => call('PUT', `/api/clients/${colleague.clientId}`, { token: admin.token, body: { scopes } }),
    }
  },
  'a disabled client': async () => {
    const { colleague, cause } = await booked()
    return {
      webhook: await register(colleague, created),
      cause,
      lose: disable(`/api/clients/${colleague.clientId}`, { status: 'DISABLED' }),
    }
  },
  'a disabled user': async () => {
    const { colleague, cause } = await booked()
    return {
      webhook: await register(colleague, created),
      cause,
      lose: disable(`/api/users/${colleague.id}`, { disabled: true }),
    }
  },
  'an administrator who became the front desk': async () => {
    const colleague = await newPerson(platform, tenantId, 'ADMIN')
    return {
      webhook: await register(colleague, ['lab_order.created']),
      cause: () => orderTests(platform, doctor, patient),
      lose: () => owner.query(`update users set role = 'RECEPTIONIST' where id = $1`, [colleague.id]),
    }
  },
}

describe('a waiting delivery is cancelled and not sent to', () => {
  for (const [name, arrange] of Object.entries(cases)) {
    test(`${name}, when its webhook is enabled again`, async () => {
      const { webhook, cause, lose } = await arrange()
      await set(webhook, 'disable')
      await cause()
      assert.deepEqual(await states(webhook), ['HELD'])
      await lose()
      await set(webhook, 'enable')
      await become(webhook, ['CANCELLED'])
      assert.deepEqual(receiver.requestsTo(webhook.path), [])
    })

    test(`${name}, when it is tried again`, async () => {
      const { webhook, cause, lose } = await arrange()
      receiver.answer = status(500)
      await cause()
      await receiver.waitFor(1, webhook.path)
      await become(webhook, ['PENDING'])
      await lose()
      await owner.query('update webhook_deliveries set next_at = app_now() where endpoint_id = $1', [webhook.id])
      await become(webhook, ['CANCELLED'])
      assert.equal(receiver.requestsTo(webhook.path).length, 1)
      const { rows } = await owner.query(
        'select attempt, lease, owner, finished_at is null as open from webhook_deliveries where endpoint_id = $1',
        [webhook.id],
      )
      assert.deepEqual(rows, [{ attempt: 1, lease: null, owner: null, open: false }])
    })
  }
})

test('deliveries that the client may still read are sent, even behind many that it may not', async () => {
  receiver.answer = (response) => response.end()
  const webhook = await register(admin, [])
  await set(webhook, 'disable')
  for (let n = 0; n < 12; n++)
    await call('PUT', `/api/patients/${patient.id}/consents`, {
      token: patient.token,
      body: { consents: n % 2 === 0 ? ['MARKETING'] : [] },
    })
  await book(platform, admin, doctor, patient, hours++)
  await owner.query(`update webhook_endpoints set scopes = '{appointments:read}' where id = $1`, [webhook.id])
  await set(webhook, 'enable')
  await become(webhook, [...Array.from({ length: 12 }, () => 'CANCELLED'), 'SUCCEEDED'])
  assert.deepEqual(
    receiver.requestsTo(webhook.path).map(({ event }) => event.event),
    created,
  )
})
