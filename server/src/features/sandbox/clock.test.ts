import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic } from '../../testing/factories.ts'
import { type Answer, startPlatform } from '../../testing/harness.ts'

const HOUR_SEC = 3600
const DAY_SEC = 24 * HOUR_SEC

/** A sandbox of a test's own: it has one clock for everybody. */
async function sandbox() {
  const platform = await startPlatform()
  const token = () => platform.tokenOf('sandbox-admin')
  return {
    platform,
    token,
    read: async () => Date.parse((await platform.call('GET', '/api/sandbox/clock', { token: await token() })).body.now),
    move: async (body: object, headers = {}): Promise<Answer> =>
      platform.call('POST', '/api/sandbox/clock', { token: await token(), body, headers }),
  }
}

/** Seconds by which two moments differ, within what a busy machine takes for a few calls. */
const about = (ms: number, sec: number) => assert.ok(Math.abs(ms / 1000 - sec) < 60, `${ms / 1000} s, not ${sec} s`)

test('the clock moves by seconds or to a moment, and never back', async () => {
  const { read, move, token, platform } = await sandbox()
  const before = await read()
  const first = await move({ advanceSec: DAY_SEC })
  assert.equal(first.status, 200)
  about(Date.parse(first.body.now) - before, DAY_SEC)
  const now = new Date(before + 3 * DAY_SEC * 1000).toISOString()
  about(Date.parse((await move({ now })).body.now) - before, 3 * DAY_SEC)
  about((await read()) - before, 3 * DAY_SEC)
  const back = await move({ now })
  assert.equal(back.status, 409)
  assert.ok(Date.parse(back.body.error.details.now) > Date.parse(now))
  for (const [body, field] of [
    [{}, 'advanceSec'],
    [{ now: '2099-01-01T00:00:00Z', advanceSec: 1 }, 'advanceSec'],
    [{ advanceSec: 0 }, 'advanceSec'],
    [{ advanceSec: 366 * DAY_SEC + 1 }, 'advanceSec'],
    [{ advanceSec: 1.5 }, 'advanceSec'],
    [{ now: '2099-01-01T00:00:00Z' }, 'now'],
    [{ now: 'tomorrow' }, 'now'],
  ] as const) {
    const refused = await move(body)
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, [field]], JSON.stringify(body))
  }
  const doctor = await platform.tokenOf('sandbox-doctor')
  const body = { advanceSec: 1 }
  assert.equal((await platform.call('POST', '/api/sandbox/clock', { token: doctor, body })).status, 403)
  assert.equal((await platform.call('GET', '/api/sandbox/clock', { token: doctor })).status, 200)
  assert.equal((await platform.call('GET', '/api/sandbox/clock')).status, 401)
  about((await read()) - before, 3 * DAY_SEC)
  assert.ok(await token())
})

test('tokens, sessions and the day’s quota follow the clock', async () => {
  const platform = await startPlatform({ RATE_LIMIT_STARTER: '1000/30' })
  const admin = await platform.tokenOf('sandbox-admin')
  const starter = async () => {
    const token = await platform.tokenOf('sandbox-starter-admin')
    return platform.call('GET', '/api/users/me', { token })
  }
  const move = (token: string, advanceSec: number) =>
    platform.call('POST', '/api/sandbox/clock', { token, body: { advanceSec } })
  for (let n = 0; n < 30; n++) assert.equal((await starter()).status, 200)
  assert.equal((await starter()).status, 429)
  assert.equal((await move(admin, DAY_SEC)).status, 200)
  assert.equal((await starter()).status, 200)
  const refused = await platform.call('GET', '/api/users/me', { token: admin })
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'token_expired'])
})

test('what falls due on the way is done at its time, in order', async () => {
  const { platform, move } = await sandbox()
  const { patient, doctor } = await newClinic(platform)
  const first = await book(platform, patient, doctor, patient, 200)
  await platform.advance(5 * HOUR_SEC)
  const second = await book(platform, patient, doctor, patient, 201)
  const { rows } = await platform.owner.query(`select now() + ahead_by as now from test_clock`)
  const start: Date = rows[0].now
  assert.equal((await move({ advanceSec: 7 * DAY_SEC })).status, 200)
  const cancelledAt = await Promise.all(
    [first, second].map(async ({ id }) => {
      const { rows } = await platform.owner.query(
        `select created_at from events where subject_id = $1 and kind = 'appointment.cancelled'`,
        [id],
      )
      return rows[0].created_at as Date
    }),
  )
  // Each by the first full hour at which it had waited for a day.
  about(cancelledAt[0]!.getTime() - start.getTime() - 19 * 3_600_000 - 1_800_000, 0 /* within the hour */)
})
