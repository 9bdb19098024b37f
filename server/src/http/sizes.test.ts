import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { newClinic } from '../../testing/factories.ts'
import { hostileTexts } from '../../testing/growth.ts'
import { startPlatform } from '../../testing/harness.ts'
import { placesIn } from '../../testing/request-fields.ts'
import { allOperations } from '../app.ts'
import { endpoints } from '../endpoints.ts'
import { newBrowser } from '../features/platform/sign-in/browser-testing.ts'
import { twilioAddress } from '../messages/providers/addresses.ts'
import { TwilioMessages } from '../messages/providers/twilio.ts'
import { FORM } from './form.ts'
import { bodyLimitOf } from './operation.ts'

const platform = await startPlatform({ RATE_LIMIT_GUESSES: '100000' })
const { call } = platform
const { admin } = await newClinic(platform)
platform.services.messages.SMS = new TwilioMessages(
  twilioAddress('twilio://ACx:secret@127.0.0.1:9?from=%2B15005550006'),
  `${platform.url}/api/callbacks/messages/twilio`,
)
const publicOperations = allOperations()
  .map(({ operation }) => operation)
  .filter(({ scope, body }) => scope === 'public' && body)

/** Such texts once froze a server for minutes. BEYOND is above the limit of public routes, WITHIN below. */
const marks = (bytes: number) => hostileTexts['alternating marks']!(bytes / 2)
const BEYOND = 900_000
const WITHIN = 15_000

type Attack = { path: string; headers: Record<string, string>; raw: string }
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': FORM }

/** Every route that takes a body without a token, with the text in each field. */
function attacksOf(bytes: number): Attack[] {
  const described = [
    ...publicOperations,
    ...endpoints.filter(
      // Its routes exist only with LiveKit.
      ({ method, access, path }) =>
        method === 'POST' && (access === 'public' || access === 'client') && !path.startsWith('/video/livekit/'),
    ),
  ]
  const fields = described.flatMap(({ path, body = z.object({}), ...how }): Attack[] => {
    const names = placesIn(body).flatMap(({ path: name }) => (/^\w+$/.test(name) ? [name] : []))
    const form = 'form' in how && how.form
    const url = path.replace('{token}', 'A'.repeat(43))
    return (names.length > 0 ? names : ['anything']).flatMap((name) => [
      ...(form === 'only' ? [] : [{ path: url, headers: JSON_TYPE, raw: JSON.stringify({ [name]: marks(bytes) }) }]),
      ...(form ? [{ path: url, headers: FORM_TYPE, raw: `${name}=${marks(bytes)}` }] : []),
    ])
  })
  const callback = `/api/callbacks/messages/twilio`
  const signed = { ...FORM_TYPE, 'x-twilio-signature': 'AAAA' }
  const parameters = Array.from({ length: bytes / 10 }, (_, n) => `k${n}=1`).join('&')
  return [
    ...fields,
    { path: '/api/auth/callback/credentials', headers: FORM_TYPE, raw: parameters },
    { path: callback, headers: signed, raw: `Body=${marks(bytes)}` },
    { path: callback, headers: signed, raw: parameters },
  ]
}

const msOf = async (work: Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}

/** Far above the latency of an idle server, far below the freeze: 5 s for a seventh of such a text. */
const SOON_MS = 2000

/** An attack's status and the longest wait of another client meanwhile; the best of several tries. */
async function heldOut({ path, headers, raw }: Attack): Promise<{ status: number; longestMs: number }> {
  let best = { status: 0, longestMs: Number.POSITIVE_INFINITY }
  for (let tries = 0; tries < 3 && best.longestMs > SOON_MS; tries++) {
    let over = false
    const attack = call('POST', path, { headers, raw }).finally(() => {
      over = true
    })
    let longestMs = 0
    while (!over) longestMs = Math.max(longestMs, await msOf(call('GET', '/api/health')))
    const { status } = await attack
    if (longestMs < best.longestMs) best = { status, longestMs }
  }
  return best
}

/** The status of a text beyond the limit of public routes. */
function expected(path: string): number {
  if (path.includes('/callbacks/')) return 403 // providers may send that much; the wrong signature is refused
  return path.endsWith('/files') ? 401 : 413 // participants may upload that much; the body of others is not read
}

describe('combining marks from one client do not block another', () => {
  for (const [bytes, sizes] of [
    [BEYOND, 'of 900 kB'],
    [WITHIN, 'of 15 kB'],
  ] as const) {
    for (const path of new Set(attacksOf(bytes).map((attack) => attack.path))) {
      test(`${path}: ${sizes}`, async () => {
        const statuses = new Set<number>()
        for (const attack of attacksOf(bytes).filter((one) => one.path === path)) {
          const { status, longestMs } = await heldOut(attack)
          assert.ok(longestMs < SOON_MS, `health took ${longestMs} ms, ${attack.raw.slice(0, 20)}`)
          statuses.add(status)
        }
        if (bytes === BEYOND) assert.deepEqual([...statuses], [expected(path)])
        else
          assert.ok(
            [...statuses].every((status) => status >= 400 && status < 500),
            [...statuses].join(),
          )
      })
    }
  }

  test('overlong passwords and addresses at sign-in are refused without hashing', async () => {
    const browser = newBrowser(platform)
    for (const [email, password] of [
      ['doctor@sandbox.example', marks(10_000)],
      [marks(10_000), 'sandbox-password'],
    ] as const) {
      let refused: Awaited<ReturnType<typeof browser.signIn>> | undefined
      const ms = await msOf(
        browser.signIn(email.slice(0, 1200), password.slice(0, 1200)).then((answer) => (refused = answer)),
      )
      assert.deepEqual([refused!.status, refused!.body], [401, { error: 'CredentialsSignin' }])
      assert.ok(ms < SOON_MS)
    }
  })
})

describe('the body of a call', () => {
  test('is limited to 16 KiB without a token, with or without Content-Length, and to 1 MB with one', async () => {
    const tooLong = (limit: string) => ({ code: 'PAYLOAD_TOO_LARGE', message: `The body is larger than ${limit}.` })
    const name = 'x'.repeat(16 * 1024)
    const announced = await call('POST', '/api/auth/register', { body: { name } })
    assert.deepEqual([announced.status, announced.body.error], [413, tooLong('16 KiB')])
    assert.deepEqual(await sendInPieces('/api/auth/register', JSON.stringify({ name })), {
      status: 413,
      error: tooLong('16 KiB'),
    })
    const requestAccess = await call('POST', '/api/access-requests', { body: { purpose: name.repeat(2) } })
    assert.deepEqual(requestAccess.body.error, tooLong('32 KiB'))
    const { token } = admin
    assert.equal((await call('POST', '/api/clients', { token, body: { name: 'x'.repeat(900_000) } })).status, 422)
    const beyond = await call('POST', '/api/clients', { token, body: { name: 'x'.repeat(1_000_000) } })
    assert.deepEqual([beyond.status, beyond.body.error], [413, tooLong('1 MB')])
  })

  test('may contain the longest fields of every public operation, in Arabic escaped as ASCII', () => {
    for (const op of publicOperations) {
      const { properties = {} } = z.toJSONSchema(op.body!, { io: 'input' }) as {
        properties?: Record<string, { maxLength?: number }>
      }
      const bytes = Object.entries(properties).map(([key, { maxLength = 0 }]) => key.length + 8 + 6 * maxLength)
      const needed = bytes.reduce((sum, one) => sum + one, 0)
      assert.ok(needed <= bodyLimitOf(op), `${op.name} needs ${needed}`)
    }
  })

  test('of an access request may have 4,000 escaped Arabic letters', async () => {
    const body = {
      organization: 'Clinique Atlas',
      contactName: 'Salma Idrissi',
      email: 'salma@sizes.example',
      purpose: 'ب'.repeat(4000),
    }
    const raw = JSON.stringify(body).replaceAll('ب', '\\u0628')
    assert.equal((await call('POST', '/api/access-requests', { raw })).status, 200)
  })

  test('has at most 1,000 keys in an object, 1,000 entries in a list and 10,000 values', async () => {
    const keyed = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]))
    const send = async (variables: unknown) => {
      const steps = [{ delayHours: 0, templateCode: 'WELCOME', variables }]
      const { status, body } = await call('POST', '/api/campaigns', { token: admin.token, body: { name: 'x', steps } })
      return [status, body.error.details?.[0] ?? body.error.message]
    }
    const path = ['steps', 0, 'variables']
    assert.deepEqual(await send(keyed(1001)), [422, { path, message: 'must have at most 1000 keys' }])
    assert.deepEqual(await send(Array(1001).fill(1)), [422, { path, message: 'must have at most 1000 entries' }])
    assert.deepEqual(await send(Array(11).fill(Array(1000).fill(1))), [400, 'The body has more than 10000 values.'])
    assert.deepEqual(await send(Array(1000).fill(1)), [422, { path, message: 'must be an object', code: 'wrong_type' }])
  })

  test('has at most 32 levels, and is not absent', async () => {
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    const send = async (body: unknown) => {
      const answer = await call('POST', '/api/campaigns', { token: admin.token, body })
      return [answer.status, answer.body.error.message]
    }
    assert.deepEqual(await send(nested(33)), [400, 'The body is nested deeper than 32 levels.'])
    assert.equal((await send(nested(32)))[0], 422)
    assert.deepEqual(await send(undefined), [400, 'A JSON body is required.'])
  })

  test('has at most 1,000 parameters as a form', async () => {
    const raw = Array.from({ length: 1001 }, (_, n) => `k${n}=1`).join('&')
    const answer = await call('POST', '/api/auth/token', { headers: FORM_TYPE, raw })
    assert.deepEqual(
      [answer.status, answer.body],
      [400, { error: 'invalid_request', error_description: 'The form has more than 1000 parameters.' }],
    )
  })

  test('gets at most 100 faults reported', async () => {
    const patientIds = Array.from({ length: 1000 }, (_, n) => `patient ${n}`)
    const path = '/api/campaigns/cmp_0123456789ab0123456789abcdef0123/enrolments'
    const { status, body } = await call('POST', path, { token: admin.token, body: { patientIds, leadIds: patientIds } })
    assert.equal(status, 422)
    assert.equal(body.error.details.length, 100)
  })
})

test('headers of the maximum length are read quickly', async () => {
  const long = 'a,'.repeat(6000)
  const headers: Record<string, string>[] = [
    { authorization: `Bearer ${long}` },
    { authorization: `Basic ${'YTph'.repeat(3000)}` },
    { cookie: 'a=b; '.repeat(2400) },
    { 'accept-language': 'fr;q=1 ,'.repeat(1500) },
    { 'idempotency-key': long },
    { 'x-request-id': long },
    { 'x-forwarded-for': long },
    { 'content-type': `application/json;${long}` },
  ]
  for (const extra of headers)
    for (const path of ['/api/auth/token', '/api/auth/register', '/api/users/verify', '/access/A'])
      assert.ok(
        (await msOf(call('POST', path, { headers: extra, body: {} }))) < SOON_MS,
        JSON.stringify(extra).slice(0, 40),
      )
})

/** Sends a body without Content-Length. */
function sendInPieces(path: string, body: string): Promise<{ status: number; error: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(platform.url + path, { method: 'POST', headers: JSON_TYPE }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode!, error: JSON.parse(text).error }))
    })
    sent.on('error', reject)
    sent.write(body.slice(0, 10))
    sent.end(body.slice(10))
  })
}
