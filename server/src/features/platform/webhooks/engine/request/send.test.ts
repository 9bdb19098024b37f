import assert from 'node:assert/strict'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../../../testing/eventually.ts'
import { AddressGuard } from '../../../../../lib/address-guard.ts'
import { listening, startReceiver, status } from '../../receiver-testing.ts'
import { certificate, key } from './certificate-testing.ts'
import { Connections } from './connections.ts'
import type { Lookup, Route } from './connector.ts'
import { lookupAll } from './lookup.ts'
import { send } from './send.ts'

const loopback = new AddressGuard(['127.0.0.0/8', '::1/128'])
const publicOnly = new AddressGuard([])
const GENEROUS_MS = 10_000

async function post(url: string, route: Partial<Route> = {}, deadlineMs = GENEROUS_MS) {
  const connections = new Connections({ guard: loopback, lookup: lookupAll, ...route })
  try {
    const message = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
    return await send(connections, url, message, deadlineMs, new AbortController())
  } finally {
    connections.close()
  }
}

/** A raw TCP server and its accepted sockets. */
async function rawServer(serve: (socket: Socket) => void): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}) // the abort is the tested behaviour
    socket.resume() // notices the end
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

const resolvesTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

test('any 2xx is a success, and its body is not kept', async () => {
  const receiver = await startReceiver()
  for (const code of [200, 201, 202, 204]) {
    receiver.answer = (response) => response.writeHead(code).end(code === 204 ? undefined : 'thank you')
    const sent = await post(receiver.url)
    assert.deepEqual(
      { ...sent, durationMs: 0 },
      { status: code, error: null, durationMs: 0, remoteAddress: '127.0.0.1', responseHead: null },
    )
  }
})

test('a redirect counts as a failure and is not followed', async () => {
  const receiver = await startReceiver()
  for (const code of [301, 302, 303, 307, 308]) {
    receiver.answer = status(code, { location: `${receiver.url}/elsewhere` })
    assert.equal((await post(`${receiver.url}/here`)).error, 'http_error')
  }
  assert.equal(receiver.requestsTo('/elsewhere').length, 0)
  assert.equal(receiver.requestsTo('/here').length, 5)
})

test('keeps the beginning of a failed response as text that PostgreSQL can store', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) =>
    response
      .writeHead(500)
      .end(Buffer.concat([Buffer.from('sorry\0 '), Buffer.from([0xff]), Buffer.from('é🩺'.repeat(4000))]))
  const { status: code, error, responseHead } = await post(receiver.url)
  assert.equal(code, 500)
  assert.equal(error, 'http_error')
  assert(responseHead)
  assert(responseHead.startsWith('sorry \ufffdé🩺'))
  assert(responseHead.length <= 2048 && responseHead.isWellFormed() && !responseHead.includes('\0'))
})

test('stops reading a huge response and closes the connection', async () => {
  let written = 0
  const { url, sockets } = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk)) written += chunk.length
    }
    socket.on('drain', pour)
    pour()
  })
  const sent = await post(url)
  assert.equal(sent.error, null)
  await eventually(() => sockets[0]!.destroyed)
  assert(written < 64 * 1024 * 1024, `${written} bytes were written`)
})

test('one deadline covers connecting, missing headers and a slow response', async () => {
  const silent = await rawServer(() => {})
  const dripping = await rawServer(async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
    while (!socket.destroyed) {
      socket.write('x')
      await pause(20)
    }
  })
  const drippingHead = await rawServer(async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    for (let n = 0; !socket.destroyed; n++) {
      socket.write(`x-${n}: y\r\n`)
      await pause(20)
    }
  })
  for (const { url, sockets } of [silent, dripping, drippingHead]) {
    assert.equal((await post(url, {}, 300)).error, 'timeout')
    await eventually(() => sockets[0]!.destroyed)
  }
  const never: Lookup = () => new Promise(() => {})
  assert.equal((await post('http://slow.example:9999', { lookup: never }, 300)).error, 'timeout')
  // TLS that is never answered.
  assert.equal((await post(silent.url.replace('http:', 'https:'), {}, 300)).error, 'timeout')
})

test('distinguishes resets, refused connections and invalid responses', async () => {
  const resetting = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
  const hangingUp = await rawServer((socket) => socket.once('data', () => socket.destroy()))
  const nonsense = await rawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.9\r\n')))
  const halfway = await rawServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')),
  )
  assert.equal((await post(resetting.url)).error, 'connection_reset')
  assert.equal((await post(hangingUp.url)).error, 'connection_reset')
  assert.equal((await post(nonsense.url)).error, 'invalid_response')
  assert.equal((await post(halfway.url)).error, 'connection_reset')
  const goneServer = await rawServer(() => {})
  assert.equal((await post('http://127.0.0.1:1')).error, 'connection_refused')
  const failing: Lookup = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  assert.equal((await post('https://nowhere.example', { lookup: failing })).error, 'dns_error')
  assert.equal(goneServer.sockets.length, 0)
})

test('requires a trusted certificate for the host name', async () => {
  const secure = createHttpsServer({ cert: certificate, key }, (request, response) => {
    request.resume()
    response.end(`${request.socket.remoteAddress} ${request.headers.host}`)
  })
  const port = await listening(secure)
  const lookup = resolvesTo('127.0.0.1')
  const trust = [certificate]
  assert.equal((await post(`https://receiver.example:${port}/`, { lookup })).error, 'tls_error')
  assert.equal((await post(`https://other.example:${port}/`, { lookup, trust })).error, 'tls_error')
  assert.equal((await post(`https://receiver.example:${port}/`, { lookup, trust })).error, null)
  assert.equal((await post(`https://receiver.example.:${port}/`, { lookup, trust })).error, null)
  assert.equal((await post(`https://127.0.0.1:${port}/`, { trust })).error, null)
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    assert.equal((await post(`https://receiver.example:${port}/`, { lookup })).error, 'tls_error')
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
})

test('refuses TLS below 1.2', async () => {
  const old = createHttpsServer({
    cert: certificate,
    key,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  const port = await listening(old)
  assert.equal((await post(`https://127.0.0.1:${port}/`, { trust: [certificate] })).error, 'tls_error')
})

test('never connects to a non-public address, however it is written or resolved', async () => {
  const canary = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const port = new URL(canary.url).port
  const literals = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '017700000001',
    '2130706433',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:7f00:1]',
    '0',
    '[::]',
  ]
  const names: [string, Lookup][] = [
    ['localhost', lookupAll],
    ['localhost.', lookupAll],
    ['innocent.example', resolvesTo('127.0.0.1')],
    ['innocent.example', resolvesTo('::1', '127.0.0.1', '::ffff:127.0.0.1', 'fe80::1', '10.0.0.1')],
    ['innocent.example', resolvesTo()],
  ]
  for (const scheme of ['http', 'https']) {
    for (const host of literals) {
      const sent = await post(`${scheme}://${host}:${port}/`, { guard: publicOnly })
      assert.deepEqual(
        { ...sent, durationMs: 0 },
        { status: null, error: 'blocked_address', durationMs: 0, remoteAddress: null, responseHead: null },
        host,
      )
    }
    for (const [host, lookup] of names) {
      assert.equal(
        (await post(`${scheme}://${host}:${port}/`, { guard: publicOnly, lookup })).error,
        'blocked_address',
        host,
      )
    }
  }
  assert.equal(canary.sockets.length, 0)
})

test('sends plain HTTP to added addresses only', async () => {
  assert.equal(
    (await post('http://innocent.example:9999/', { lookup: resolvesTo('192.0.9.1') })).error,
    'blocked_address',
  )
})

test('prevents DNS rebinding between check and connection', async () => {
  const canary = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  let lookups = 0
  // Resolves to an allowed address at first, then to another.
  const guard = new AddressGuard(['127.0.0.2/32'])
  const rebinding: Lookup = async () => [{ address: lookups++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
  const url = `https://rebinding.example:${new URL(canary.url).port}/`
  assert.equal((await post(url, { guard, lookup: rebinding })).error, 'connection_refused')
  assert.equal(lookups, 1)
  assert.equal((await post(url, { guard, lookup: rebinding })).error, 'blocked_address')
  assert.equal(canary.sockets.length, 0)
})

test('skips the blocked addresses of a name', async () => {
  const receiver = await startReceiver()
  const guard = new AddressGuard(['127.0.0.1/32'])
  const lookup = resolvesTo('10.0.0.1', '127.0.0.2', '127.0.0.1')
  const sent = await post(receiver.url.replace('127.0.0.1', 'receiver.example'), { guard, lookup })
  assert.equal(sent.remoteAddress, '127.0.0.1')
  assert.equal(receiver.received[0]?.headers.host, receiver.url.replace('http://127.0.0.1', 'receiver.example'))
})

test('ignores proxies from the environment', async () => {
  const proxy = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const receiver = await startReceiver()
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy', 'NODE_USE_ENV_PROXY']
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url
  try {
    assert.equal((await post(receiver.url)).error, null)
  } finally {
    for (const name of names) delete process.env[name]
  }
  assert.equal(proxy.sockets.length, 0)
})

test('consecutive requests share a connection, and a hanging one delays no other', async () => {
  const receiver = await startReceiver()
  const connections = new Connections({ guard: loopback, lookup: lookupAll })
  let opened = 0
  receiver.server.on('connection', () => opened++)
  const message = { headers: {}, body: Buffer.from('{}') }
  const post = (path: string, cut = new AbortController()) =>
    send(connections, receiver.url + path, message, GENEROUS_MS, cut)
  for (let n = 0; n < 5; n++) assert.equal((await post('/a')).error, null)
  assert.equal(opened, 1)
  receiver.answer = (response, { path }) => {
    if (path !== '/hang') response.end()
  }
  const cut = new AbortController()
  const hanging = Array.from({ length: 20 }, () => post('/hang', cut))
  assert.equal((await post('/a')).error, null)
  cut.abort()
  await Promise.all(hanging)
  connections.close()
  await eventually(() => new Promise((resolve) => receiver.server.getConnections((_, count) => resolve(count === 0))))
})
