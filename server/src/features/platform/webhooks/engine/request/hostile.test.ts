import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { eventually } from '../../../../../../testing/eventually.ts'
import { AddressGuard } from '../../../../../lib/address-guard.ts'
import { startReceiver } from '../../receiver-testing.ts'
import { Connections } from './connections.ts'
import { lookupAll } from './lookup.ts'
import { type RequestResult, send } from './send.ts'

const healthy = await startReceiver()
const connections = new Connections({ guard: new AddressGuard(['127.0.0.0/8']), lookup: lookupAll })
after(() => connections.close())

const DEADLINE_MS = 1500
/** For responses that must end by themselves: reaching this deadline fails the test as a timeout. */
const FAR_DEADLINE_MS = 30_000
/** Concurrent requests to each hostile receiver. */
const AT_ONCE = 5
const MEBIBYTE = 1024 * 1024

const post = (url: string, deadlineMs: number): Promise<RequestResult> =>
  send(connections, url, { headers: {}, body: Buffer.from('{}') }, deadlineMs, new AbortController())

/** A raw TCP receiver that misbehaves once a request has begun. */
async function hostile(worst: (socket: Socket) => unknown): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}) // the abort is the tested behaviour
    socket.once('data', () => worst(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets }
}

/** Writes as long as the peer reads. */
async function pour(socket: Socket, chunk: string | Buffer, everyMs = 0) {
  while (!socket.destroyed) {
    if (socket.write(chunk)) await pause(everyMs)
    else await new Promise((next) => socket.once('drain', next).once('close', next))
  }
}

/** Starts a valid response that never ends. */
const pours =
  (beginning: string, chunk: string | Buffer, everyMs = 0) =>
  (socket: Socket) => {
    socket.write(beginning)
    return pour(socket, chunk, everyMs)
  }

const ok = 'HTTP/1.1 200 OK\r\n'
const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE))

type Worst = { what: string; does: (socket: Socket) => unknown; ends: (string | null)[]; soon?: boolean }

const worsts: Worst[] = [
  {
    what: 'drips its body',
    does: pours(`${ok}content-length: 9999\r\n\r\n`, 'x', 30),
    ends: ['timeout'],
  },
  {
    what: 'drips its head',
    does: pours(ok, 'x-a: b\r\n', 30),
    ends: ['timeout', 'invalid_response'],
  },
  { what: 'drips one header', does: pours(`${ok}x-a: `, 'a', 30), ends: ['timeout'] },
  {
    what: 'floods without end',
    does: pours(`${ok}\r\n`, Buffer.alloc(65536, 'x')),
    ends: [null],
    soon: true,
  },
  {
    what: 'floods in chunks',
    does: pours(`${ok}transfer-encoding: chunked\r\n\r\n`, `4000\r\n${'x'.repeat(0x4000)}\r\n`),
    ends: [null],
    soon: true,
  },
  {
    what: 'announces an endless chunk',
    does: (to) => to.write(`${ok}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n`),
    ends: ['invalid_response'],
    soon: true,
  },
  { what: 'resets', does: (to) => to.resetAndDestroy(), ends: ['connection_reset'], soon: true },
  { what: 'hangs up', does: (to) => to.destroy(), ends: ['connection_reset'], soon: true },
  {
    what: 'breaks off its head',
    does: (to) => to.end('HTTP/1.1 200'),
    ends: ['connection_reset', 'invalid_response'],
    soon: true,
  },
  { what: 'says nothing', does: () => {}, ends: ['timeout'] },
  {
    what: 'redirects',
    does: (to) => to.end(`HTTP/1.1 302 Found\r\nlocation: ${healthy.url}/stolen\r\ncontent-length: 0\r\n\r\n`),
    ends: ['http_error'],
    soon: true,
  },
  {
    what: 'is gone',
    does: (to) => to.end('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'),
    ends: ['http_error'],
    soon: true,
  },
  {
    what: 'storms with 103s',
    does: (to) => pour(to, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 5),
    ends: ['invalid_response'],
    soon: true,
  },
  {
    what: 'storms with 102s at full speed',
    does: (to) => pour(to, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
    ends: ['invalid_response'],
    soon: true,
  },
  {
    what: 'says 100 and no more',
    does: (to) => to.write('HTTP/1.1 100 Continue\r\n\r\n'),
    ends: ['invalid_response', 'connection_reset'],
    soon: true,
  },
  {
    what: 'switches protocols',
    does: (to) => to.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ends: ['invalid_response', 'connection_reset', 'http_error'],
    soon: true,
  },
  {
    what: 'sends one huge header',
    does: pours(`${ok}x-a: `, 'a'.repeat(65536)),
    ends: ['invalid_response'],
    soon: true,
  },
  {
    what: 'sends headers without end',
    does: pours(ok, 'x-a: b\r\n'.repeat(2000)),
    ends: ['invalid_response'],
    soon: true,
  },
  {
    what: 'says more than it announced',
    does: (to) => to.end(`${ok}content-length: 2\r\n\r\nokHTTP/1.1 500 no\r\n\r\n`),
    ends: [null, 'invalid_response'],
    soon: true,
  },
  {
    what: 'says less than it announced',
    does: (to) => to.end(`${ok}content-length: 20\r\n\r\nhalf`),
    ends: ['connection_reset'],
    soon: true,
  },
  {
    what: 'announces two lengths',
    does: (to) => to.end(`${ok}content-length: 2\r\ncontent-length: 3\r\n\r\nok!`),
    ends: ['invalid_response'],
    soon: true,
  },
  {
    what: 'announces a length below nothing',
    does: (to) => to.end(`${ok}content-length: -1\r\n\r\nok`),
    ends: ['invalid_response'],
    soon: true,
  },
  {
    what: 'packs a bomb',
    does: (to) =>
      to.end(
        Buffer.concat([Buffer.from(`${ok}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`), bomb]),
      ),
    ends: [null],
    soon: true,
  },
  {
    what: 'speaks TLS badly',
    does: (to) => to.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
    ends: ['invalid_response', 'connection_reset'],
    soon: true,
  },
]

for (const { what, does, ends, soon } of worsts) {
  test(`a receiver that ${what} is bounded, and another receiver is served in time`, async () => {
    const { url, sockets } = await hostile(does)
    const before = process.memoryUsage.rss()
    let over = false
    const deadlineMs = soon ? FAR_DEADLINE_MS : DEADLINE_MS
    const hit = Promise.all(Array.from({ length: AT_ONCE }, () => post(url, deadlineMs))).finally(() => {
      over = true
    })
    for (let n = 0; n < 10; n++) assert.equal((await post(healthy.url, 10_000)).error, null)
    if (!soon) assert(!over, 'the healthy receiver was served meanwhile')
    for (const { error, responseHead } of await hit) {
      assert(ends.includes(error), `it ended as ${error}`)
      assert((responseHead?.length ?? 0) <= 2048)
    }
    await eventually(() => sockets.every((socket) => socket.destroyed || socket.readableEnded))
    assert(process.memoryUsage.rss() - before < 200 * MEBIBYTE, 'the response is not kept')
  })
}

test('aborted and unanswered TLS handshakes are distinguished and bounded', async () => {
  const broken = await hostile((to) => to.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])))
  const silent = await hostile(() => {})
  const nonsense = await hostile((to) => to.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const over = ({ url }: { url: string }) => post(url.replace('http:', 'https:'), DEADLINE_MS)
  const [one, two, three] = await Promise.all([over(broken), over(silent), over(nonsense)])
  assert.deepEqual([one.error, two.error, three.error], ['tls_error', 'timeout', 'tls_error'])
})

test('follows no redirect', () => assert.equal(healthy.requestsTo('/stolen').length, 0))
