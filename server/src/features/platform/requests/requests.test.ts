import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newClinic, newPerson, newSession } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newId } from '../../../lib/ids.ts'
import { asWorker } from '../webhooks/engine/worker-testing.ts'
import { dropOldDays, RequestLog } from './log.ts'

const platform = await startPlatform()
const { call, owner, services } = platform
const clinic = await newClinic(platform)
const { tenantId, admin, doctor, patient } = clinic
const other = await newClinic(platform)

type Entry = {
  id: string
  at: string
  clientId: string
  method: string
  path: string
  operation: string | null
  status: number
  code: string | null
  faultPaths: string[]
  durationMs: number
  requestId: string
}
type Person = typeof admin

const flush = () => services.requestLog.flush()
async function list(
  query: string,
  { token }: Person = admin,
): Promise<{ requests: Entry[]; nextCursor: string | null }> {
  await flush()
  const { status, body, text } = await call('GET', `/api/requests?${query}`, { token })
  assert.equal(status, 200, text)
  return body
}
/** A person whose client has made only the request for its token. */
const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')
/** The entry of a request. */
const entryOf = async (requestId: string, caller: Person) =>
  (await list('pageSize=100', caller)).requests.find((entry) => entry.requestId === requestId)
const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id')!

describe('the log of requests', () => {
  test('has operation, status, code and fields at fault, without values', async () => {
    const person = await newDoctor()
    const canary = 'canary@example.com'
    const answer = await call('POST', '/api/appointments?x=secret', {
      token: person.token,
      body: { doctorId: 7, patientId: canary, startTime: canary, [canary]: 1, medication: canary },
    })
    assert.equal(answer.status, 422)
    const entry = (await entryOf(idOf(answer), person))!
    const { id, at, durationMs, ...rest } = entry
    assert.match(id, /^rql_[0-9a-f]{32}$/)
    assert.ok(Date.parse(at) > 0 && durationMs >= 0)
    assert.deepEqual(
      { ...rest, faultPaths: [...rest.faultPaths].sort() },
      {
        clientId: person.clientId,
        method: 'POST',
        path: '/api/appointments',
        operation: 'bookAppointment',
        status: 422,
        code: 'UNPROCESSABLE',
        faultPaths: ['?', 'doctorId', 'endTime', 'medication', 'patientId', 'startTime'],
        requestId: idOf(answer),
      },
    )
    const { rows } = await owner.query('select * from request_log where client_id = $1', [person.clientId])
    assert.ok(!JSON.stringify(rows).includes('canary') && !JSON.stringify(rows).includes('secret'))
  })

  test('has no name of a field that is in no contract, also if it looks like one', async () => {
    const person = await newDoctor()
    const answer = await call('POST', '/api/appointments', { token: person.token, body: { KarimTrafiquant: 1 } })
    assert.equal(answer.status, 422)
    const { faultPaths } = (await entryOf(idOf(answer), person))!
    assert.deepEqual(faultPaths.toSorted(), ['?', 'doctorId', 'endTime', 'patientId', 'startTime'])
    const message = { recipientUserId: patient.id, templateCode: 'ORDER_READY', variables: { karimTrafiquant: 'x' } }
    const sent = await call('POST', '/api/notifications/send', { token: admin.token, body: message })
    assert.equal(sent.status, 422, sent.text)
    const paths = (await entryOf(idOf(sent), admin))!.faultPaths.toSorted()
    assert.deepEqual(paths, ['variables.?', 'variables.pharmacyName'])
  })

  test('has reads by the template of their path, malformed bodies, refused scopes and roles', async () => {
    const person = await newPerson(platform, tenantId, 'DOCTOR', ['appointments:read', 'appointments:write'])
    const caller = { token: person.token }
    const answers = [
      await call('GET', `/api/appointments/${newId('apt')}`, caller),
      await call('POST', '/api/appointments', { ...caller, raw: '{' }),
      await call('GET', '/api/audit', caller),
      await call('GET', '/api/appointments', caller),
    ]
    const found = await Promise.all(answers.map((answer) => entryOf(idOf(answer), person)))
    assert.deepEqual(
      found.map((entry) => [entry?.path, entry?.status, entry?.code]),
      [
        ['/api/appointments/{id}', 404, 'NOT_FOUND'],
        ['/api/appointments', 400, 'BAD_REQUEST'],
        ['/api/audit', 403, 'FORBIDDEN'],
        ['/api/appointments', 200, null],
      ],
    )
  })

  test('has 401 of a known client: a revoked token, and a wrong secret at the token endpoint', async () => {
    const person = await newDoctor()
    const grant = (secret: string) =>
      call('POST', '/api/auth/token', {
        body: { grant_type: 'client_credentials', client_id: person.clientId, client_secret: secret },
      })
    const wrong = await grant('wrong')
    assert.equal(wrong.status, 401)
    const second = (await grant(person.secret)).body.access_token
    const credentials = { client_id: person.clientId, client_secret: person.secret }
    await call('POST', '/api/auth/revoke', { body: { token: person.token, ...credentials } })
    let refused = wrong
    await eventually(async () => {
      refused = await call('GET', '/api/users/me', { token: person.token })
      return refused.status === 401
    })
    const caller = { ...person, token: second }
    assert.deepEqual((await entryOf(idOf(wrong), caller))?.status, 401)
    assert.deepEqual((await entryOf(idOf(wrong), caller))?.operation, 'issueToken')
    assert.equal((await entryOf(idOf(refused), caller))?.code, 'UNAUTHORIZED')
    assert.ok((await list('operation=issueToken', caller)).requests.length >= 2)
  })

  test('shows clients their own requests, and administrators with clients:manage those of all', async () => {
    const person = await newDoctor()
    const mine = idOf(await call('GET', '/api/appointments', { token: person.token }))
    const narrow = await newPerson(platform, tenantId, 'ADMIN', ['audit:read'])
    assert.ok(await entryOf(mine, person))
    assert.ok((await list(`clientId=${person.clientId}`)).requests.some(({ requestId }) => requestId === mine))
    for (const caller of [doctor, patient, narrow, other.admin, other.doctor])
      assert.equal(await entryOf(mine, caller), undefined, caller.clientId)
    assert.deepEqual((await list(`clientId=${person.clientId}`, other.admin)).requests, [])
    assert.deepEqual((await list(`clientId=${person.clientId}`, doctor)).requests, [])
  })

  test('has no requests of browsers, whose client id names a user', async () => {
    const session = await newSession(platform, patient)
    const seen = idOf(await call('GET', '/api/appointments', { token: session.token }))
    assert.equal(await entryOf(seen, admin), undefined)
    assert.deepEqual((await list('', session)).requests, [])
    const { rows } = await owner.query(`select 1 from request_log where client_id like 'web%'`)
    assert.deepEqual(rows, [])
  })

  test('is filtered by status, operation and time, and paged by cursor', async () => {
    const person = await newDoctor()
    const caller = { token: person.token }
    for (let n = 0; n < 5; n++) await call('GET', '/api/appointments?pageSize=0', caller)
    await call('GET', `/api/prescriptions/${newId('rx')}`, caller)
    const statuses = async (query: string) => (await list(query, person)).requests.map(({ status }) => status)
    assert.deepEqual(await statuses('status=422'), [422, 422, 422, 422, 422])
    assert.deepEqual(await statuses('status=4xx'), [404, 422, 422, 422, 422, 422])
    assert.deepEqual(await statuses('operation=readPrescription'), [404])
    assert.deepEqual(await statuses(`to=${new Date(0).toISOString()}`), [])
    const all = (await list('pageSize=100', person)).requests.map(({ id }) => id)
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`pageSize=2${cursor && `&cursor=${cursor}`}`, person)
      paged.push(...page.requests.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.deepEqual(paged, all)
    for (const query of ['status=99', 'status=6xx', 'cursor=x', 'after=x', `cursor=${all[0]}&after=start`])
      assert.equal((await call('GET', `/api/requests?${query}`, caller)).status, 422, query)
  })

  test('is followed oldest first by after, which leaves out what may still be written', async () => {
    const person = await newDoctor()
    for (let n = 0; n < 3; n++) await call('GET', '/api/appointments', { token: person.token })
    await flush()
    assert.deepEqual(await list('after=start', person), { requests: [], nextCursor: 'start' })
    await owner.query(
      `update request_log set id = id_floor('rql', now() - interval '1 minute') || substr(id, 17) where client_id = $1`,
      [person.clientId],
    )
    const first = await list('after=start&pageSize=3', person)
    const rest = await list(`after=${first.nextCursor}`, person)
    assert.deepEqual([first.requests.length, rest.requests.length], [3, 1])
    const ids = [...first.requests, ...rest.requests].map(({ id }) => id)
    assert.deepEqual(ids, [...ids].sort())
    assert.deepEqual(await list(`after=${rest.nextCursor}`, person), { requests: [], nextCursor: rest.nextCursor })
  })

  test('is written in one batch, after the answers, and keeps what the database refuses meanwhile', async () => {
    const entry = { ...(await sampleEntry()), requestId: 'batch' }
    const log = new RequestLog(services.database, services.log) // as medina_app, which may not write it
    log.note(entry)
    await log.flush()
    assert.equal((await owner.query(`select 1 from request_log where request_id = 'batch'`)).rowCount, 0)
    for (let n = 0; n < 21_000; n++) services.requestLog.note({ ...entry, requestId: `batch-${n}` })
    await flush()
    const { rows } = await owner.query<{ request_id: string }>(
      `select request_id from request_log where request_id like 'batch-%' order by id`,
    )
    assert.deepEqual(
      rows.map(({ request_id }) => request_id),
      Array.from({ length: 20_000 }, (_, n) => `batch-${n}`),
      'in the order of the requests, up to the bound of memory',
    )
  })

  test('is dropped day by day after seven days', async () => {
    await owner.query(
      `create table request_log_2020_01_01 partition of request_log
       for values from (id_floor('rql', '2020-01-01Z')) to (id_floor('rql', '2020-01-02Z'))`,
    )
    await owner.query(`insert into request_hours values ($1, 'old', '2020-01-01Z', 1, 0, 0)`, [tenantId])
    const days = async () =>
      (
        await owner.query(
          `select inhrelid::regclass::text as day from pg_inherits where inhparent = 'request_log'::regclass`,
        )
      ).rows.length
    const before = await days()
    await dropOldDays(asWorker(platform))
    assert.equal(await days(), before - 1)
    assert.equal((await owner.query(`select 1 from request_hours where client_id = 'old'`)).rowCount, 0)
    assert.ok((await list('')).requests.length > 0)
  })
})

const sampleEntry = async () => ({
  tenantId,
  clientId: 'batch',
  at: new Date().toISOString(),
  method: 'GET',
  path: '/api/appointments',
  operation: 'listAppointments',
  status: 200,
  code: null,
  faultPaths: [],
  durationMs: 1,
})

describe('usage', () => {
  test('has plan, limits, and requests and errors of each client by hour', async () => {
    const person = await newDoctor()
    for (let n = 0; n < 3; n++) await call('GET', '/api/appointments', { token: person.token })
    await call('GET', '/api/appointments?page=0', { token: person.token })
    await flush()
    const usageOf = async (query: string, { token }: Person) => {
      const { status, body, text } = await call('GET', `/api/usage?${query}`, { token })
      assert.equal(status, 200, text)
      return body.usage
    }
    const { clients, ...own } = await usageOf('', person)
    assert.equal(own.plan, 'ENTERPRISE')
    assert.equal(own.limits.webhooks, 50)
    assert.equal(own.webhooks, 0)
    assert.equal(clients.length, 1)
    const { hours, ...client } = clients[0]
    assert.deepEqual(client, { clientId: person.clientId, thisMinute: 5, today: client.today, requests: 5, errors: 1 })
    assert.equal(
      hours.reduce((sum: number, hour: { requests: number }) => sum + hour.requests, 0),
      5,
    )
    await owner.query(
      `insert into request_hours (tenant_id, client_id, hour, requests, errors, refused)
       select $1, $2, date_trunc('hour', app_now()) - make_interval(hours => ago), 100, 0, 0 from unnest(array[23, 24]) ago`,
      [tenantId, person.clientId],
    )
    const [{ requests }] = (await usageOf('period=24h', person)).clients
    assert.ok(requests >= 105 && requests < 200, `${requests} requests in 24 hours`)
    const all = await usageOf('period=7d', admin)
    assert.ok(all.clients.some(({ clientId }: { clientId: string }) => clientId === person.clientId))
    const foreign = await usageOf('period=7d', other.admin)
    assert.ok(!JSON.stringify(foreign).includes(person.clientId))
    assert.equal((await call('GET', '/api/usage?period=1h', { token: person.token })).status, 422)
  })

  test('counts the webhooks that exist, of the own organisation', async () => {
    const { admin: owner } = await newClinic(platform)
    const ids: string[] = []
    for (const path of ['kept', 'deleted']) {
      const { body, text } = await call('POST', '/api/webhooks', {
        token: owner.token,
        body: { url: `http://127.0.0.1:9999/${path}` },
      })
      assert.ok(body.webhook, text)
      ids.push(body.webhook.id)
    }
    const used = async () => (await call('GET', '/api/usage', { token: owner.token })).body.usage.webhooks
    assert.equal(await used(), 2)
    assert.equal((await call('DELETE', `/api/webhooks/${ids[1]}`, { token: owner.token })).status, 200)
    assert.equal(await used(), 1)
  })

  test('does not count refused requests towards the limits', async () => {
    const client = newId('cli')
    const entry = { ...(await sampleEntry()), clientId: client, requestId: 'limits' }
    for (const status of [200, 429, 429, 500]) services.requestLog.note({ ...entry, status })
    await flush()
    const { body } = await call('GET', '/api/usage', { token: admin.token })
    const found = body.usage.clients.find(({ clientId }: { clientId: string }) => clientId === client)
    assert.deepEqual([found.requests, found.errors, found.today], [4, 3, 2])
  })
})
