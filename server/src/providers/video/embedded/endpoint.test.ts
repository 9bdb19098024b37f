import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { Page, startVideo, until } from './testing.ts'

/** A raw TCP connection to the server. */
async function raw(
  port: number,
  ...lines: string[]
): Promise<{ socket: Socket; text(): string; over: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  const over = once(socket, 'close')
  await once(socket, 'connect')
  if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\nHost: localhost\r\n\r\n`)
  return { socket, text: () => text, over }
}

const handshake = (path: string) => [
  `GET ${path} HTTP/1.1`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
]

/** A frame of RFC 6455, masked with zeros. */
function frame(firstByte: number, payload: Buffer | string): Buffer {
  const body = Buffer.from(payload)
  const head =
    body.length < 126 ? [firstByte, 0x80 | body.length] : [firstByte, 0xfe, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body])
}

test('accepts its own origins and clients without an Origin, and no other origin', async (t) => {
  const scene = await startVideo(t)
  const status = async (origin: string) => new Page(scene.url('room_1'), 'page', { origin }).end
  assert.equal(await status('https://evil.example'), 403)
  assert.equal(await status('http://clinic.example.ma'), 403)
  assert.equal(await status('https://clinic.example.ma.evil.example'), 403)
  assert.equal(await status('null'), 403)
  await scene.open('room_1', { origin: 'https://clinic.example.ma' })
  await scene.open('room_1')
})

test('refuses upgrades of other paths with 404, and ignores other requests', async (t) => {
  const scene = await startVideo(t)
  const base = `ws://127.0.0.1:${scene.port}`
  for (const path of [
    '/',
    '/video/ws',
    '/video/ws/',
    '/video/ws/a/b',
    '/video/ws/a%2Fb',
    `/video/ws/${'a'.repeat(81)}`,
    '/api/health',
  ]) {
    assert.equal(await new Page(base + path).end, 404, path)
  }
  const refused = await raw(scene.port, ...handshake('//'))
  await refused.over
  assert.match(refused.text(), /^HTTP\/1\.1 404 Not Found\r\n/)

  const h2c = [
    'GET /api/health HTTP/1.1',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ]
  const ordinary = await raw(scene.port, ...h2c)
  await until(() => ordinary.text().includes('an ordinary answer'))
  ordinary.socket.destroy()
  const post = await raw(scene.port, 'POST /video/ws/room_1 HTTP/1.1', ...handshake('').slice(1))
  await post.over
  assert.match(post.text(), /^HTTP\/1\.1 405 /)
  const old = await raw(scene.port, ...handshake('/video/ws/room_1').filter((line) => !line.includes('Key')))
  await old.over
  assert.match(old.text(), /^HTTP\/1\.1 400 /)
})

test('limits the sockets that have not joined', async (t) => {
  const scene = await startVideo(t, { limits: { unjoined: 3 } })
  const idle = [await scene.open(), await scene.open(), await scene.open()]
  assert.equal(await new Page(scene.url('room_1')).end, 503)
  idle[0]!.socket.close()
  await idle[0]!.end
  await scene.join(newId('room'))
  // A joined socket does not count.
  await scene.join(newId('room'))
  await scene.open()
  assert.equal(await new Page(scene.url('room_1')).end, 503)
})

test('limits sockets per address', async (t) => {
  const addressOf = (request: { headers: NodeJS.Dict<string | string[]> }) => String(request.headers['x-test-address'])
  const scene = await startVideo(t, { addressOf, limits: { joinsPerMinute: 3 } })
  const from = (address: string) => ({ headers: { 'x-test-address': address } })
  for (let n = 0; n < 3; n++) await scene.open('room_1', from('10.0.0.1'))
  assert.equal(await new Page(scene.url('room_1'), 'page', from('10.0.0.1')).end, 429)
  await scene.open('room_1', from('10.0.0.2'))
})

test('limits sockets that have not joined per address', async (t) => {
  const addressOf = (request: { headers: NodeJS.Dict<string | string[]> }) => String(request.headers['x-test-address'])
  const scene = await startVideo(t, { addressOf, limits: { unjoinedEach: 2 } })
  const from = (address: string) => ({ headers: { 'x-test-address': address } })
  for (let n = 0; n < 2; n++) await scene.open('room_1', from('10.0.0.1'))
  assert.equal(await new Page(scene.url('room_1'), 'page', from('10.0.0.1')).end, 429)
  await scene.open('room_1', from('10.0.0.2'))
  await scene.video.probe(AbortSignal.timeout(5000))
})

test('limits the arrivals of one participant, independently of others', async (t) => {
  const scene = await startVideo(t, { limits: { arrivalsPerMinute: 3 } })
  const token = await scene.token('room_1', 'guest', 'gst_denied')
  for (let n = 0; n < 3; n++) await (await scene.knock('room_1', token)).next('waiting')
  assert.equal(await (await scene.knock('room_1', token)).end, 4429)
  assert.equal(scene.ledger.asked.length, 3)
  await scene.join('room_1', 'patient')
})

test('closes with 1007 for invalid UTF-8, and with 1002 for an invalid frame', async (t) => {
  const scene = await startVideo(t)
  for (const [bytes, code] of [
    [frame(0x81, Buffer.from([0xff, 0xfe])), 1007],
    [frame(0xf1, 'reserved bits'), 1002],
  ] as const) {
    const client = await raw(scene.port, ...handshake(`/video/ws/${newId('room')}`))
    await until(() => client.text().includes('\r\n\r\n'))
    client.socket.write(bytes)
    await client.over
    assert.ok(client.text().includes(Buffer.from([0x88, 0x02, code >> 8, code & 0xff]).toString('latin1')))
  }
})

test('survives sockets that break at any point', async (t) => {
  const scene = await startVideo(t, { limits: { joinMs: 600, farewellMs: 100 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const token = await scene.token(room)
  const join = frame(0x81, JSON.stringify({ type: 'join', v: 1, token, sid: 's' }))
  for (const bytes of [
    Buffer.alloc(0),
    randomBytes(500),
    frame(0x81, '{"type":').subarray(0, 8),
    join,
    join.subarray(0, 100),
    Buffer.concat([join, join, frame(0x81, '{"type":"leave"}')]),
    frame(0x88, Buffer.from([0x03, 0xe8])),
    frame(0x01, 'a message without an end'),
  ]) {
    const client = await raw(scene.port, ...handshake(`/video/ws/${room}`))
    client.socket.write(bytes)
    if (bytes.length % 2) client.socket.resetAndDestroy()
    else client.socket.end()
    await client.over
  }
  // One client that is silent after the handshake, and one that does not read.
  const half = await raw(scene.port, ...handshake(`/video/ws/${room}`))
  const silentClient = await raw(scene.port, ...handshake(`/video/ws/${room}`))
  silentClient.socket.pause()
  await half.over
  silentClient.socket.resume()
  await silentClient.over
  await doctor.everything()
  await scene.join(room, 'patient')
  assert.deepEqual(
    scene.logged.filter(({ level }) => level === 'error'),
    [],
  )
})
