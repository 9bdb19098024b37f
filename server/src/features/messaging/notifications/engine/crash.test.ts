import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { newPerson, newTenant } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { testWorkerUrl } from '../../../../../testing/roles.ts'
import { type Answering, AskableGateway, GatewayMessages, ok, startGateway } from './gateway-provider-testing.ts'
import { sendBy } from './sender-testing.ts'

const platform = await startPlatform()
const gateway = await startGateway()
await sendBy(platform, { SMS: new GatewayMessages(gateway.url) }, { deadlineMs: 10_000, leaseSec: 12 })
const tenantId = await newTenant(platform)
const to = await newPerson(platform, tenantId, 'PATIENT')
await platform.owner.query(
  `insert into contacts (tenant_id, user_id, phone, phone_confirmed_at) values ($1, $2, '+212600000000', now())`,
  [tenantId, to.id],
)

const slow: Answering = (response, arrival) => void setTimeout(() => ok(response, arrival), 40)
beforeEach(async () => {
  platform.services.messages.SMS = new GatewayMessages(gateway.url)
  gateway.answer = slow
  gateway.arrivals.length = 0
  await platform.owner.query('delete from messages')
})

/** The path at the gateway that identifies the other server. */
const NEIGHBOUR = '/neighbour'

/** Another sending server, in a separate process. */
async function startNeighbour(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'child-testing.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      WORKER_URL: testWorkerUrl(platform.ownerUrl),
      GATEWAY_URL: `${gateway.url}${NEIGHBOUR}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
  await once(child.stdout!, 'data') // it has started
  return child
}

const queueMany = (many: number) =>
  platform.owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose)
     select $1, new_id('msg'), $2, 'PRESCRIPTION_ISSUED', '{"doctorName": "Dr Benali"}', 'SERVICE'
     from generate_series(1, $3)`,
    [tenantId, to.id, many],
  )
const countOf = async (condition: string): Promise<number> =>
  (await platform.owner.query(`select count(*)::int as n from messages where ${condition}`)).rows[0].n
const twice = () => {
  const seen = gateway.arrivals.map(({ messageId }) => messageId)
  return seen.filter((id, at) => seen.indexOf(id) !== at)
}

/** Sends with two servers, and kills one of them while it has requests in flight. */
async function killOneOfTwo(many: number): Promise<void> {
  const { answer } = gateway
  let unanswered = 0
  gateway.answer = (response, arrival) => {
    if (arrival.path.startsWith(NEIGHBOUR) && gateway.arrivals.length > many / 4) unanswered++
    else answer(response, arrival)
  }
  const neighbour = await startNeighbour()
  await queueMany(many)
  await eventually(() => unanswered > 0)
  neighbour.kill('SIGKILL')
  await once(neighbour, 'close')
}

test('two servers send each message once', async () => {
  const neighbour = await startNeighbour()
  await queueMany(300)
  await eventually(async () => (await countOf(`status = 'SENT'`)) === 300, 'all of them to be sent')
  assert.equal(gateway.arrivals.length, 300)
  assert.deepEqual(twice(), [])
  neighbour.kill('SIGKILL')
  await once(neighbour, 'close')
})

test('messages of a killed server are looked up and resent if undelivered, without loss or duplicates', async () => {
  platform.services.messages.SMS = new AskableGateway(gateway.url)
  // One message in flight was not delivered.
  let swallowed: string | undefined
  gateway.answer = (response, arrival) => {
    if (swallowed === undefined && gateway.arrivals.length === 75) {
      swallowed = arrival.messageId
      gateway.arrivals.pop()
      response.socket?.resetAndDestroy()
    } else slow(response, arrival)
  }
  await killOneOfTwo(300)
  const open = `status = 'QUEUED' and not (lease is null and in_doubt_since is not null)`
  await eventually(async () => (await countOf(open)) === 0, 'only messages in doubt to be left')
  assert.ok((await countOf(`status = 'QUEUED'`)) > 0, 'some messages were in flight')
  await platform.advance(601)
  await eventually(async () => (await countOf(`status = 'SENT'`)) === 300, 'all of them to be sent')
  assert.equal(new Set(gateway.arrivals.map(({ messageId }) => messageId)).size, 300)
  assert.ok(gateway.arrivals.some(({ messageId }) => messageId === swallowed))
  assert.deepEqual(twice(), [])
})

test('without a lookup, no message is duplicated, and unresolved messages fail', async () => {
  await killOneOfTwo(300)
  const open = `status = 'QUEUED' and not (lease is null and in_doubt_since is not null)`
  await eventually(async () => (await countOf(open)) === 0, 'only messages in doubt to be left')
  await platform.advance(601)
  await eventually(async () => (await countOf(`status = 'QUEUED'`)) === 0, 'no message to be left')
  assert.deepEqual(twice(), [])
  const doubtful = await countOf(`status = 'FAILED' and last_error = 'in_doubt'`)
  assert.ok(doubtful > 0)
  assert.equal((await countOf(`status = 'SENT'`)) + doubtful, 300)
})

test('no message is lost when the database repeatedly closes all connections', async () => {
  platform.services.messages.SMS = new AskableGateway(gateway.url)
  await queueMany(200)
  for (let n = 0; n < 6; n++) {
    const sent = gateway.arrivals.length
    await eventually(() => gateway.arrivals.length > Math.min(sent + 10, 190))
    await platform.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sender of a test'`,
    )
  }
  const open = `status = 'QUEUED' and not (lease is null and in_doubt_since is not null)`
  await eventually(async () => (await countOf(open)) === 0, 'only messages in doubt to be left')
  await platform.advance(601)
  await eventually(async () => (await countOf(`status = 'SENT'`)) === 200, 'all of them to be sent')
  assert.deepEqual(twice(), [])
})
