import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, type Platform, startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
/** Accepts the first server's tokens. */
const second = await startPlatform({ PUBLIC_URL: platform.url }, platform.ownerUrl)

type Clinic = Awaited<ReturnType<typeof newClinic>>

const get = (caller: Person, query: string, at: Platform = platform): Promise<Answer> =>
  at.call('GET', `/api/events?${query}`, { token: caller.token })

/** The cursor after all present events. */
async function end(caller: Person, at: Platform = platform): Promise<string> {
  let place = 'start'
  await eventually(async () => {
    const { body } = await get(caller, `after=${place}&pageSize=100`, at)
    place = body.nextCursor
    return body.events.length === 0
  }, 'the end of the log')
  return place
}

/** Time for a call to begin waiting. Without it the call finds the event at once, which does not fail a test. */
const BEGUN_MS = 400

const idsIn = ({ body, text }: Answer): string[] => {
  assert.ok(body?.events, text)
  return body.events.map(({ data }: { data: { appointmentId: string } }) => data.appointmentId)
}

const bookAt = (at: Platform, { admin, doctor, patient }: Clinic, inHours?: number) =>
  book(at, admin, doctor, patient, inHours)

describe('a call with wait', () => {
  for (const [name, at] of [
    ['this server', platform],
    ['another server', second],
  ] as const) {
    test(`is answered with an event that ${name} records meanwhile`, async () => {
      const clinic = await newClinic(platform)
      const after = await end(clinic.admin)
      const longPoll = get(clinic.admin, `after=${after}&wait=25`)
      await pause(BEGUN_MS)
      const { id } = await bookAt(at, clinic)
      const answer = await longPoll
      assert.deepEqual(idsIn(answer), [id])
      assert.deepEqual(idsIn(await get(clinic.admin, `after=${answer.body.nextCursor}`)), [])
    })
  }

  test('is answered with present events at once', async () => {
    const clinic = await newClinic(platform)
    const { id } = await bookAt(platform, clinic)
    await end(clinic.admin)
    assert.deepEqual(idsIn(await get(clinic.admin, 'after=start&wait=25')), [id])
  })

  test('is answered with an empty page and the same cursor if no event arrives', async () => {
    const { admin, doctor } = await newClinic(platform)
    const after = await end(admin)
    for (const caller of [admin, doctor]) {
      const { status, body } = await get(caller, `after=${after}&wait=1`)
      assert.deepEqual([status, body], [200, { events: [], nextCursor: after }])
    }
  })

  test('skips events of other kinds and other users, and continues after them', async () => {
    const clinic = await newClinic(platform)
    const other = await newPerson(platform, clinic.tenantId, 'PATIENT')
    const after = await end(clinic.admin)
    const byKind = get(clinic.admin, `after=${after}&wait=5&event=payment.refunded`)
    const byUser = get(other, `after=${after}&wait=25`)
    await pause(BEGUN_MS)
    await bookAt(platform, clinic)
    let { body } = await byKind
    // A transaction of another test on the same PostgreSQL can hold the event back.
    for (let calls = 1; body.nextCursor === after && calls < 6; calls++)
      body = (await get(clinic.admin, `after=${after}&wait=5&event=payment.refunded`)).body
    assert.deepEqual(body.events, [])
    assert.notEqual(body.nextCursor, after)
    const { id } = await book(platform, clinic.admin, clinic.doctor, other, 72)
    assert.deepEqual(idsIn(await byUser), [id])
    assert.deepEqual(idsIn(await get(clinic.admin, `after=${body.nextCursor}&wait=25`)), [id])
  })

  test('is answered only when all earlier transactions have ended', async () => {
    const clinic = await newClinic(platform)
    const after = await end(clinic.admin)
    const client = await platform.owner.connect()
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
    const early = get(clinic.admin, `after=${after}&wait=1`)
    const { id } = await bookAt(platform, clinic)
    assert.deepEqual(idsIn(await early), [], 'the event is above an open transaction')
    const longPoll = get(clinic.admin, `after=${after}&wait=25`)
    await pause(BEGUN_MS)
    await client.query('commit')
    client.release()
    assert.deepEqual(idsIn(await longPoll), [id])
  })

  test('holds no database connection and counts as one request', async () => {
    const small = await startPlatform({ DATABASE_POOL_SIZE: '2' }, platform.ownerUrl)
    const clinic = await newClinic(small)
    const after = await end(clinic.admin, small)
    const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))
    const before = remaining(await get(clinic.admin, `after=${after}`, small))
    const longPoll = Array.from({ length: 5 }, () => get(clinic.admin, `after=${after}&wait=25`, small))
    await pause(BEGUN_MS)
    const { pool } = small.services.database
    await eventually(() => pool.totalCount === pool.idleCount && pool.waitingCount === 0, 'no connection in use')
    const { id } = await bookAt(small, clinic)
    const answers = await Promise.all(longPoll)
    for (const answer of answers) assert.deepEqual(idsIn(answer), [id])
    assert.equal(Math.min(...answers.map(remaining)), before - 5)
    await small.stop()
  })

  test('is refused as the sixth of its client until another one has ended', async () => {
    const clinic = await newClinic(platform)
    const { admin, doctor } = clinic
    const after = await end(admin)
    const leaver = new AbortController()
    const disconnecting = fetch(`${platform.url}/api/events?after=${after}&wait=25`, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: leaver.signal,
    }).catch(() => {})
    const longPoll = Array.from({ length: 4 }, () => get(admin, `after=${after}&wait=25`))
    await pause(BEGUN_MS)
    let refused: Answer | undefined
    await eventually(async () => {
      refused = await get(admin, `after=${after}&wait=1`)
      return refused.status === 429
    }, 'the sixth is refused')
    assert.equal(refused!.body.error.code, 'TOO_MANY_REQUESTS')
    const sec = Number(refused!.headers.get('retry-after'))
    assert.ok(sec >= 1 && sec <= 25, `${sec}`)
    assert.equal((await get(admin, `after=${after}`)).status, 200, 'a call that does not wait is not counted')
    assert.equal((await get(doctor, `after=${after}&wait=1`)).status, 200, 'nor one of another client')
    leaver.abort()
    await disconnecting
    await eventually(async () => (await get(admin, `after=${after}&wait=1`)).status === 200, 'a call may wait again')
    const { id } = await bookAt(platform, clinic)
    for (const answer of await Promise.all(longPoll)) assert.deepEqual(idsIn(answer), [id])
  })

  test('is answered when its server stops', async () => {
    const stopping = await startPlatform({}, platform.ownerUrl)
    const { admin } = await newClinic(stopping)
    const after = await end(admin, stopping)
    const longPoll = get(admin, `after=${after}&wait=25`, stopping)
    await pause(BEGUN_MS)
    await stopping.stop() // closes connections that are still open after its grace time
    const { status, body, headers } = await longPoll
    assert.deepEqual([status, body], [200, { events: [], nextCursor: after }])
    assert.equal(headers.get('connection'), 'close')
  })

  test('shows nothing with a token that was revoked meanwhile', async () => {
    const clinic = await newClinic(platform)
    const after = await end(clinic.admin)
    const longPoll = get(clinic.doctor, `after=${after}&wait=25`)
    await pause(BEGUN_MS)
    await platform.owner.query('update clients set disabled_at = now() where tenant_id = $1 and id = $2', [
      clinic.tenantId,
      clinic.doctor.clientId,
    ])
    await pause(1000) // tokens are looked up again after 900 ms
    await bookAt(platform, clinic)
    const { status, body } = await longPoll
    assert.deepEqual([status, body.error.code], [401, 'UNAUTHORIZED'])
  })

  test('shows nothing to a client whose permission its user has withdrawn', async () => {
    const clinic = await newClinic(platform)
    const after = await end(clinic.admin)
    const longPoll = get(clinic.doctor, `after=${after}&wait=25`)
    await pause(BEGUN_MS)
    await platform.owner.query('update clients set acting_allowed_at = null where tenant_id = $1 and id = $2', [
      clinic.tenantId,
      clinic.doctor.clientId,
    ])
    await pause(1000) // tokens are looked up again after 900 ms
    await bookAt(platform, clinic)
    const { status, body } = await longPoll
    assert.deepEqual([status, body.events], [200, []])
  })

  test('requires `after` and a time of at most 25 s', async () => {
    const { admin } = await newClinic(platform)
    for (const query of ['wait=5', 'after=start&wait=26', 'after=start&wait=-1', 'after=start&wait=1.5']) {
      const { status, body } = await get(admin, query)
      assert.equal(status, 422)
      assert.deepEqual(body.error.details[0].path, ['wait'])
    }
  })

  test('ends when the token expires, also by the test clock', async () => {
    const { admin } = await newClinic(platform)
    const after = await end(admin)
    const longPoll = get(admin, `after=${after}&wait=25`)
    await pause(BEGUN_MS)
    await platform.advance(3601)
    const { status, body } = await longPoll
    assert.deepEqual([status, body.error.code], [401, 'token_expired'])
  })
})
