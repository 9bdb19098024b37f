import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../src/db/embedded/start.ts'
import { type Child, startChild, tokenAt } from './child.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { eventually } from './eventually.ts'
import { newDatabase } from './harness.ts'
import { testMasterKeys } from './roles.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'medina-resilience-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const PORT = String(randomInt(20_000, 32_000))
const limits = { RATE_LIMIT_ENTERPRISE: '1000000/unlimited', RATE_LIMIT_ADDRESS: '1000000' }
const MASTER_KEY = testMasterKeys[0]!.toString('base64')
/** `npm run rehearse` repeats the silence of a database. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 1)

const slot = (n: number) => ({
  doctorId: 'usr_sandbox_doctor',
  patientId: 'usr_sandbox_patient',
  startTime: new Date(Date.UTC(2033, 0, 1) + n * 900_000).toISOString(),
  endTime: new Date(Date.UTC(2033, 0, 1) + (n + 1) * 900_000).toISOString(),
})
const post = (child: Child, path: string, token: string, body: object) =>
  fetch(child.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Starts a server, and kills it after the tests if it still runs. */
function start(env: Record<string, string>): Child {
  const child = startChild(env)
  after(() => child.end('SIGKILL'))
  return child
}

test('a killed server loses no acknowledged booking and no event', async () => {
  const arrived = new Set<string>()
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      // Slow, so that a kill interrupts requests.
      setTimeout(() => {
        arrived.add(JSON.parse(Buffer.concat(chunks).toString()).data.appointmentId)
        response.end()
      }, 20)
    })
  }).listen(0, '127.0.0.1')
  after(() => receiver.close())
  const env = { DATABASE_URL: await newDatabase(), MASTER_KEY, PORT, DATA_DIR: dataDir, ...limits }
  let child = start(env)
  await child.ready()
  let token = await tokenAt(child.url, 'sandbox-admin')
  await new Promise((ready) => (receiver.listening ? ready(null) : receiver.once('listening', ready)))
  const { port } = receiver.address() as AddressInfo
  assert.equal(
    (await post(child, '/api/webhooks', token, { url: `http://127.0.0.1:${port}/`, events: ['appointment.created'] }))
      .status,
    201,
  )

  const acknowledged: string[] = []
  let next = 0
  for (let kills = 0; kills < 3; kills++) {
    const stopAt = next + 60
    const bookers = Array.from({ length: 6 }, async () => {
      while (next < stopAt) {
        const response = await post(child, '/api/appointments', token, slot(next++)).catch(() => undefined)
        if (response?.status === 201)
          acknowledged.push(((await response.json()) as { appointment: { id: string } }).appointment.id)
      }
    })
    await eventually(() => next >= stopAt - 20, 'half of the bookings')
    await child.end('SIGKILL')
    await Promise.all(bookers)
    child = start(env)
    await child.ready()
    token = await tokenAt(child.url, 'sandbox-admin')
  }
  assert.ok(acknowledged.length >= 60, `${acknowledged.length} acknowledged`)
  await eventually(() => acknowledged.every((id) => arrived.has(id)), 'every event')
  for (const id of acknowledged) {
    const read = await fetch(`${child.url}/api/appointments/${id}`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(read.status, 200)
  }
  assert.equal(await child.end('SIGTERM'), 0)
})

test('the server survives a restart of PostgreSQL under load, and returns 503 meanwhile', async () => {
  const home = join(dataDir, 'own postgres')
  let postgres = await startEmbedded({ dataDir: home })
  const child = start({
    DATABASE_URL: postgres.url,
    MASTER_KEY,
    PORT,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...limits,
  })
  await child.ready()
  const token = await tokenAt(child.url, 'sandbox-admin')
  const seen: { status: number; retryAfter: string | null }[] = []
  let loading = true
  let n = 0
  const load = Array.from({ length: 6 }, async (_, worker) => {
    while (loading) {
      const response =
        worker % 2
          ? await post(child, '/api/appointments', token, slot(n++))
          : await fetch(`${child.url}/api/appointments?pageSize=5`, { headers: { authorization: `Bearer ${token}` } })
      seen.push({ status: response.status, retryAfter: response.headers.get('retry-after') })
      await response.arrayBuffer()
    }
  })
  const statuses = () => new Set(seen.map(({ status }) => status))
  await eventually(() => seen.length > 50, 'answers')
  await postgres.stop()
  await eventually(() => statuses().has(503), 'a 503')
  assert.equal((await fetch(`${child.url}/api/health`)).status, 200, 'the process is alive')
  const probe = await fetch(`${child.url}/api/health/db`)
  assert.equal(probe.status, 503)
  assert.deepEqual(await probe.json(), { ok: false, error: 'connection_refused' })
  postgres = await startEmbedded({ dataDir: home })
  after(() => postgres.stop())
  const before = seen.length
  await eventually(() => seen.slice(before).filter(({ status }) => status < 300).length > 50, 'recovery')
  loading = false
  await Promise.all(load)
  assert.deepEqual(
    [...statuses()].filter((status) => ![200, 201, 503].includes(status)),
    [],
  )
  for (const { status, retryAfter } of seen) if (status === 503) assert.match(retryAfter!, /^[1-9]\d*$/)
  assert.equal((await fetch(`${child.url}/api/health/db`)).status, 200)
  assert.equal(await child.end('SIGTERM'), 0)
})

for (let run = 1; run <= FAILOVERS; run++)
  test(`the server replaces connections whose packets are dropped under load, and loses no acknowledged booking (${run})`, async (t) => {
    const database = await newDatabase()
    const proxy = await startDatabaseProxy(database)
    const child = start({ DATABASE_URL: proxy.url, MASTER_KEY, PORT, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...limits })
    await child.ready()
    const token = await tokenAt(child.url, 'sandbox-admin')
    const acknowledged: string[] = []
    const seen: { status: number; retryAfter: string | null }[] = []
    let loading = true
    let n = 20_000 // slots of this test only
    const load = Array.from({ length: 8 }, async (_, worker) => {
      while (loading) {
        const response = await (worker < 6
          ? post(child, '/api/appointments', token, slot(n++))
          : fetch(`${child.url}/api/appointments?pageSize=5`, { headers: { authorization: `Bearer ${token}` } }))
        seen.push({ status: response.status, retryAfter: response.headers.get('retry-after') })
        const body = (await response.json()) as { appointment?: { id: string } }
        if (response.status === 201) acknowledged.push(body.appointment!.id)
      }
    })
    await eventually(() => acknowledged.length > 50, 'bookings')
    const owner = new pg.Client({ connectionString: database })
    t.after(() => owner.end()) // an open connection would keep a failed test from ending
    await owner.connect()
    const { rows: backends } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity
     where datname = current_database() and application_name in ('medina-care', 'medina-care worker')`,
    )
    proxy.dropPackets()
    const forgottenAt = performance.now()
    await pause(1000) // responses in transit
    const before = acknowledged.length
    await eventually(() => acknowledged.length > before, 'a booking')
    t.diagnostic(`bookings again after ${((performance.now() - forgottenAt) / 1000).toFixed(1)} s`)
    await eventually(() => acknowledged.length > before + 50, 'more bookings')
    loading = false
    await Promise.all(load)
    for (const { status, retryAfter } of seen) {
      assert.ok([200, 201, 503].includes(status), `${status}`)
      if (status === 503) assert.match(retryAfter!, /^[1-9]\d*$/)
    }
    assert.ok(seen.some(({ status }) => status === 503))
    const { rows: booked } = await owner.query<{ id: string }>('select id from appointments')
    const ids = new Set(booked.map(({ id }) => id))
    assert.deepEqual(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    )
    // Includes connections of background tasks and of LISTEN.
    const left = 'select from pg_stat_activity where pid = any($1)'
    const pids = backends.map(({ pid }) => pid)
    await eventually(async () => (await owner.query(left, [pids])).rowCount === 0, 'the old backends to end')
    assert.equal(await child.end('SIGTERM'), 0)
  })

test('concurrent bookings of many slots have one winner each, named in the conflicts, and no deadlock', async () => {
  const database = await newDatabase()
  const child = start({ DATABASE_URL: database, MASTER_KEY, PORT, DATA_DIR: dataDir, ...limits })
  await child.ready()
  const token = await tokenAt(child.url, 'sandbox-admin')
  const race = async (n: number) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await post(child, '/api/appointments', token, slot(n))
        return {
          status: response.status,
          body: (await response.json()) as { appointment?: { id: string }; error?: { details: object } },
        }
      }),
    )
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const { status, body } of answers) {
      if (status !== 201)
        assert.deepEqual([status, body.error?.details], [409, { overlap: { id: won[0]!.body.appointment!.id } }])
    }
  }
  // Twenty slots at once, which a busy machine handles without a 503.
  for (let from = 0; from < 60; from += 20) await Promise.all(Array.from({ length: 20 }, (_, n) => race(from + n)))
  const owner = new pg.Client({ connectionString: database })
  await owner.connect()
  const { rows } = await owner.query('select deadlocks::int from pg_stat_database where datname = current_database()')
  await owner.end()
  assert.equal(rows[0].deadlocks, 0)
  assert.equal(await child.end('SIGTERM'), 0)
})
