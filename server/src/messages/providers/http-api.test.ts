import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { eventually } from '../../../testing/eventually.ts'
import { failureOf, HttpApi } from './http-api.ts'
import { MessageProviderError, MessageRefused } from './index.ts'
import { json, longDeadline, startHostile, startProviderServer } from './provider-server-testing.ts'

function apiAt(host: string): HttpApi {
  const api = new HttpApi(`http://${host}/base`)
  after(() => api.close())
  return api
}
const post = { method: 'POST', path: '/messages', headers: { 'x-a': 'b' }, body: 'é' } as const
const get = { method: 'GET', path: '/messages', headers: {} } as const

/** The error code, with a question mark where the request may have been received. */
const failure = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'answered',
    (error) =>
      error instanceof MessageProviderError ? error.code + (error.inDoubt ? '?' : '') : assert.fail(String(error)),
  )

test('sends the given bytes, and reuses a busy connection', async () => {
  const server = await startProviderServer(json(200, { ok: true }))
  const api = apiAt(server.host)
  for (let n = 0; n < 3; n++)
    assert.deepEqual(await api.request(post, longDeadline()), {
      status: 200,
      retryAfterSec: undefined,
      json: { ok: true },
    })
  assert.deepEqual(server.received[2], {
    method: 'POST',
    path: '/base/messages',
    headers: { host: server.host, connection: 'keep-alive', 'x-a': 'b', 'content-length': '2' },
    body: 'é',
  })
})

test('a failed connection leaves nothing in doubt', async () => {
  assert.equal(await failure(apiAt('127.0.0.1:1').request(post, longDeadline())), 'connection_refused')
  assert.equal(await failure(apiAt('nowhere.invalid').request(post, longDeadline())), 'connection_refused')
  assert.equal(await failure(apiAt('127.0.0.1:1').request(post, AbortSignal.abort())), 'timeout')
})

test('a failed TLS handshake is a refused connection', async () => {
  const { host } = await startHostile((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const api = new HttpApi(`https://${host}`)
  after(() => api.close())
  assert.equal(await failure(api.request(post, longDeadline())), 'connection_refused')
})

const ok = 'HTTP/1.1 200 OK\r\n'
for (const [name, worst] of Object.entries<(socket: Socket) => void>({
  resets: (socket) => socket.resetAndDestroy(),
  'hangs up': (socket) => socket.destroy(),
  'breaks off its answer': (socket) => socket.end(`${ok}content-length: 100\r\n\r\n{"sid`),
  'resets in the middle of its answer': (socket) =>
    void socket.write(`${ok}content-length: 100\r\n\r\n{"sid`, () => socket.resetAndDestroy()),
  'speaks another protocol': (socket) => socket.end('220 mail.example.ma ESMTP\r\n'),
}))
  test(`a server that ${name} may have received the request`, async () => {
    const { host } = await startHostile(worst)
    assert.equal(await failure(apiAt(host).request(post, longDeadline())), 'service_unavailable?')
    assert.match(await failure(apiAt(host).request(get, longDeadline())), /service_unavailable|connection_refused/)
  })

test('aborts a request whose answer never starts or never ends', async () => {
  for (const answer of ['', ok, `${ok}content-length: 9\r\n\r\n{`]) {
    const over = new AbortController()
    const { host } = await startHostile((socket) => socket.write(answer, () => setTimeout(() => over.abort(), 50)))
    assert.equal(await failure(apiAt(host).request(post, over.signal)), 'timeout?')
  }
})

test('reads a limited part of an endless answer, then closes the connection', async () => {
  let written = 0
  const { host, sockets } = await startHostile((socket) => {
    socket.write(`${ok}\r\n`)
    const pour = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65536, ' '))) written += 65536
    }
    socket.on('drain', pour)
    pour()
  })
  const { status, json } = await apiAt(host).request(post, longDeadline())
  assert.deepEqual([status, json], [200, undefined])
  await eventually(() => sockets[0]!.destroyed)
  assert.ok(written < 32 * 1024 * 1024, `${written} bytes`)
})

test('does not follow redirects: credentials stay with this host', async () => {
  const elsewhere = await startProviderServer(json(200, {}))
  const server = await startProviderServer((response) =>
    response.writeHead(307, { location: `http://${elsewhere.host}/` }).end(),
  )
  const answer = await apiAt(server.host).request(post, longDeadline())
  assert.equal(answer.status, 307)
  assert.equal(elsewhere.received.length, 0)
})

test('reads Retry-After as seconds or as a date, up to a day', async () => {
  const server = await startProviderServer(json(429, {}))
  const api = apiAt(server.host)
  const waitOf = async (retryAfter: string) => {
    server.answer = json(429, {}, { 'retry-after': retryAfter })
    return (await api.request(post, longDeadline())).retryAfterSec
  }
  assert.equal(await waitOf('17'), 17)
  assert.equal(await waitOf('999999999'), 86_400)
  assert.equal(await waitOf('soon'), undefined)
  assert.equal(await waitOf('Sat, 01 Jan 2000 00:00:00 GMT'), 0)
  assert.equal(await waitOf('Fri, 01 Jan 2100 00:00:00 GMT'), 86_400)
})

test('maps an answer to a failure by its source: the provider, a gateway, or unknown', () => {
  const outcome = (status: number, json?: unknown, code?: 'blocked' | 'rate_limited') => {
    const failure = failureOf({ status, retryAfterSec: 5, json }, code)
    if (failure instanceof MessageRefused) return failure.code
    assert.equal(failure.retryAfterSec, 5)
    return failure.code + (failure.inDoubt ? '?' : '')
  }
  assert.deepEqual(
    [
      outcome(200),
      outcome(200, {}),
      outcome(307),
      outcome(400, {}),
      outcome(400),
      outcome(401, {}),
      outcome(403),
      outcome(404),
      outcome(429),
      outcome(500, {}),
      outcome(500),
      outcome(502, {}),
      outcome(503),
      outcome(504),
      outcome(400, {}, 'blocked'),
      outcome(500, {}, 'rate_limited'),
    ],
    [
      'service_unavailable?',
      'service_unavailable?',
      'service_unavailable',
      'rejected',
      'service_unavailable',
      'auth_failed',
      'auth_failed',
      'service_unavailable',
      'rate_limited',
      'service_unavailable',
      'service_unavailable?',
      'service_unavailable?',
      'service_unavailable',
      'service_unavailable?',
      'blocked',
      'rate_limited',
    ],
  )
})
