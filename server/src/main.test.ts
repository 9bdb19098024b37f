import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startChild, tokenAt } from '../testing/child.ts'
import { asOwner, newDatabase } from '../testing/harness.ts'
import { testMasterKeys } from '../testing/roles.ts'
import { makeStaleTimeZones } from '../testing/stale-time-zones.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'medina-life-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const PORT = String(randomInt(20_000, 32_000))
const MASTER_KEY = testMasterKeys[0]!.toString('base64')

test('a first start prints URLs and a working curl command; a second start keeps the data', async () => {
  const first = startChild({ DATA_DIR: dataDir, PORT })
  await first.ready()
  assert.match(first.output(), /^Starting PostgreSQL …\nMigrating the database …\nStarting the server …\nMedina Care/)
  const curl = first.output().match(/^ {2}(curl .*)$/m)![1]!
  const { stdout } = await promisify(execFile)('bash', ['-c', curl])
  const token = JSON.parse(stdout).access_token
  const booked = await fetch(`${first.url}/api/appointments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      doctorId: 'usr_sandbox_doctor',
      patientId: 'usr_sandbox_patient',
      startTime: '2031-01-01T10:00:00Z',
      endTime: '2031-01-01T10:30:00Z',
    }),
  })
  assert.equal(booked.status, 201)
  const { id } = ((await booked.json()) as { appointment: { id: string } }).appointment
  assert.equal((await stat(join(dataDir, 'master-key'))).mode & 0o777, 0o600)
  assert.equal(await first.end('SIGTERM'), 0)

  const second = startChild({ DATA_DIR: dataDir, PORT })
  await second.ready()
  const read = await fetch(`${second.url}/api/appointments/${id}`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(read.status, 200, 'appointment and token survive the restart')
  assert.equal(await second.end('SIGINT'), 0)
})

test('SIGTERM lets running requests finish, and refuses new ones', async () => {
  const database = await newDatabase()
  const child = startChild({ DATABASE_URL: database, MASTER_KEY, DATA_DIR: dataDir, PORT })
  await child.ready()
  const authorization = `Bearer ${await tokenAt(child.url, 'sandbox-admin')}`
  const inFlight = Array.from({ length: 30 }, (_, n) =>
    fetch(`${child.url}/api/appointments`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        doctorId: 'usr_sandbox_doctor',
        patientId: 'usr_sandbox_patient',
        startTime: new Date(Date.UTC(2032, 0, 1, n)).toISOString(),
        endTime: new Date(Date.UTC(2032, 0, 1, n, 30)).toISOString(),
      }),
    }).then(
      (response) => response.status,
      () => 'refused',
    ),
  )
  await Promise.race(inFlight)
  const ended = child.end('SIGTERM')
  const outcomes = await Promise.all(inFlight)
  assert.ok(
    outcomes.every((outcome) => outcome === 201 || outcome === 503 || outcome === 'refused'),
    outcomes.join(),
  )
  assert.equal(await ended, 0)
  assert.equal(child.output().includes('Error'), false, child.output())
})

test('an unfinished request does not prevent the server from stopping', async () => {
  const child = startChild({ DATABASE_URL: await newDatabase(), MASTER_KEY, DATA_DIR: dataDir, PORT })
  await child.ready()
  const socket = connect(Number(PORT), '127.0.0.1').on('error', () => {})
  socket.write('POST /api/leads HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{')
  await new Promise((next) => setTimeout(next, 200))
  assert.equal(await child.end('SIGTERM'), 0)
  socket.destroy()
})

test('a port in use, an unreachable database and a wrong master key print one clear line and exit with 1', async (t) => {
  const squatter = createServer().listen(Number(PORT), '127.0.0.1')
  t.after(() => squatter.close())
  const database = await newDatabase()
  const refused = async (env: Record<string, string>, says: RegExp) => {
    const child = startChild({ DATA_DIR: dataDir, PORT, MASTER_KEY, ...env })
    assert.match(await child.refusal(), says)
  }
  await refused({ DATABASE_URL: database }, new RegExp(`^Port ${PORT} is in use`))
  squatter.close()
  await refused(
    { DATABASE_URL: 'postgres://medina:secret@127.0.0.1:1/medina' },
    /^The database cannot be reached at postgres:\/\/medina:…@127\.0\.0\.1:1\/medina: .*ECONNREFUSED/,
  )
  await refused(
    {
      DATABASE_URL: database,
      DATABASE_APP_URL: 'postgres://medina_app:secret@127.0.0.1:1/medina',
      DATABASE_WORKER_URL: 'postgres://medina_worker:secret@127.0.0.1:1/medina',
    },
    /^The database cannot be reached at postgres:\/\/medina_app:…@127\.0\.0\.1:1\/medina: .*ECONNREFUSED/,
  )
  await refused(
    { DATABASE_URL: database, DATABASE_APP_URL: database, DATABASE_WORKER_URL: database },
    /^The role \w+ bypasses the isolation of organisations\. DATABASE_APP_URL must name medina_app/,
  )
  const passwords = async () =>
    (await asOwner(database, (owner) => owner.query('select rolpassword from pg_authid order by rolname'))).rows
  const before = await passwords()
  await refused({ DATABASE_URL: database, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') }, /another MASTER_KEY/)
  assert.deepEqual(await passwords(), before, 'the running servers still sign in')
})

test('outdated time zone data print one clear line and exit with 1', async (t) => {
  const zones = join(dataDir, 'zones')
  if (!(await makeStaleTimeZones(zones))) return t.skip('this Node.js takes its time zones from the system')
  const child = startChild({ DATA_DIR: dataDir, PORT, ICU_TIMEZONE_FILES_DIR: zones })
  assert.match(
    await child.refusal(),
    /^The time zone data of this Node\.js .* is wrong about Morocco on 2026-09-21: .* 2026c/,
  )
})

test('a signal during the start ends server and PostgreSQL quietly', async () => {
  const fresh = join(dataDir, 'interrupted')
  const child = startChild({ DATA_DIR: fresh, PORT })
  const begun = () =>
    stat(join(fresh, 'master-key')).then(
      () => true,
      () => false,
    )
  while (!(await begun())) await new Promise((next) => setTimeout(next, 10))
  assert.equal(await child.end('SIGTERM'), 0)
  assert.doesNotMatch(child.output(), /Error|is ready/)
  const again = startChild({ DATA_DIR: fresh, PORT })
  await again.ready()
  assert.equal(await again.end('SIGTERM'), 0)
})

test('production without its settings reports all of them at once and exits with 1', async () => {
  const child = startChild({ MODE: 'production', PORT, DATA_DIR: dataDir })
  assert.equal(await child.exited, 1)
  for (const name of ['DATABASE_URL', 'STORAGE_URL', 'MASTER_KEY', 'CRON_SECRET', 'INTERNAL_TOKEN', 'PUBLIC_URL'])
    assert.match(child.output(), new RegExp(name))
  assert.doesNotMatch(child.output(), /at .*\.ts/)
})

test('production runs with its settings, without the sandbox’s users and secrets', async () => {
  const owner = new URL(await newDatabase('production'))
  const child = startChild({
    MODE: 'production',
    PORT,
    DATA_DIR: dataDir,
    DATABASE_URL: owner.href,
    STORAGE_URL: `file://${dataDir}/files`,
    MASTER_KEY,
    CRON_SECRET: 'c'.repeat(32),
    INTERNAL_TOKEN: 'i'.repeat(32),
    PUBLIC_URL: 'https://api.example.ma',
  })
  await child.ready()
  const hook = (token: string) =>
    fetch(`${child.url}/api/internal/appointment-confirmed`, {
      method: 'POST',
      headers: { 'x-internal-token': token, 'content-type': 'application/json' },
      body: '{"appointmentId":"apt_absent"}',
    })
  assert.equal((await hook('sandbox-internal-token')).status, 403)
  const known = await hook('i'.repeat(32))
  assert.equal(known.status, 404)
  assert.deepEqual(await known.json(), { error: 'appointment_not_found' })
  assert.ok((await fetch(`${child.url}/api/health`)).headers.has('strict-transport-security'))
  assert.equal(await child.end('SIGTERM'), 0)
})
