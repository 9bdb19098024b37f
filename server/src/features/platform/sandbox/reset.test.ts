import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import WebSocket from 'ws'
import { eventually } from '../../../../testing/eventually.ts'
import { book, booking, newClinic, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { asOwner, newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { runTask } from '../../../../testing/run-task.ts'
import { samplesOf } from '../../../../testing/samples.ts'
import { newWorld } from '../../../../testing/world.ts'
import { migrate } from '../../../db/migrate.ts'
import { addPasskey } from '../second-factors/passkeys-testing.ts'
import { newSignedIn, setUpApp } from '../second-factors/second-factors-testing.ts'
import { startReceiver } from '../webhooks/receiver-testing.ts'
import { allowReset, keptTables } from './kept-tables.ts'
import { startOfWeek } from './rules.ts'

const platform = await startPlatform()
const { call, owner, tokenOf } = platform

const reset = (token: string | undefined, headers = {}) => call('POST', '/api/sandbox/reset', { token, headers })
const resetBy = async (person: { token: string }) => {
  const answer = await reset(person.token)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(Object.keys(answer.body), ['ok', 'resetAt'])
}

const emptied: string[] = (
  await owner.query(`select polrelid::regclass::text as name from pg_policy where polname = 'reset' order by 1`)
).rows.map(({ name }) => name)

/** The rows of each table of an organisation, or of all others, as a count or a fingerprint. */
async function fingerprintsOf(
  tables: string[],
  what: 'count(*)' | 'md5',
  condition: string,
): Promise<Record<string, string>> {
  const seen = what === 'md5' ? `md5(coalesce(string_agg(t::text, '|' order by t::text), ''))` : what
  const found: Record<string, string> = {}
  for (const name of tables)
    found[name] = (await owner.query(`select ${seen}::text as seen from ${name} t where ${condition}`)).rows[0].seen
  return found
}
const belongsTo = (tenantId: string) => `tenant_id = '${tenantId}'`
const count = (tenantId: string) => fingerprintsOf(emptied, 'count(*)', belongsTo(tenantId))
const seed = { ten_sandbox: await count('ten_sandbox'), ten_sandbox_b: await count('ten_sandbox_b') }

/** Waits until no message or webhook is in flight. */
const quiet = () =>
  eventually(async () => {
    const { rowCount } = await owner.query(
      `select from webhook_deliveries where state in ('PENDING', 'SENDING') and next_at <= app_now()`,
    )
    return rowCount === 0
  }, 'deliveries to end')

describe('a reset', () => {
  test('deletes everything that the API can create, except people, clients and webhook endpoints', async () => {
    const world = await newWorld(platform)
    const samples = await samplesOf(platform, world)
    const operations = Object.keys(samples).filter((name) => !['resetSandbox', 'moveClock'].includes(name))
    for (const name of operations) await samples[name]!()
    const full = await count(world.tenantId)
    for (const table of [
      'appointments',
      'prescriptions',
      'orders',
      'lab_results',
      'payments',
      'reviews',
      'events',
      'follow_ups',
    ])
      assert.notEqual(full[table], '0', table)
    await quiet()
    // The logs record the reset, and the deliverer updates endpoints.
    const still = keptTables.filter((name) => !/^(audit_|request_|sandbox_resets|webhook_endpoints)/.test(name))
    const [survivors, others] = [
      await fingerprintsOf(still, 'md5', belongsTo(world.tenantId)),
      await fingerprintsOf([...emptied, ...still], 'md5', `not (${belongsTo(world.tenantId)})`),
    ]
    await resetBy(world.strangers.PATIENT)
    assert.deepEqual(new Set(Object.values(await count(world.tenantId))), new Set(['0']))
    assert.deepEqual(await fingerprintsOf(still, 'md5', belongsTo(world.tenantId)), survivors)
    assert.deepEqual(await fingerprintsOf([...emptied, ...still], 'md5', `not (${belongsTo(world.tenantId)})`), others)
    const { body } = await call('GET', '/api/webhooks', { token: world.involved.ADMIN.token })
    assert.ok(body.webhooks.length > 0)
    await book(platform, world.involved.PATIENT, world.involved.DOCTOR, world.involved.PATIENT)
  })

  test('restores the seeded organisations and their people', async () => {
    const admin = await tokenOf('sandbox-admin')
    const put = (path: string, body: object) => call('PUT', path, { token: admin, body })
    const registered = { email: 'newcomer@test.example', password: 'a pass phrase', name: 'Newcomer', role: 'DOCTOR' }
    const { id } = (await call('POST', '/api/auth/register', { body: registered })).body.user
    const slot = { doctorId: 'usr_sandbox_doctor', patientId: 'usr_sandbox_patient' }
    const times = { startTime: '2098-01-01T09:00:00Z', endTime: '2098-01-01T09:30:00Z' }
    assert.equal((await call('POST', '/api/appointments', { token: admin, body: { ...slot, ...times } })).status, 201)
    const rotated = await call('POST', '/api/clients/sandbox-doctor/rotate-secret', {
      token: admin,
      body: { graceHours: 0 },
    })
    assert.equal(rotated.status, 200, rotated.text)
    await put('/api/users/usr_sandbox_doctor', { name: 'Renamed', status: 'DISABLED' })
    await put('/api/doctors/usr_sandbox_dentist', { specialty: 'Changed', city: 'Fès' })
    await put('/api/clients/sandbox-patient', { scopes: ['users:read'] })
    assert.notDeepEqual(await count('ten_sandbox'), seed.ten_sandbox)
    await resetBy({ token: admin })
    assert.deepEqual(await count('ten_sandbox'), seed.ten_sandbox)
    const doctor = await call('GET', '/api/users/me', { token: await tokenOf('sandbox-doctor') })
    assert.deepEqual([doctor.status, doctor.body.name], [200, 'Dr Youssef Benali'])
    const withNew = {
      grant_type: 'client_credentials',
      client_id: 'sandbox-doctor',
      client_secret: rotated.body.client.secret,
    }
    assert.equal(
      (await call('POST', '/api/auth/token', { body: withNew })).status,
      200,
      'the newer secret works for a day',
    )
    assert.equal((await call('GET', `/api/users/${id}`, { token: admin })).body.user.name, 'Newcomer')
    const { doctors } = (await call('GET', '/api/doctors?pageSize=100', { token: admin })).body
    assert.equal(doctors.find((one: { id: string }) => one.id === 'usr_sandbox_dentist').specialty, 'Médecine dentaire')
    const patient = await tokenOf('sandbox-patient')
    assert.ok((await call('GET', '/api/prescriptions', { token: patient })).body.pagination.total >= 3)
  })

  test('removes second factors, so that no one keeps others out of a shared account', async () => {
    const tenantId = await newTenant(platform)
    const person = await newSignedIn(platform, tenantId)
    await setUpApp(platform, person.token)
    await addPasskey(platform, person.token)
    await resetBy(await newPerson(platform, tenantId, 'ADMIN'))
    const { body } = await call('GET', '/api/users/me/second-factors', { token: person.token })
    assert.deepEqual([body.totp, body.passkeys, body.recoveryCodesLeft], [null, [], 0])
  })

  test('sets the clock back to real time, also for sign-in failures', async () => {
    const { admin } = await newClinic(platform)
    const { rows } = await owner.query(`select now() + interval '3 days' as soon`)
    await platform.advance(3 * 24 * 3600)
    await owner.query(
      `insert into sign_in_failures (subject, failures, last_at) values (decode(repeat('00', 32), 'hex'), 9, $1)`,
      [rows[0].soon],
    )
    const fresh = await tokenOf('sandbox-admin')
    assert.equal((await reset(admin.token)).status, 401, 'the token has expired')
    await resetBy({ token: fresh })
    const { body } = await call('GET', '/api/sandbox/clock', { token: fresh })
    assert.ok(Math.abs(Date.parse(body.now) - Date.now()) < 60_000)
    assert.equal(platform.services.clock.aheadByMs, 0)
    assert.equal((await owner.query('select from sign_in_failures where last_at > now()')).rowCount, 0)
  })

  test('invalidates file links that were created while the clock was ahead', async () => {
    const linkOf = async () => {
      const token = await tokenOf('sandbox-patient')
      const { rows } = await owner.query(
        `select lab_order_id as id from lab_order_files where id = 'lbf_sandbox_report' and tenant_id = 'ten_sandbox'`,
      )
      const answer = await call('GET', `/api/lab-orders/${rows[0].id}/files/lbf_sandbox_report`, { token })
      return async () => (await fetch(answer.body.labOrderFile.url)).status
    }
    await platform.advance(3 * 24 * 3600)
    const link = await linkOf()
    assert.equal(await link(), 200)
    await resetBy({ token: await tokenOf('sandbox-admin') })
    assert.equal(await link(), 410)
    assert.equal(await (await linkOf())(), 200)
  })

  test('succeeds for twenty concurrent requests', async () => {
    const { admin, tenantId, doctor, patient } = await newClinic(platform)
    await book(platform, patient, doctor, patient)
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(admin.token)))
    for (const { status, text } of answers) assert.equal(status, 200, text)
    const { rows } = await owner.query('select count(reset_at)::int as done from sandbox_resets where tenant_id = $1', [
      tenantId,
    ])
    assert.ok(rows[0].done >= 1 && rows[0].done < 20, `${rows[0].done} for twenty`)
    assert.deepEqual(new Set(Object.values(await count(tenantId))), new Set(['0']))
  })

  test('is not repeated under its Idempotency-Key', async () => {
    const { admin, doctor, patient } = await newClinic(platform)
    const key = { 'idempotency-key': 'reset-once' }
    const first = await reset(admin.token, key)
    const { id } = await book(platform, patient, doctor, patient)
    const again = await reset(admin.token, key)
    assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true'])
    assert.equal((await call('GET', `/api/appointments/${id}`, { token: patient.token })).status, 200)
  })

  test('under load makes no request fail and leaves the complete seed', async () => {
    const people = {
      admin: await tokenOf('sandbox-admin'),
      patient: await tokenOf('sandbox-patient'),
      doctor: await tokenOf('sandbox-doctor'),
    }
    const named = (id: string, token: string): Person => ({
      id,
      token,
      tenantId: 'ten_sandbox',
      clientId: '',
      secret: '',
    })
    const [doctor, patient] = [named('usr_sandbox_doctor', people.doctor), named('usr_sandbox_patient', people.patient)]
    const elsewhere = await newClinic(platform)
    let working = true
    let hours = 50_000
    const statuses = new Map<string, number>()
    const note = (what: string, { status, text }: { status: number; text: string }) => {
      statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1)
      assert.ok(status < 500, `${what}: ${status} ${text}`)
    }
    const atWork = async () => {
      while (working) {
        const body = booking(platform, doctor, patient, hours++)
        const booked = await call('POST', '/api/appointments', { token: people.admin, body })
        note('book', booked)
        const appointmentId = booked.body.appointment?.id ?? 'apt_absent'
        const items = { patientId: patient.id, appointmentId, medication: 'M', dosage: 'D', instructions: 'I' }
        const issued = await call('POST', '/api/prescriptions', { token: people.doctor, body: items })
        note('prescribe', issued)
        const order = {
          prescriptionId: issued.body.prescription?.id ?? 'rx_absent',
          pharmacyId: 'usr_sandbox_pharmacy',
        }
        note('order', await call('POST', '/api/orders', { token: people.patient, body: order }))
        const bill = { patientId: patient.id, amountMAD: 10_000 }
        const created = await call('POST', '/api/invoices', { token: people.admin, body: bill })
        note('invoice', created)
        const card = { method: 'CARD', amountMAD: 10_000, cardToken: 'tok_visa' }
        note(
          'pay',
          await call('POST', `/api/invoices/${created.body.invoice?.id ?? 'inv_absent'}/payments`, {
            token: people.patient,
            body: card,
          }),
        )
        note('list', await call('GET', '/api/appointments', { token: people.admin }))
        const other = booking(platform, elsewhere.doctor, elsewhere.patient, hours++)
        note('elsewhere', await call('POST', '/api/appointments', { token: elsewhere.admin.token, body: other }))
      }
    }
    const workers = Array.from({ length: 6 }, atWork)
    for (let n = 0; n < 5; n++) note('reset', await reset(people.patient))
    working = false
    await Promise.all(workers)
    assert.equal(statuses.get('reset 200'), 5, JSON.stringify([...statuses]))
    assert.ok(statuses.get('book 201')! > 5 && !statuses.has('elsewhere 409'), JSON.stringify([...statuses]))
    await quiet()
    await resetBy({ token: people.admin })
    assert.deepEqual(await count('ten_sandbox'), seed.ten_sandbox)
  })

  test('cancels webhooks in flight, and later events are delivered', async () => {
    const { admin, doctor, patient, tenantId } = await newClinic(platform)
    const receiver = await startReceiver()
    const held: (() => void)[] = []
    receiver.answer = (response) => void held.push(() => response.end())
    const body = { url: `${receiver.url}/hook`, events: ['appointment.created'] }
    assert.equal((await call('POST', '/api/webhooks', { token: admin.token, body })).status, 201)
    const inFlight = await book(platform, patient, doctor, patient)
    await receiver.waitFor(1)
    await resetBy(admin)
    const kept = await book(platform, patient, doctor, patient)
    await receiver.waitFor(2)
    for (const answer of held) answer()
    const states = async () =>
      (await owner.query('select state from webhook_deliveries where tenant_id = $1', [tenantId])).rows.map(
        ({ state }) => state,
      )
    await eventually(async () => (await states()).join() === 'SUCCEEDED', 'the second to be taken')
    const delivered = receiver.received.map(({ event }) => event.data.appointmentId)
    assert.deepEqual(delivered, [inFlight.id, kept.id])
  })

  test('closes rooms with their participants', async () => {
    const { admin, doctor, patient } = await newClinic(platform)
    const { id } = await book(platform, patient, doctor, patient, 1)
    const requestBody = { appointmentId: id, identity: doctor.id }
    const { body } = await call('POST', '/api/video/token', { token: doctor.token, body: requestBody })
    const socket = new WebSocket(body.url)
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    const joined = new Promise<void>((resolve) => {
      socket.on('message', (text) => String(text).includes('"joined"') && resolve())
    })
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'join', v: 1, token: body.token, sid: crypto.randomUUID() })),
    )
    await joined
    await resetBy(admin)
    assert.equal(await closed, 4410)
  })
})

describe('the weekly reset', () => {
  test('the week starts on Sunday in UTC', () => {
    for (const [at, since] of [
      ['2026-11-21T23:59:59.999Z', '2026-11-15'],
      ['2026-11-22T00:00:00.000Z', '2026-11-22'],
      ['2026-12-02T12:00:00.000Z', '2026-11-29'],
    ] as const)
      assert.equal(startOfWeek(new Date(at)).toISOString(), `${since}T00:00:00.000Z`)
  })

  test('resets each seeded organisation once a week, and no registered ones', async () => {
    const own = await startPlatform()
    const joined = await newTenant(own)
    const everyone = [joined, 'ten_sandbox', 'ten_sandbox_b', 'ten_sandbox_starter']
    for (const tenantId of everyone)
      await own.owner.query(
        `insert into leads (tenant_id, id, name, email, source) values ($1, new_id('lead'), 'N', 'weekly@test.example', 'S')`,
        [tenantId],
      )
    await own.owner.query(
      `update tenants set created_at = now() - interval '8 days' where tenant_id <> 'ten_sandbox_b' and tenant_id = any($1)`,
      [everyone],
    )
    const run = () => runTask(own.owner, 'reset-sandbox')
    await run()
    const resets = () =>
      own.owner
        .query('select tenant_id, reset_at is not null as done from sandbox_resets order by 1')
        .then(({ rows }) => rows)
    const once = ['ten_sandbox', 'ten_sandbox_starter'].map((tenant_id) => ({ tenant_id, done: true }))
    assert.deepEqual(await resets(), once)
    const { rows } = await own.owner.query(
      `select tenant_id from leads where email = 'weekly@test.example' order by tenant_id collate "C"`,
    )
    const kept = [joined, 'ten_sandbox_b'].toSorted().map((tenant_id) => ({ tenant_id }))
    assert.deepEqual(rows, kept, 'a registered organisation, and one that was created this week')
    const written = `select user_id, client_id, outcome from audit_log where tenant_id = $1 and operation = 'resetWeekly'`
    assert.deepEqual((await own.owner.query(written, ['ten_sandbox'])).rows, [
      { user_id: 'platform', client_id: 'worker', outcome: 'OK' },
    ])
    await run()
    assert.deepEqual(await resets(), once)
  })
})

test('a reset also works when the database owner is no superuser', async () => {
  const url = new URL(await newDatabase())
  const name = `ordinary_${url.pathname.slice(1)}` // roles belong to the cluster
  await asOwner(url.href, async (superuser) => {
    await superuser.query(`create role ${name} login createrole password 'plain'`)
    await superuser.query(`grant medina_app, medina_worker, medina_gate to ${name} with admin option`)
    await superuser.query(`create database ${name} owner ${name}`)
  })
  url.pathname = name
  const bySuperuser = url.href
  url.username = name
  url.password = 'plain'
  await migrate(url.href, 'sandbox', undefined)
  await allowReset(url.href)
  await allowReset(url.href)
  const remaining = await asOwner(bySuperuser, async (superuser) => {
    for (const tenant of ['ten_a', 'ten_b']) {
      await superuser.query(`insert into tenants (tenant_id, name, plan) values ($1, 'T', 'PRO')`, [tenant])
      await superuser.query(
        `insert into leads (tenant_id, id, name, email, source) values ($1, new_id('lead'), 'N', 'n@test.example', 'S')`,
        [tenant],
      )
    }
    await superuser.query(
      `begin; set local role medina_app; select set_config('app.tenant', 'ten_a', true); call empty_tenant(); commit`,
    )
    return (await superuser.query('select tenant_id from leads')).rows
  })
  assert.deepEqual(remaining, [{ tenant_id: 'ten_b' }])
})
