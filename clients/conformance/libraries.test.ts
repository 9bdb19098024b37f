import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventually } from '../../server/testing/eventually.ts'
import { type Answer, startPlatform } from '../../server/testing/harness.ts'
import { deliveries } from './deliveries.ts'
import { type Driver, type Language, languages, startDriver } from './languages.ts'
import { type FaultyPlatform, startProxy } from './proxy.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** Tests every library with the same scenarios, in parallel. */
const CLIENT = { clientId: 'sandbox-admin', clientSecret: 'sandbox-admin-secret' }
const PEOPLE = { doctorId: 'usr_sandbox_doctor', patientId: 'usr_sandbox_patient' }
const DAY_MS = 86_400_000

const platform = await startPlatform()
const admin = await platform.tokenOf('sandbox-admin')
const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'))

describe('the libraries', { concurrency: true }, () => {
  for (const [at, [name, language]] of Object.entries(languages).entries())
    describe(`the ${name} library`, { concurrency: 1, skip: language.skip }, () => testLanguage(language, at))
})

function testLanguage(language: Language, at: number): void {
  const driver = startDriver(language)
  const bench = newBench(driver, at)
  for (const scenario of scenarios.filter(({ options }) => language.cancels || options?.cancelAfterMs === undefined))
    it(scenario.name, async () => (await bench).check(scenario))
  for (const delivery of deliveries)
    it(`${delivery.isGenuine ? 'accepts' : 'refuses'} a webhook: ${delivery.name}`, async () => {
      const { result, error } = await driver.verify(delivery)
      if (delivery.isGenuine) assert.partialDeepStrictEqual(JSON.parse(delivery.body), result)
      else assert.equal(error?.name, 'SignatureError')
    })
}

async function book(startMs: number): Promise<string> {
  const [startTime, endTime] = [startMs, startMs + 1_800_000].map((ms) => new Date(ms).toISOString())
  const body = { ...PEOPLE, startTime, endTime }
  const answer = await platform.call('POST', '/api/appointments', { token: admin, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.appointment.id
}

/** The proxy and the records of one language. */
async function newBench(driver: Driver, at: number) {
  const proxy = await startProxy(platform.url)
  after(() => proxy.close())
  let keys = 0
  /** Each language has its own year, and each call a new free half-hour of the doctor. */
  let days = 0
  const nextDay = () => Date.UTC(2031 + 2 * at, 0, 6, 10) + days++ * DAY_MS
  const visit = await book(nextDay())
  const month = Date.UTC(2032 + 2 * at, 0, 1)
  for (let day = 0; day < 5; day++) await book(month + day * DAY_MS)

  async function fill(given: Scenario): Promise<Scenario> {
    const from = nextDay()
    const { headers } = await platform.call('GET', `/api/appointments/${visit}`, { token: admin })
    const values: Record<string, string> = {
      from: new Date(from).toISOString(),
      to: new Date(from + 1_800_000).toISOString(),
      listFrom: new Date(month).toISOString(),
      listTo: new Date(month + 31 * DAY_MS).toISOString(),
      visit,
      etag: headers.get('etag')!,
      key: `key-${at}-${++keys}`,
    }
    return JSON.parse(
      JSON.stringify(given).replace(/\{(\w+)\}/g, (_, name) => JSON.stringify(values[name]).slice(1, -1)),
    )
  }

  const run = ({ call, args, options = {}, client, parallel = 1 }: Scenario) =>
    driver.run({
      settings: { url: proxy.url, ...CLIENT, ...client, ...(client && { fresh: true }) },
      call,
      args,
      options,
      parallel,
    })

  /** Revokes the token of the library's last call. */
  async function revoke(): Promise<void> {
    const token = proxy.seen.calls[0]!.authorization!.replace('Bearer ', '')
    const body = { token, client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret }
    assert.equal((await platform.call('POST', '/api/auth/revoke', { body })).status, 200)
    // It takes effect within a second.
    await eventually(async () => (await platform.call('GET', '/api/users/me', { token })).status === 401)
  }

  let bookedDays = 10
  const events = {
    revoked: revoke,
    booked: async () => {
      for (let n = 0; n < 2; n++) await book(month + bookedDays++ * DAY_MS)
    },
  }

  /** The appointments of the month before a list is read. */
  async function monthNow(): Promise<string[]> {
    const query = new URLSearchParams({
      from: new Date(month).toISOString(),
      to: new Date(month + 31 * DAY_MS).toISOString(),
    })
    const answer: Answer = await platform.call('GET', `/api/appointments?${query}&pageSize=100`, { token: admin })
    return answer.body.appointments.map(({ id }: { id: string }) => id)
  }

  return {
    async check(given: Scenario): Promise<void> {
      const scenario = await fill(given)
      const { expect, revoked, calls = [], tokens = [], meanwhile } = scenario
      if (revoked) {
        proxy.script({})
        await run({ name: '', call: 'me.get', args: [], expect: { requests: 1 } })
        await revoke()
      }
      const listed = expect.walked && (await monthNow())
      const act = meanwhile && { before: meanwhile.before, act: events[meanwhile.happens] }
      proxy.script({ calls, tokens, meanwhile: act })
      const outcome = await run(scenario)
      const { seen } = proxy
      if (expect.error) assert.partialDeepStrictEqual(outcome.error, expect.error)
      else assert.equal(outcome.error, undefined, JSON.stringify(outcome.error))
      if (expect.result) assert.partialDeepStrictEqual(outcome.result, expect.result)
      if (expect.meta) assert.partialDeepStrictEqual(outcome.meta, expect.meta)
      for (const name of expect.present ?? []) assert.ok(outcome.meta?.[name], name)
      if (listed)
        assert.deepEqual(
          outcome.result.map(({ id }: { id: string }) => id),
          listed,
        )
      assert.equal(seen.calls.length, expect.requests)
      if (expect.tokens !== undefined) assert.equal(seen.tokens.length, expect.tokens)
      assertWaits(seen, outcome.waits, expect.waits)
      assertKeys(seen, expect.key)
      // Hooks receive path templates instead of ids.
      for (const path of outcome.paths) assert.ok(path in paths, path)
    },
  }
}

/** Checks the waits that the library reports and those that the proxy measured. */
function assertWaits(seen: FaultyPlatform['seen'], waits: number[], expected: number[] | undefined): void {
  if (!expected) return
  assert.equal(waits.length, expected.length, waits.join())
  for (const [at, least] of expected.entries())
    assert.ok(
      waits[at]! >= least && waits[at]! <= least * 1.25,
      `${waits[at]} ms, not ${least} and up to a quarter more`,
    )
  const arrived = [...seen.tokens, ...seen.calls].map(({ at }) => at).sort((a, b) => a - b)
  if (expected.length === arrived.length - 1)
    for (const [at, least] of expected.entries()) assert.ok(arrived[at + 1]! - arrived[at]! >= least)
}

/** Checks that every write has one key for all attempts, and reads have none. */
function assertKeys(seen: FaultyPlatform['seen'], key: string | undefined): void {
  for (const { method, key: given } of seen.calls) assert.equal(given !== undefined, method !== 'GET', method)
  const keys = new Set(seen.calls.map(({ key }) => key))
  assert.ok(keys.size <= 1, 'one key for all attempts')
  if (key !== undefined) assert.deepEqual([...keys], [key])
  for (const { userAgent } of [...seen.calls, ...seen.tokens]) assert.match(userAgent, /medina-care-\w+\/\d/)
}
