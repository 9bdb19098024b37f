import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from '../../../../../testing/child.ts'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { testMasterKeys } from '../../../../../testing/roles.ts'
import { type Answering, ok, startReceiver } from '../receiver-testing.ts'
import { subscriber } from '../subscriber-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, book, deliveriesOf, settled } = subscriber(platform, receiver)

/** Another server on the same database, in a separate process. */
async function startNeighbour(): Promise<Child> {
  const dataDir = await mkdtemp(join(tmpdir(), 'medina-neighbour-'))
  const child = startChild({
    PORT: String(randomInt(20_000, 32_000)),
    PUBLIC_URL: platform.url, // so that each accepts the other's tokens
    DATABASE_URL: platform.ownerUrl,
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    DATA_DIR: dataDir,
    RATE_LIMIT_ENTERPRISE: '1000000/unlimited',
  })
  after(async () => {
    await child.end('SIGKILL')
    await rm(dataDir, { recursive: true })
  })
  await child.ready()
  return child
}

/** Leaves requests unanswered, and returns their pending answers. */
function hang(): { answers: (() => void)[] } {
  const answers: (() => void)[] = []
  const hanging: Answering = (response) => answers.push(() => response.end())
  receiver.answer = hanging
  return { answers }
}

/** The owner number of the server that sends. */
async function ownerOf(endpoint: { id: string }): Promise<number> {
  await eventually(async () => (await deliveriesOf(endpoint))[0]?.state === 'SENDING')
  return (await deliveriesOf(endpoint))[0]!.owner!
}

test('the remaining server delivers what a killed server was sending', async () => {
  const probe = await subscribe()
  const hanging = hang()
  await book()
  const ownLeases = await ownerOf(probe)
  receiver.answer = ok
  for (const answer of hanging.answers) answer()
  await settled(probe, 'SUCCEEDED')
  await unsubscribe(probe)

  const neighbour = await startNeighbour()
  const endpoints = [await subscribe(), await subscribe(), await subscribe()]
  const { answers } = hang()
  for (let n = 0; n < 6; n++) await book('usr_sandbox_patient', neighbour.url)
  const under = async () => (await Promise.all(endpoints.map(deliveriesOf))).flat()
  await eventually(async () => (await under()).every(({ state }) => state === 'SENDING') && answers.length === 18)
  const takenOver = (await under()).filter(({ owner }) => owner !== ownLeases).length
  assert(takenOver > 0, 'the other server sends some of them')

  await neighbour.end('SIGKILL')
  receiver.answer = ok
  for (const answer of answers) answer()
  for (const endpoint of endpoints) await settled(endpoint, 'SUCCEEDED', 6) // long before a lease expires

  const twice = (await under()).filter(({ attempt }) => attempt === 2)
  assert.equal(twice.length, takenOver)
  const ids = endpoints.map(({ id }) => id)
  const lost = await platform.owner.query(
    `select count(*)::int as n from webhook_attempts where endpoint_id = any($1) and error = 'lease_lost'`,
    [ids],
  )
  assert.equal(lost.rows[0].n, takenOver)
  for (const endpoint of endpoints) await unsubscribe(endpoint)
})

test('a stopping server returns its deliveries without using up an attempt', async () => {
  const neighbour = await startNeighbour()
  const endpoint = await subscribe()
  const { answers } = hang()
  for (let n = 0; n < 4; n++) await book('usr_sandbox_patient', neighbour.url)
  await eventually(() => answers.length === 4)
  receiver.answer = ok
  assert.equal(await neighbour.end('SIGTERM'), 0)
  for (const answer of answers) answer() // the requests of this server
  const rows = await settled(endpoint, 'SUCCEEDED', 4)
  assert(rows.every(({ attempt }) => attempt === 1))
  await unsubscribe(endpoint)
})

test('loses nothing when the database repeatedly ends all connections', async () => {
  const endpoint = await subscribe()
  receiver.answer = (response) => setTimeout(() => response.end(), 30)
  const token = await platform.tokenOf('sandbox-admin')
  const BOOKINGS = 80
  let booked = 0
  const booking = (async () => {
    for (let n = 0; n < BOOKINGS; n++) {
      const start = Date.UTC(2045, 0, 1) + n * 3_600_000
      const body = {
        doctorId: 'usr_sandbox_doctor',
        patientId: 'usr_sandbox_patient',
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + 1_800_000).toISOString(),
      }
      const headers = { 'idempotency-key': `booking-${n}` }
      await eventually(
        async () => (await platform.call('POST', '/api/appointments', { token, body, headers })).status === 201,
      )
      booked++
    }
  })()
  let ended = 0
  while (booked < BOOKINGS) {
    await pause(150)
    const { rowCount } = await platform.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'medina-care%'`,
    )
    ended += rowCount ?? 0
  }
  await booking
  assert(ended > 10)
  await settled(endpoint, 'SUCCEEDED', BOOKINGS)
  const events = new Set(receiver.requestsTo(endpoint.path).map(({ event }) => event.id))
  assert.equal(events.size, BOOKINGS)
  receiver.answer = ok
  await unsubscribe(endpoint)
})
