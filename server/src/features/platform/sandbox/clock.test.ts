import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Child, startChild } from '../../../../testing/child.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, newFolder, type Platform, startPlatform } from '../../../../testing/harness.ts'
import { testMasterKeys } from '../../../../testing/roles.ts'
import { jobs } from '../../../cron.ts'
import { schedule } from '../../../jobs/schedule.ts'
import { ticksBetween } from '../../../jobs/ticks.ts'
import { startReceiver, status } from '../webhooks/receiver-testing.ts'

const HOUR_SEC = 3600
const DAY_SEC = 24 * HOUR_SEC
const TEN_YEARS_SEC = 3653 * DAY_SEC

/** A separate sandbox, because the clock is shared by all organisations, with new tokens, because they expire by it. */
async function sandbox(otherServer?: Platform) {
  const platform = await startPlatform({}, otherServer?.ownerUrl)
  const token = () => platform.tokenOf('sandbox-admin')
  const path = '/api/sandbox/clock'
  const post = async (body: object, headers = {}) =>
    platform.call('POST', path, { token: await token(), body, headers })
  return {
    platform,
    read: async () => Date.parse((await platform.call('GET', path, { token: await token() })).body.now),
    /** Moves it to the goal, with several calls on a slow machine. */
    move: async (body: object, headers = {}): Promise<Answer> => {
      let answer = await post(body, headers)
      while (answer.status === 200 && answer.body.now < answer.body.goal) answer = await post({ now: answer.body.goal })
      return answer
    },
  }
}

/** An administrator's token that outlives every move, granted while the clock was ten years ahead. */
async function lastingToken(platform: Platform): Promise<string> {
  await platform.advance(TEN_YEARS_SEC)
  const token = await platform.tokenOf('sandbox-admin')
  assert.equal((await platform.call('POST', '/api/sandbox/reset', { token })).status, 200)
  return token
}

/** Whether two times differ by `sec`, within the duration of a few calls on a busy machine. */
function assertApart(ms: number, fromMs: number, sec: number): void {
  const apart = (ms - fromMs) / 1000
  assert.ok(apart >= sec - 1 && apart < sec + 60, `${apart} s, not ${sec} s`)
}

/** A person with a new token. */
async function renewed(platform: Platform, person: Person): Promise<Person> {
  const body = { grant_type: 'client_credentials', client_id: person.clientId, client_secret: person.secret }
  return { ...person, token: (await platform.call('POST', '/api/auth/token', { body })).body.access_token }
}

/** The messages to a patient, in order, with the clock's times. */
async function sentTo({ owner }: Platform, { id }: Person) {
  const { rows } = await owner.query<{ template_code: string; about: string[]; ms: number }>(
    `select m.template_code, m.about, extract(epoch from s.at)::float8 * 1000 as ms
     from messages m
     join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
     where m.recipient_user_id = $1
     order by s.at, m.id`,
    [id],
  )
  return rows
}

describe('the test clock', () => {
  test('is moved forward by administrators, by seconds or to a moment, and never back', async () => {
    const { read, move, platform } = await sandbox()
    const before = await read()
    const first = await move({ advanceSec: DAY_SEC })
    assert.equal(first.status, 200, first.text)
    assertApart(Date.parse(first.body.now), before, DAY_SEC)
    const now = new Date(before + 3 * DAY_SEC * 1000).toISOString()
    assertApart(Date.parse((await move({ now })).body.now), before, 3 * DAY_SEC)
    assertApart(await read(), before, 3 * DAY_SEC)
    const back = await move({ now })
    assert.equal(back.status, 409)
    assert.ok(back.body.error.details.now > now)
    for (const [body, field] of [
      [{}, 'advanceSec'],
      [{ now: '2098-01-01T00:00:00Z', advanceSec: 1 }, 'advanceSec'],
      [{ advanceSec: 0 }, 'advanceSec'],
      [{ advanceSec: TEN_YEARS_SEC + 1 }, 'advanceSec'],
      [{ advanceSec: TEN_YEARS_SEC - 2 * DAY_SEC }, 'advanceSec'],
      [{ advanceSec: 1.5 }, 'advanceSec'],
      [{ now: '2098-01-01T00:00:00Z' }, 'now'],
      [{ now: '2098-01-01T00:00:00' }, 'now'],
    ] as const) {
      const refused = await move(body)
      assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, [field]], JSON.stringify(body))
    }
    const doctor = await platform.tokenOf('sandbox-doctor')
    const given = { token: doctor, body: { advanceSec: 1 } }
    assert.equal((await platform.call('POST', '/api/sandbox/clock', given)).status, 403)
    assert.equal((await platform.call('GET', '/api/sandbox/clock', { token: doctor })).status, 200)
    assertApart(await read(), before, 3 * DAY_SEC)
  })

  test('is not moved again by a repeat of the call', async () => {
    const { read, move } = await sandbox()
    const before = await read()
    const key = { 'idempotency-key': 'once' }
    const [first, second] = await Promise.all([move({ advanceSec: DAY_SEC }, key), move({ advanceSec: DAY_SEC }, key)])
    assert.deepEqual([first.status, second.status], [200, 200])
    assertApart(await read(), before, DAY_SEC)
  })

  test('adds up concurrent moves at several servers', async () => {
    const one = await sandbox()
    const other = await sandbox(one.platform)
    const before = await one.read()
    const moves = Array.from({ length: 10 }, (_, n) => [one, other][n % 2]!.move({ advanceSec: 2 * HOUR_SEC }))
    for (const { status, text } of await Promise.all(moves)) assert.equal(status, 200, text)
    assertApart(await one.read(), before, 20 * HOUR_SEC)
  })

  test('is followed by other servers within a second, and by one that starts later', async () => {
    const one = await sandbox()
    const other = await sandbox(one.platform)
    const token = await other.platform.tokenOf('sandbox-admin')
    const me = async () => (await other.platform.call('GET', '/api/users/me', { token })).body
    await me() // so that it has cached the token
    await one.move({ advanceSec: 2 * HOUR_SEC })
    assertApart(await other.read(), Date.now(), 2 * HOUR_SEC)
    await eventually(async () => (await me()).error?.code === 'token_expired', 'the other server to follow')
    const late = await sandbox(one.platform)
    assertApart(late.platform.services.clock.nowMs(), Date.now(), 2 * HOUR_SEC)
  })

  test('is set back by a reset during a move, which fails with a conflict', async () => {
    const { platform, move } = await sandbox()
    const token = await lastingToken(platform)
    const reset = () => platform.call('POST', '/api/sandbox/reset', { token })
    const moving = move({ advanceSec: 366 * DAY_SEC })
    await eventually(() => platform.services.clock.aheadByMs > 0, 'the clock to move')
    assert.equal((await reset()).status, 200)
    const answer = await moving
    assert.equal(answer.status, 409, answer.text)
    assert.equal(platform.services.clock.aheadByMs, 0)
  })
})

describe('a long move of the test clock', () => {
  const NINE_YEARS_SEC = 3287 * DAY_SEC
  const path = '/api/sandbox/clock'
  /** For one call: the 20 seconds of its move, plus a stall of the machine. */
  const BOUND_MS = 120_000

  /** A sandbox whose clock is in a move that takes longer than one call. */
  async function startSlowRequest(begin: (platform: Platform, token: string) => Promise<unknown>) {
    const platform = await startPlatform()
    const token = await lastingToken(platform)
    const post = (at: Platform, body: object) => at.call('POST', path, { token, body })
    const moving = begin(platform, token)
    const aheadMs = async () =>
      (await platform.owner.query(`select extract(epoch from ahead_by)::float8 * 1000 as ms from test_clock`)).rows[0]
        ?.ms
    await eventually(async () => (await aheadMs()) > 2 * HOUR_SEC * 1000, 'the clock to move')
    return { platform, token, post, moving, aheadMs }
  }
  /** Retries while another call moves the clock. */
  const untilFree = async (request: () => Promise<Answer>): Promise<Answer> => {
    for (const until = Date.now() + BOUND_MS; ; ) {
      const answer = await request()
      if (answer.status !== 503 || Date.now() > until) return answer
    }
  }

  test('takes several calls, each of which reports its progress and goal', async () => {
    const platform = await startPlatform()
    const token = await lastingToken(platform)
    const post = (body: object) => platform.call('POST', path, { token, body })
    const before = Date.now()
    const first = await post({ advanceSec: NINE_YEARS_SEC })
    assert.equal(first.status, 200, first.text)
    assert.ok(Date.now() - before < BOUND_MS, `answered after ${Date.now() - before} ms`)
    const [now, goal] = [Date.parse(first.body.now), Date.parse(first.body.goal)]
    assert.ok(now > before + HOUR_SEC * 1000 && now < goal, first.text)
    assertApart(goal, before, NINE_YEARS_SEC)
    const shown = Date.parse((await platform.call('GET', path, { token })).body.now)
    assertApart(shown, now, 0)

    const second = await post({ now: first.body.goal })
    assert.equal(second.status, 200, second.text)
    assert.equal(second.body.goal, first.body.goal)
    assert.ok(Date.parse(second.body.now) > now + HOUR_SEC * 1000, second.text)
    const third = await post({ now: new Date(Date.parse(second.body.now) + 2 * HOUR_SEC * 1000).toISOString() })
    assert.ok(third.body.now >= third.body.goal, `a goal that is near is reached: ${third.text}`)
  })

  test('makes other calls fail with 503 without moving the clock', async () => {
    const { platform, post, moving } = await startSlowRequest((platform, token) =>
      platform.call('POST', path, { token, body: { advanceSec: NINE_YEARS_SEC } }),
    )
    const otherServer = await startPlatform({ PUBLIC_URL: platform.url }, platform.ownerUrl)
    const beganAt = Date.now()
    const others = await Promise.all([platform, otherServer].map((at) => post(at, { advanceSec: 100 * DAY_SEC })))
    for (const { status, body, headers, text } of others) {
      assert.equal(status, 503, text)
      assert.equal(body.error.code, 'SERVICE_UNAVAILABLE')
      assert.match(headers.get('retry-after')!, /^[1-9]\d*$/)
    }
    const waited = Date.now() - beganAt
    assert.ok(waited > 9_000 && waited < BOUND_MS, `answered after ${waited} ms`)
    const { status, text, body } = (await moving) as Answer
    assert.equal(status, 200, text)
    const next = await post(platform, { advanceSec: HOUR_SEC })
    assertApart(Date.parse(next.body.now), Date.parse(body.now), HOUR_SEC)
  })

  test('is not blocked by a client that disconnects', async () => {
    const leaving = new AbortController()
    const { platform, post, moving } = await startSlowRequest((platform, token) =>
      fetch(`${platform.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSec: NINE_YEARS_SEC }),
        signal: leaving.signal,
      }).catch((error: Error) => error.name),
    )
    leaving.abort()
    assert.equal(await moving, 'AbortError')
    const answer = await untilFree(() => post(platform, { advanceSec: HOUR_SEC }))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.now, answer.body.goal)
  })

  test('is not blocked by a killed server: the next call continues from the present time', async () => {
    let child: Child | undefined
    const { platform, post, moving, aheadMs } = await startSlowRequest(async (platform, token) => {
      const server = startChild({
        PORT: String(randomInt(20_000, 32_000)),
        PUBLIC_URL: platform.url, // so that each accepts the other's tokens
        DATABASE_URL: platform.ownerUrl,
        MASTER_KEY: testMasterKeys[0]!.toString('base64'),
        STORAGE_URL: `file://${await newFolder()}`,
      })
      child = server
      await server.ready()
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ advanceSec: NINE_YEARS_SEC })
      return fetch(`${server.url}${path}`, { method: 'POST', headers, body }).catch(() => 'aborted')
    })
    await child!.end('SIGKILL')
    assert.equal(await moving, 'aborted')
    const answer = await untilFree(() => post(platform, { advanceSec: HOUR_SEC }))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.now, answer.body.goal)
    assert.ok((await aheadMs()) < NINE_YEARS_SEC * 1000, 'the rest of the killed call is not added')
  })
})

describe('effects of the clock', () => {
  test('tokens expire, and the daily quota starts anew', async () => {
    const platform = await startPlatform({ RATE_LIMIT_STARTER: '1000/30' })
    const admin = await platform.tokenOf('sandbox-admin')
    const me = async (client: string) =>
      platform.call('GET', '/api/users/me', { token: await platform.tokenOf(client) })
    for (let n = 0; n < 30; n++) assert.equal((await me('sandbox-starter-admin')).status, 200)
    assert.equal((await me('sandbox-starter-admin')).status, 429)
    const body = { advanceSec: DAY_SEC }
    assert.equal((await platform.call('POST', '/api/sandbox/clock', { token: admin, body })).status, 200)
    assert.equal((await me('sandbox-starter-admin')).status, 200)
    const ended = await platform.call('GET', '/api/users/me', { token: admin })
    assert.deepEqual([ended.status, ended.body.error.code], [401, 'token_expired'])
  })

  test('a failing webhook is retried after a minute, ten minutes and an hour, then fails', async () => {
    const { platform, move } = await sandbox()
    const receiver = await startReceiver()
    receiver.answer = status(500)
    const { admin, doctor, patient } = await newClinic(platform)
    const body = { url: `${receiver.url}/hook`, events: ['appointment.created'] }
    await platform.call('POST', '/api/webhooks', { token: admin.token, body })
    await book(platform, patient, doctor, patient)
    const answer = await move({ advanceSec: 2 * HOUR_SEC })
    assert.equal(answer.status, 200, answer.text)
    const { rows } = await platform.owner.query<{ state: string; attempt: number }>(
      'select state, attempt from webhook_deliveries where tenant_id = $1',
      [admin.tenantId],
    )
    assert.deepEqual(rows, [{ state: 'FAILED', attempt: 4 }])
    const tries = await platform.owner.query<{ ms: number }>(
      `select extract(epoch from started_at)::float8 * 1000 as ms from webhook_attempts where tenant_id = $1 order by 1`,
      [admin.tenantId],
    )
    const [first, ...further] = tries.rows.map(({ ms }) => ms)
    for (const [at, minutes] of [1, 11, 71].entries()) {
      const late = (further[at]! - first!) / 60_000 - minutes
      assert.ok(late > -1 && late < 0.05 * minutes + 4, `request ${at + 2} came ${late} min late`) // each by a minute
    }
  })

  test('a hanging webhook is waited for briefly and delays nothing else', async () => {
    const { platform, move } = await sandbox()
    const receiver = await startReceiver()
    receiver.answer = () => {} // never
    const { admin, doctor, patient } = await newClinic(platform)
    const body = { url: `${receiver.url}/hook`, events: ['appointment.created'] }
    await platform.call('POST', '/api/webhooks', { token: admin.token, body })
    await book(platform, patient, doctor, patient, 40)
    await move({ advanceSec: DAY_SEC })
    const sent = await sentTo(platform, patient)
    assert.deepEqual(
      sent.map(({ template_code }) => template_code),
      ['APPOINTMENT_CREATED', 'APPOINTMENT_REMINDER_D1'],
    )
  })

  test('during a skipped week, each job runs at its times', async () => {
    const { platform, move, read } = await sandbox()
    const { tenantId, patient, doctor } = await newClinic(platform)
    const [first, second, kept] = [
      await book(platform, doctor, doctor, patient, 200),
      await book(platform, doctor, doctor, patient, 201),
      await book(platform, doctor, doctor, patient, 202),
    ]
    // The second has waited five hours less than the first.
    await platform.owner.query(
      `update appointments set unconfirmed_since = unconfirmed_since + interval '5 hours' where id = $1`,
      [second.id],
    )
    await platform.call('PUT', `/api/appointments/${kept.id}`, { token: doctor.token, body: { status: 'CONFIRMED' } })
    const from = await read()
    const answer = await move({ advanceSec: 7 * DAY_SEC })
    assert.equal(answer.status, 200, answer.text)
    const { rows } = await platform.owner.query<{ subject_id: string; created_at: Date }>(
      `select subject_id, created_at from events where tenant_id = $1 and kind = 'appointment.cancelled' order by seq`,
      [tenantId],
    )
    assert.deepEqual(
      rows.map(({ subject_id }) => subject_id),
      [first.id, second.id],
    )
    for (const [at, hours] of [24, 29].entries()) {
      const waited = (rows[at]!.created_at.getTime() - from) / 3_600_000
      assert.ok(waited > hours - 0.1 && waited < hours + 1.1, `${waited} h of ${hours}`) // by the next full hour
      assert.equal(rows[at]!.created_at.getUTCMinutes(), 0)
    }
    const again = await renewed(platform, patient)
    assert.equal((await platform.call('GET', `/api/appointments/${kept.id}`, { token: again.token })).status, 200)
  })

  test('during a skipped week, reminders are sent a day and two hours before each visit', async () => {
    const { platform, move } = await sandbox()
    const { tenantId, doctor } = await newClinic(platform)
    const visits = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const patient = await newPerson(platform, tenantId, 'PATIENT')
        const { id } = await book(platform, doctor, doctor, patient, 30 + 6.25 * n)
        await platform.call('PUT', `/api/appointments/${id}`, { token: doctor.token, body: { status: 'CONFIRMED' } })
        return { patient, id, startMs: platform.services.clock.nowMs() + (30 + 6.25 * n) * HOUR_SEC * 1000 }
      }),
    )
    const answer = await move({ advanceSec: 7 * DAY_SEC })
    assert.equal(answer.status, 200, answer.text)
    for (const { patient, id, startMs } of visits) {
      const sent = await sentTo(platform, patient)
      const reminders = sent.filter(({ template_code }) => template_code.startsWith('APPOINTMENT_REMINDER'))
      assert.deepEqual(
        reminders.map(({ template_code, about }) => [template_code, about]),
        [
          ['APPOINTMENT_REMINDER_D1', [id]],
          ['APPOINTMENT_REMINDER_H2', [id]],
        ],
      )
      for (const [at, hours] of [24, 2].entries()) {
        const before = (startMs - reminders[at]!.ms) / 3_600_000
        assert.ok(before > hours - 0.3 && before <= hours + 0.1, `${before} h before, not ${hours}`) // a quarter late at most
      }
    }
  })

  test('during a day without due work, the clock stops only every quarter of an hour', async (t) => {
    const { platform, move } = await sandbox()
    const runAheadBy = t.mock.method(platform.services.clock, 'runAheadBy')
    await move({ advanceSec: DAY_SEC })
    const stops = runAheadBy.mock.callCount()
    assert.ok(stops >= 96 && stops < 200, `${stops} stops`)
  })

  test('does not run a job that is not due', async () => {
    const { platform, move } = await sandbox()
    const { patient, doctor } = await newClinic(platform)
    const { id } = await book(platform, patient, doctor, patient, 200)
    await move({ advanceSec: 22 * HOUR_SEC })
    const { rows } = await platform.owner.query('select status from appointments where id = $1', [id])
    assert.equal(rows[0].status, 'SCHEDULED')
  })
})

test('ticks are in order, each job at its times, without repeats over two advances', () => {
  const [from, middle, to] = [Date.UTC(2026, 10, 21, 9, 59, 30), Date.UTC(2026, 10, 23, 12), Date.UTC(2026, 10, 28, 10)]
  const names = jobs.map(({ name }) => name)
  const all = [...ticksBetween(from, to, names)]
  assert.deepEqual([...ticksBetween(from, middle, names), ...ticksBetween(middle, to, names)], all)
  const hours = all.filter(({ tasks }) => tasks.includes('auto-cancel')).map(({ at }) => at.toISOString())
  assert.deepEqual(
    [hours.length, hours[0], hours.at(-1)],
    [169, '2026-11-21T10:00:00.000Z', '2026-11-28T10:00:00.000Z'],
  )
  assert.deepEqual(
    all.map(({ at }) => at.getTime()),
    all.map(({ at }) => at.getTime()).toSorted(),
  )
  assert.deepEqual([...ticksBetween(to, to, names)], [])
  const daily = [...ticksBetween(from, to, names, 24 * 60)].map(({ at }) => at.toISOString().slice(0, 16))
  assert.deepEqual([daily.length, daily[0], daily.at(-1)], [8, '2026-11-22T00:00', '2026-11-28T10:00'])
  assert.ok('seal-audit' in schedule && all.every(({ tasks }) => !tasks.includes('seal-audit')))
})

test('outside the sandbox, neither clock nor reset nor trigger exists', async () => {
  const production = await startPlatform({
    MODE: 'production',
    DATABASE_URL: 'postgres://unused/unused',
    MASTER_KEY: Buffer.alloc(32, 'test master key').toString('base64'),
    CRON_SECRET: 'c'.repeat(32),
    INTERNAL_TOKEN: 'i'.repeat(32),
    PUBLIC_URL: 'https://api.example.ma',
  })
  const admin = await newPerson(production, 'ten_sandbox', 'ADMIN')
  const absent = await production.call('GET', '/api/absent', { token: admin.token })
  for (const [method, path] of [
    ['POST', 'reset'],
    ['GET', 'clock'],
    ['POST', 'clock'],
    ['POST', 'trigger'],
  ] as const) {
    const answer = await production.call(method, `/api/sandbox/${path}`, {
      token: admin.token,
      body: method === 'POST' ? {} : undefined,
    })
    assert.deepEqual([answer.status, answer.text], [404, absent.text])
  }
  const { body } = await production.call('GET', '/openapi.json')
  assert.deepEqual(
    Object.keys(body.paths).filter((path) => path.startsWith('/api/sandbox')),
    [],
  )
})
