import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, type Platform, startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { tenantId, admin } = await newClinic(platform)

const get = (caller: Person, query: string, at: Platform = platform): Promise<Answer> =>
  at.call('GET', `/api/requests?${query}`, { token: caller.token })

const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')

/** The cursor after all present entries. */
async function end(caller: Person, at: Platform = platform): Promise<string> {
  const { status, body, text } = await get(caller, `after=start&status=599&wait=1`, at)
  assert.equal(status, 200, text)
  return body.nextCursor
}

/** Time for a call to begin waiting. Without it the call finds the entry at once, which does not fail a test. */
const BEGUN_MS = 400

const statusesIn = ({ body, text }: Answer): number[] => {
  assert.ok(body?.requests, text)
  return body.requests.map(({ status }: { status: number }) => status)
}

describe('a call for the log of requests with wait', () => {
  test('is answered with a request that is made meanwhile, and the next call continues after it', async () => {
    const person = await newDoctor()
    const longPoll = get(person, `after=${await end(person)}&status=404&wait=25`)
    await pause(BEGUN_MS)
    await platform.call('GET', '/api/prescriptions/rx_unknown', { token: person.token })
    const answer = await longPoll
    assert.deepEqual(statusesIn(answer), [404])
    const { body } = await get(person, `after=${answer.body.nextCursor}&status=404&wait=1`)
    assert.deepEqual(body.requests, [])
  })

  test('is answered with an empty page in time, and a cursor behind what it has passed', async () => {
    const person = await newDoctor()
    const { status, body } = await get(person, 'after=start&status=404&wait=1')
    assert.deepEqual([status, body.requests], [200, []])
    assert.match(body.nextCursor, /^rql_[0-9a-f]{12}$/)
    const { body: next } = await get(person, `after=${body.nextCursor}&status=404&wait=1`)
    assert.ok(next.nextCursor > body.nextCursor)
  })

  test('is one of the five of its client, with those for events', async () => {
    const after = await end(admin)
    const longPoll = Array.from({ length: 5 }, () => get(admin, `after=${after}&status=599&wait=6`))
    await pause(BEGUN_MS)
    const refused = await platform.call('GET', '/api/events?after=start&wait=1', { token: admin.token })
    assert.equal(refused.status, 429, refused.text)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal((await get(admin, `after=${after}`)).status, 200, 'a call that does not wait is not counted')
    for (const answer of await Promise.all(longPoll)) assert.equal(answer.status, 200)
  })

  test('is answered at once when its server stops', async () => {
    const stopping = await startPlatform({ PUBLIC_URL: platform.url }, platform.ownerUrl)
    const longPoll = get(admin, `after=${await end(admin, stopping)}&status=404&wait=25`, stopping)
    await pause(BEGUN_MS)
    await stopping.stop()
    const { status, body } = await longPoll
    assert.deepEqual([status, body.requests], [200, []])
  })

  test('shows nothing with a token that was revoked meanwhile', async () => {
    const person = await newDoctor()
    const longPoll = get(person, `after=${await end(person)}&status=404&wait=25`)
    await pause(BEGUN_MS)
    await platform.call('GET', '/api/prescriptions/rx_unknown', { token: person.token })
    await platform.owner.query('update clients set disabled_at = now() where tenant_id = $1 and id = $2', [
      tenantId,
      person.clientId,
    ])
    const { status, body } = await longPoll
    assert.deepEqual([status, body.error.code], [401, 'UNAUTHORIZED'])
  })

  test('needs after, and at most 25 s', async () => {
    for (const query of ['wait=5', 'after=start&wait=26']) {
      const { status, body } = await get(admin, query)
      assert.deepEqual([status, body.error.details[0].path], [422, ['wait']])
    }
  })
})
