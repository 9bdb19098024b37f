import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startDatabaseProxy } from '../../../../../testing/database-proxy.ts'
import { eventually } from '../../../../../testing/eventually.ts'
import { givePhone, newPerson, newTenant, type Person } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { testWorkerUrl } from '../../../../../testing/roles.ts'
import { newId } from '../../../../lib/ids.ts'
import { AskableGateway, hang, ok, startGateway } from './gateway-provider-testing.ts'
import { queue, rowOf, startSender } from './sender-testing.ts'

const platform = await startPlatform()
await platform.services.sender.stop()
const gateway = await startGateway()
const providers = { SMS: new AskableGateway(gateway.url) }
const url = testWorkerUrl(platform.ownerUrl)
const tenantId = await newTenant(platform)

beforeEach(() => {
  gateway.answer = ok
})

let numbers = 600_000_000
async function newRecipient(): Promise<Person> {
  const person = await newPerson(platform, tenantId, 'PATIENT')
  await givePhone(platform, person, `+212${numbers++}`)
  return person
}
const untilStatus = async (id: string, expected: string) => {
  await eventually(async () => (await rowOf(platform, id)).status === expected, `${id} to be ${expected}`)
  return rowOf(platform, id)
}

/** Leaves requests unanswered, and returns their pending answers. */
function keepAnswers(): (() => void)[] {
  const answers: (() => void)[] = []
  gateway.answer = (response, arrival) => answers.push(() => ok(response, arrival))
  return answers
}

test('a stop waits for requests in flight and records their results', async () => {
  const sender = startSender(platform, providers, url)
  const answers = keepAnswers()
  const ids = [await queue(platform, await newRecipient()), await queue(platform, await newRecipient())]
  await eventually(() => answers.length === 2, 'both to arrive')
  const stopped = sender.stop()
  for (const answer of answers) answer()
  await stopped
  for (const id of ids) {
    const row = await rowOf(platform, id)
    assert.deepEqual([row.status, row.lease, gateway.arrivalsOf(id).length], ['SENT', null, 1])
  }
})

test('a stop aborts hanging requests; their messages are in doubt, neither lost nor sent twice', async () => {
  const sender = startSender(platform, providers, url)
  gateway.answer = hang
  const id = await queue(platform, await newRecipient())
  await eventually(() => gateway.arrivalsOf(id).length === 1, 'it to arrive')
  await sender.stop()
  const row = await rowOf(platform, id)
  assert.deepEqual([row.status, row.last_error, row.lease], ['QUEUED', 'timeout', null])
  assert.ok(row.in_doubt_since)

  gateway.answer = ok
  const next = startSender(platform, providers, url)
  await platform.advance(601)
  await untilStatus(id, 'SENT')
  assert.equal(gateway.arrivalsOf(id).length, 1)
  await next.stop()
})

/** A message that another server is sending. */
async function leasedElsewhere(tenantId: string): Promise<{ id: string }> {
  const { id: recipient } = await newPerson(platform, tenantId, 'PATIENT')
  const { rows } = await platform.owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, lease, lease_until)
     values ($1, $2, $3, 'APPOINTMENT_CONFIRMED', '{}', 'SERVICE', gen_random_uuid(), 'infinity')
     returning id`,
    [tenantId, newId('msg'), recipient],
  )
  return rows[0]
}

for (const failure of ['frozen', 'closed'] as const) {
  test(`a stop completes although connections to PostgreSQL are ${failure}, and the next sender finds messages in flight`, async () => {
    const proxy = await startDatabaseProxy(url)
    const sender = startSender(platform, providers, proxy.url)
    const answers = keepAnswers()
    const messageId = await queue(platform, await newRecipient())
    await eventually(() => answers.length === 1, 'it to arrive')
    proxy.fail(failure, 'no_address') // while it records this for a recipient without an address; the next claim waits for that
    const unreachable = await queue(platform, await newPerson(platform, tenantId, 'PATIENT'))
    await eventually(proxy.hasFailed, 'the connection to be lost')
    answers[0]!()
    let stopped = false
    sender.stop().then(() => {
      stopped = true
    })
    await eventually(() => stopped, 'the stop to end')
    for (const id of [messageId, unreachable])
      assert.ok((await rowOf(platform, id)).lease, 'no other sender has it yet')

    await platform.owner.query('update messages set lease_until = now() where lease is not null')
    const { id: elsewhere } = await leasedElsewhere(tenantId)
    const next = startSender(platform, providers, url)
    assert.equal((await untilStatus(unreachable, 'FAILED')).last_error, 'no_address')
    await eventually(async () => (await rowOf(platform, messageId)).last_error === 'lease_lost', 'it to be in doubt')
    await platform.advance(601)
    await untilStatus(messageId, 'SENT')
    assert.equal(gateway.arrivalsOf(messageId).length, 1)
    assert.ok((await rowOf(platform, elsewhere)).lease, 'a message that another server is sending')
    await next.stop()
  })
}
