import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { catalog, type EventKind } from '../src/events/catalog.ts'
import { deliveryErrors } from '../src/events/deliveries.ts'
import { listening } from '../src/features/platform/webhooks/receiver-testing.ts'
import { newId } from '../src/lib/ids.ts'
import { hexSignature, standardSignature, webhookSecret } from '../src/lib/signature.ts'
import { eventually } from './eventually.ts'
import { startPlatform } from './harness.ts'
import { newPractice, prescribe } from './practice.ts'
import { launch, page, poller, type Running, receivers, sectionOf, startReceiver } from './recipes.ts'

/** docs/webhooks.md: checks its tables, and runs its recipes against the platform. */
const platform = await startPlatform()
const { call, owner } = platform
const root = resolve(import.meta.dirname, '../..')

const newSecret = () => webhookSecret(randomBytes(32))
const nowSec = () => Math.floor(Date.now() / 1000)

/** A message to sign; `next` and `previous` during a rotation of secrets. */
type Message = { id: string; timestamp: string; body: Buffer; secret: string; next?: string; previous?: string }

const newMessage = (secret: string, given: Partial<Message> = {}): Message => {
  const id = newId('evt')
  const data = { prescriptionId: newId('rx'), medication: 'Doliprane · دوليبران 💊' }
  const body = Buffer.from(JSON.stringify({ event: 'prescription.created', id, createdAt: '', data }))
  return { id, timestamp: String(nowSec()), body, secret, ...given }
}

const headersOf = ({ id, timestamp, body, secret, next, previous }: Message): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Content-Length': String(body.length),
  'X-MC-Signature': hexSignature(secret, body),
  ...(next && { 'X-MC-Signature-Next': hexSignature(next, body) }),
  ...(previous && { 'X-MC-Signature-Previous': hexSignature(previous, body) }),
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': [secret, next, previous]
    .filter((one) => one !== undefined)
    .map((one) => signed(one, id, timestamp, body))
    .join(' '),
})

/** Like lib/signature.ts, but with any text as the timestamp. */
function signed(secret: string, id: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

const post = (to: Running, message: Message, change: Record<string, string | undefined> = {}) => {
  const headers = Object.entries({ ...headersOf(message), ...change }).filter(([, value]) => value !== undefined)
  return to.post(Object.fromEntries(headers) as Record<string, string>, message.body) // without undefined values
}

/** A JSON body of exactly this many bytes. */
function large(bytes: number): Buffer {
  const piece = 'زكام 🤧 grippe '
  const count = Math.floor((bytes - 30) / Buffer.byteLength(piece))
  const text = JSON.stringify({ text: piece.repeat(count), fill: '' })
  return Buffer.from(text.replace('"fill":"', `"fill":"${'x'.repeat(bytes - Buffer.byteLength(text))}`))
}

describe('docs/webhooks.md', () => {
  test('lists the kinds, fields and scopes of the catalog', () => {
    const rows = (Object.keys(catalog) as EventKind[]).map((kind) => {
      const { meaning, scope, data } = catalog[kind]
      const fields = Object.keys(data.shape).map((field) => `\`${field}\``)
      return `| \`${kind}\` | ${meaning} | ${fields.join(', ')} | \`${scope}\` |`
    })
    assert.deepEqual(sectionOf('kinds').split('\n').slice(2), rows)
  })

  test('has test vectors that match the platform’s signatures', () => {
    const given = Object.fromEntries(
      [...sectionOf('vectors').matchAll(/^([\w-]+): +(.+)$/gm)].map(([, name, value]) => [name!, value!]),
    )
    const body = Buffer.from(given.body!)
    const [id, timestamp] = [given['webhook-id']!, Number(given['webhook-timestamp'])]
    assert.equal(given['X-MC-Signature'], hexSignature(given.secret!, body))
    assert.equal(given['webhook-signature'], standardSignature(given.secret!, id, timestamp, body))
  })

  test('explains exactly the values of lastError', () => {
    const explained = [...sectionOf('errors').matchAll(/^\| `(\w+)`/gm)].map(([, word]) => word!)
    assert.deepEqual(explained.slice(1), deliveryErrors)
  })

  test('has no broken links', () => {
    const places = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
    for (const [, place] of page.matchAll(/\]\(#([\w-]+)\)/g)) assert.ok(places.includes(place!), `#${place}`)
  })

  test('has TypeScript that passes the type checker', () => {
    const { folder } = launch(receivers[0]!, { WEBHOOK_SECRETS: '' })
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck']
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...types, 'receiver.ts'],
      { cwd: folder, encoding: 'utf8' },
    )
    assert.equal(status, 0, stdout)
  })
})

for (const recipe of receivers) {
  describe(`the receiver in ${recipe.language}`, { skip: recipe.skip }, () => {
    test('stores the platform’s events byte for byte', async () => {
      const { admin, doctor, patient } = await newPractice(platform)
      // The registration returns the secret, so the port is chosen first.
      const port = randomInt(20_000, 32_000)
      const body = { url: `http://127.0.0.1:${port}/hooks` }
      const { webhook } = (await call('POST', '/api/webhooks', { token: admin.token, body })).body
      const receiver = await startReceiver(recipe, [webhook.secret], port)

      const medication = `Paracétamol 1 g · باراسيتامول 💊 ${'é'.repeat(100)}`
      const rx = await prescribe(platform, doctor, patient, undefined, { medication })
      const sent = async () =>
        (
          await owner.query(
            `select e.id, e.body, e.kind, d.state, d.attempt, d.last_status
             from webhook_deliveries d join events e using (tenant_id) where e.id = d.event_id and d.endpoint_id = $1
             order by e.seq`,
            [webhook.id],
          )
        ).rows
      await eventually(
        async () => (await sent()).every(({ state }) => state === 'SUCCEEDED'),
        `deliveries: ${receiver.output()}`,
      )
      const rows = await sent()
      assert.deepEqual(
        rows.map(({ kind, attempt, last_status }) => [kind, attempt, last_status]),
        ['appointment.created', 'prescription.created', 'prescription.signed'].map((kind) => [kind, 1, 204]),
      )
      const inbox = receiver.inbox()
      assert.deepEqual([...inbox.keys()].toSorted(), rows.map(({ id }) => `${id}.json`).toSorted())
      for (const { id, body } of rows) assert.equal(inbox.get(`${id}.json`)?.toString(), body)
      const { data } = JSON.parse(inbox.get(`${rows[1].id}.json`)!.toString())
      assert.deepEqual(data, { prescriptionId: rx.id, medication })
    })

    test('accepts genuine bodies of any JSON up to 1 MiB', async () => {
      const secret = newSecret()
      const receiver = await startReceiver(recipe, [secret])
      for (const body of [
        Buffer.from('{}'),
        Buffer.from('{"text": "قلب 🫀 cœur — \\u0000", "n": 1.0}'),
        Buffer.from('{\r\n\t"a" : [ ]\n}\n'),
        large(1_000_000),
        large(1024 * 1024),
      ]) {
        const message = newMessage(secret, { body })
        assert.equal(await post(receiver, message), 204, `${body.length} bytes: ${receiver.output()}`)
        assert.ok(receiver.inbox().get(`${message.id}.json`)?.equals(body))
      }
      for (const sec of [-290, 290])
        assert.equal(await post(receiver, newMessage(secret, { timestamp: String(nowSec() + sec) })), 204)
      const message = newMessage(secret)
      const list = `v1a,AAAA v1,${'A'.repeat(43)}= ${headersOf(message)['webhook-signature']} v2,x`
      assert.equal(await post(receiver, message, { 'webhook-signature': list }), 204, 'one of several signatures')
    })

    test('stores an event once for repeated and concurrent deliveries', async () => {
      const secret = newSecret()
      const receiver = await startReceiver(recipe, [secret])
      const message = newMessage(secret)
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(receiver, message)))
      assert.deepEqual([...new Set(answers)], [204])
      const again = { ...message, timestamp: String(nowSec() - 60) }
      assert.equal(await post(receiver, again), 204, 'a later attempt has a new signature')
      assert.deepEqual([...receiver.inbox().keys()], [`${message.id}.json`], 'no temporary files')
    })

    test('refuses changed, forged and old messages, and stores nothing', async () => {
      const secret = newSecret()
      const receiver = await startReceiver(recipe, [secret])
      const message = newMessage(secret)
      const own = headersOf(message)
      const hex = own['X-MC-Signature']!
      const standard = own['webhook-signature']!
      const refused = async (reason: string, change: Record<string, string | undefined>, given = message) =>
        assert.equal(await post(receiver, given, change), 401, reason)

      const changed = Buffer.from(message.body)
      changed[20]! ^= 1
      await refused('a changed byte', own, { ...message, body: changed })
      await refused('a wrong secret', {}, newMessage(newSecret(), { id: message.id }))
      for (const name of ['X-MC-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature']) {
        await refused(`without ${name}`, { [name]: undefined })
        await refused(`with an empty ${name}`, { [name]: '' })
      }
      for (const sec of [-310, 310, -1e9])
        await refused(`${sec} s from now`, {}, { ...message, timestamp: String(nowSec() + sec) })
      await refused('a time that was not signed', { 'webhook-timestamp': String(Number(message.timestamp) - 1) })
      await refused('an id that was not signed', { 'webhook-id': newId('evt') })
      for (const wrong of [
        hex.toUpperCase(),
        hex.slice(0, 63),
        `${hex}0`,
        `${hex}${hex}`,
        `${hex}, ${hex}`,
        'z'.repeat(64),
        'é'.repeat(64),
        '0'.repeat(64),
        `sha256=${hex}`,
        hexSignature(newSecret(), message.body),
      ])
        await refused(`X-MC-Signature: ${wrong}`, { 'X-MC-Signature': wrong })
      for (const wrong of [
        standard.slice(3),
        standard.replace('v1,', 'v1a,'),
        standard.replace('v1,', 'v2,'),
        standard.replace('=', ''),
        `${standard}=`,
        `${standard},${standard}`,
        `v1,${'A'.repeat(43)}=`,
        'v1,',
        'é'.repeat(44),
        `v1,${hex}`,
        Array.from({ length: 150 }, () => `v1,${'A'.repeat(43)}=`).join(' '),
      ])
        await refused(`webhook-signature: ${wrong}`, { 'webhook-signature': wrong })
      assert.deepEqual([...receiver.inbox().keys()], [])
    })

    test('refuses malformed ids and times, even if signed', async () => {
      const secret = newSecret()
      const receiver = await startReceiver(recipe, [secret])
      const now = String(nowSec())
      for (const id of [
        '..',
        '../src/evt_1',
        'evt_../../x',
        'evt_',
        `evt_${'a'.repeat(65)}`,
        'EVT_1',
        'evt_1.json',
        'evt_é',
      ])
        assert.equal(await post(receiver, newMessage(secret, { id })), 401, id)
      for (const timestamp of [
        `${now}.0`,
        `+${now}`,
        `-${now}`,
        `0x${nowSec().toString(16)}`,
        '1e9',
        `${now}0000`,
        'NaN',
      ])
        assert.equal(await post(receiver, newMessage(secret, { timestamp })), 401, timestamp)
      // The same signed bytes, split differently into id and timestamp.
      const message = newMessage(secret)
      const moved = `${message.id}.${message.timestamp}`
      assert.equal(await post(receiver, message, { 'webhook-id': moved, 'webhook-timestamp': now }), 401)
      assert.deepEqual([...receiver.inbox().keys()], [])
    })

    test('refuses more than 1 MiB, even if signed', async () => {
      const secret = newSecret()
      const receiver = await startReceiver(recipe, [secret])
      for (const bytes of [1024 * 1024 + 1, 9_000_000])
        assert.equal(await post(receiver, newMessage(secret, { body: large(bytes) })), 413)
      assert.equal(await post(receiver, newMessage(secret)), 204, 'continues afterwards')
      assert.equal(receiver.inbox().size, 1)
    })

    test('accepts deliveries throughout a rotation of secrets', async () => {
      const [old, fresh] = [newSecret(), newSecret()]
      const phases = {
        before: { secret: old },
        'the new secret waits': { secret: old, next: fresh },
        'the new secret is in use': { secret: fresh, previous: old },
        after: { secret: fresh },
      }
      for (const [has, ends] of [
        [[old], 'after'],
        [[old, fresh], ''],
        [[fresh, old], ''],
        [[fresh], 'before'],
      ] as const) {
        const receiver = await startReceiver(recipe, [...has])
        for (const [phase, { secret, ...second }] of Object.entries(phases)) {
          const status = await post(receiver, newMessage(secret, second))
          assert.equal(status, phase === ends ? 401 : 204, `${phase}, with ${has.length}`)
        }
      }
      // Two signatures by different secrets are refused.
      const receiver = await startReceiver(recipe, [old, fresh])
      const message = newMessage(old)
      assert.equal(await post(receiver, message, { 'X-MC-Signature': hexSignature(fresh, message.body) }), 401)
    })

    test('accepts nothing without a valid secret', async () => {
      for (const wrong of ['', ' ', 'whsec_', newSecret().slice(0, -2), newSecret().slice('whsec_'.length)]) {
        const running = launch(recipe, { WEBHOOK_SECRETS: wrong })
        const message = newMessage(newSecret())
        const forged = { 'X-MC-Signature': createHmac('sha256', wrong).update(message.body).digest('hex') }
        let answered: number | undefined
        const answers = async () => {
          answered = await post(running, message, forged).catch(() => undefined)
          return answered !== undefined || running.process.exitCode !== null
        }
        await eventually(answers, 'a response, or its exit')
        if (answered === undefined) assert.notEqual(await running.exited, 0)
        else assert.equal(answered, 500)
        assert.equal(running.inbox().size, 0)
      }
    })
  })
}

describe(`polling in ${poller.language}`, { skip: poller.skip }, () => {
  const events = Array.from({ length: 5 }, (_, n) => ({
    event: 'review.created',
    id: `evt_${n}`,
    data: { note: 'زكام 🤧' },
  }))
  const printed = (running: Running) =>
    running
      .output()
      .split('\n')
      .slice(0, -1) // the last line may be incomplete
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).id)

  const isEmpty = (body: object) => 'events' in body && Array.isArray(body.events) && body.events.length === 0

  /** Simulates GET /api/events, with some errors at first. */
  async function startApi() {
    const bad = [503, 429, 401]
    let tokens = 0
    const seen: string[] = []
    const answerTo = ({ url, headers }: IncomingMessage): [number, object] => {
      const { pathname, searchParams } = new URL(url!, 'http://api')
      if (pathname === '/api/auth/token') return [200, { access_token: `token-${++tokens}`, expires_in: 3600 }]
      if (headers.authorization !== `Bearer token-${tokens}`) return [401, {}]
      const status = seen.length === 2 ? bad.shift() : undefined
      if (status === 401) tokens++
      if (status !== undefined) return [status, {}]
      const after = searchParams.get('after')!
      seen.push(after)
      const from = after === 'start' ? 0 : Number(after.slice('place-'.length))
      const found = events.slice(from, from + 2)
      return [200, { events: found, nextCursor: `place-${from + found.length}` }]
    }
    const server = createServer(async (request, response) => {
      const [status, body] = answerTo(request)
      if (status === 200 && isEmpty(body) && request.url!.includes('wait=25')) await pause(50)
      response.writeHead(status, { 'Retry-After': '0' }).end(JSON.stringify(body))
    })
    return { url: `http://127.0.0.1:${await listening(server)}`, seen }
  }

  test('reads all events once and in order despite errors, and waits for more', async () => {
    const api = await startApi()
    const env = { API: api.url, CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
    const running = launch(poller, env)
    await eventually(() => api.seen.length > 6, `polls: ${running.output()}`)
    events.push({ ...events[0]!, id: 'evt_late' })
    await eventually(() => printed(running).includes('evt_late'), 'a later event')
    assert.deepEqual(printed(running), ['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_late'])

    await eventually(() => api.seen.includes('place-6'), 'the position to be stored')
    running.process.kill('SIGKILL')
    await running.exited
    const again = launch(poller, { ...env, POSITION: join(running.folder, 'position') })
    const before = api.seen.length
    await eventually(() => api.seen.length > before + 2, `further polls: ${again.output()}`)
    assert.deepEqual(printed(again), [], 'continues at its position')
  })

  test('reads the platform’s events', async () => {
    const { admin, doctor, patient } = await newPractice(platform)
    await prescribe(platform, doctor, patient)
    const running = launch(poller, {
      API: platform.url,
      CLIENT_ID: admin.clientId,
      CLIENT_SECRET: admin.secret,
    })
    const recorded = await owner.query('select id from events where tenant_id = $1 order by seq', [admin.tenantId])
    await eventually(() => printed(running).length >= recorded.rows.length, `events: ${running.output()}`)
    await pause(200)
    assert.deepEqual(
      printed(running),
      recorded.rows.map(({ id }) => id),
    )
  })
})
