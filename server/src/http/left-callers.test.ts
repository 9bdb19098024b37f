import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { newClinic } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'

const POOL_SIZE = 2
const platform = await startPlatform({ DATABASE_POOL_SIZE: String(POOL_SIZE), DATABASE_TIMEOUT_SEC: '60' })
const { owner, url } = platform

test('a call that waits for a connection is not run after its client has disconnected', async () => {
  const { tenantId, doctor, patient } = await newClinic(platform)
  const blocker = await owner.connect()
  await blocker.query('begin; lock table appointments in share mode')
  let hours = 24
  const body = () => {
    const start = Date.UTC(2034, 0) + ++hours * 3_600_000
    const [startTime, endTime] = [start, start + 900_000].map((ms) => new Date(ms).toISOString())
    return { doctorId: doctor.id, patientId: patient.id, startTime, endTime }
  }
  const book = () => platform.call('POST', '/api/appointments', { token: patient.token, body: body() })
  const running = Array.from({ length: POOL_SIZE }, book)
  await eventually(() => platform.services.database.pool.totalCount === POOL_SIZE && blocked(), 'blocked bookings')

  const leaving = [leave('/api/appointments', patient.token), leave('/api/appointments', patient.token, body())]
  const completed = book()
  await Promise.all(leaving)

  await blocker.query('commit')
  blocker.release()
  for (const { status } of await Promise.all([...running, completed])) assert.equal(status, 201)
  const { rows } = await owner.query('select count(*)::int as n from appointments where tenant_id = $1', [tenantId])
  assert.equal(rows[0].n, POOL_SIZE + 1)
})

async function blocked(): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount === POOL_SIZE
}

/** Sends a request and disconnects once the server has read it. */
async function leave(path: string, token: string, body?: object): Promise<void> {
  const payload = body && JSON.stringify(body)
  const sent = request(url + path, {
    method: payload ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    },
  })
  sent.on('error', () => {}) // it has no answer
  sent.end(payload)
  await once(sent, 'finish')
  for (let n = 0; n < 5; n++) await platform.call('GET', '/api/health') // until the server has read it
  sent.destroy()
  for (let n = 0; n < 5; n++) await platform.call('GET', '/api/health') // until the server has noticed
}
