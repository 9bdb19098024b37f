import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endings, INITIAL_STATE } from '@medina-care/protocol/constants.ts'
import type { ServerMessage } from '@medina-care/protocol/messages.ts'
import type { Call, CallSnapshot } from './call.ts'
import { embeddedCall } from './embedded-call.ts'
import type { RoomConnectionOptions } from './room-connection.ts'
import { peerView, START, settled, TestBrowser, track } from './testing.ts'

type Joined = Extract<ServerMessage, { type: 'joined' }>
type Me = Pick<Joined, 'peerId' | 'role' | 'name'>

const doctor: Me = { peerId: 'usr_doc', role: 'host', name: 'Dr Alami' }
const patient = peerView('usr_pat', 'patient')

const joined = (me: Me = doctor, more: Partial<Joined> = {}): Joined => ({
  type: 'joined',
  ...me,
  resumed: false,
  resumeToken: 'resume-1',
  iceServers: [],
  iceTransportPolicy: 'all',
  peers: [],
  now: new Date(START).toISOString(),
  ...more,
})

function visit(options: Partial<RoomConnectionOptions> = {}, stored?: Map<string, unknown>) {
  const browser = new TestBrowser('page', stored)
  const given = { url: 'wss://clinic.example.ma', roomId: 'room_a', token: 'token-1' }
  const call: Call = embeddedCall({ ...given, ...options }, browser)
  return { browser, call }
}

/** The practitioner in the room with the patient, with media connected. */
async function meet(options?: Partial<RoomConnectionOptions>) {
  const visited = visit(options)
  const { browser, call } = visited
  call.join()
  browser.socket.accept()
  browser.socket.receive(joined(doctor, { peers: [patient] }))
  browser.connection.become('connected')
  await settled()
  return visited
}

/** Breaks the connection to the server, and reconnects. */
async function reconnect(browser: TestBrowser) {
  browser.socket.end(1006)
  await browser.advance(250)
  browser.socket.accept()
}

const joins = (browser: TestBrowser) => browser.sockets.flatMap((socket) => socket.sentOf('join'))

test('joins with the token in the first message, at the room’s URL', () => {
  const { browser, call } = visit()
  assert.equal(call.now.phase, 'idle')
  call.join()
  browser.socket.accept()
  assert.equal(browser.socket.url, 'wss://clinic.example.ma/video/ws/room_a')
  const [join] = joins(browser)
  assert.deepEqual(join, { type: 'join', v: 1, token: 'token-1', sid: join!.sid })
  assert.deepEqual([call.now.phase, call.now.line], ['joining', 'down'])
})

test('moves from the lobby into the room, and back', () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  const salma: Me = { ...patient }
  browser.socket.receive({ type: 'waiting', ...salma, resumeToken: 'r', hostPresent: false })
  browser.socket.receive({ type: 'host', present: true })
  assert.deepEqual([call.now.phase, call.now.hostPresent, call.now.line], ['waiting', true, 'up'])
  browser.socket.receive(joined(salma, { peers: [peerView('usr_doc', 'host')] }))
  assert.deepEqual([call.now.phase, call.now.peers.length, call.now.peers[0]!.link], ['in-call', 1, 'connecting'])
  browser.socket.receive({ type: 'waiting', ...salma, resumeToken: 'r', hostPresent: true })
  assert.deepEqual([call.now.phase, call.now.peers], ['waiting', []])
  assert.equal(browser.connection.connectionState, 'closed')
})

test('a broken connection does not interrupt media', async () => {
  const { browser, call } = await meet()
  const { stream } = call.now.peers[0]!
  browser.socket.end(1006)
  assert.deepEqual([call.now.phase, call.now.line, call.now.peers[0]!.link], ['in-call', 'down', 'connected'])
  await browser.advance(250)
  browser.socket.accept()
  browser.socket.receive(joined(doctor, { resumed: true, peers: [patient] }))
  assert.equal(call.now.line, 'up')
  assert.equal(browser.connections.length, 1)
  assert.equal(call.now.peers[0]!.stream, stream)
  const [first, second] = joins(browser)
  assert.deepEqual([second!.sid, second!.token], [first!.sid, 'resume-1'])
})

test('sends its state again after a reconnection', async () => {
  const { browser, call } = await meet()
  call.setTrack('camera', track('video'))
  call.raiseHand(true)
  browser.time += 60_000
  await reconnect(browser)
  browser.socket.receive(joined(doctor, { peers: [patient] }))
  const state = { mic: false, cam: true, screen: false, hand: true }
  assert.deepEqual(browser.socket.sentOf('state'), [{ type: 'state', ...state }])
  assert.deepEqual(browser.socket.sentOf('media'), [{ type: 'media', connected: true, forMs: 60_250 }])
  assert.deepEqual(call.now.me!.state, state)
})

test('rejoins as a new page with the stored resume token after a reload', () => {
  const first = visit()
  first.call.join()
  first.browser.socket.accept()
  first.browser.socket.receive(joined())
  first.call.close()
  const again = visit({}, first.browser.stored)
  again.call.join()
  again.browser.socket.accept()
  assert.equal(joins(again.browser)[0]!.token, 'resume-1')
  // Another participant's link in the same tab uses its own token.
  const other = visit({ token: 'token-of-the-mother' }, first.browser.stored)
  other.call.join()
  other.browser.socket.accept()
  assert.equal(joins(other.browser)[0]!.token, 'token-of-the-mother')
})

test('falls back to the token if the stored resume token is refused', async () => {
  for (const { code } of [endings.invalidToken, endings.expiredToken]) {
    const stored = new Map([['medina-room-pass:room_a', { token: 'token-1', resumeToken: 'old' }]])
    const { browser, call } = visit({}, stored)
    call.join()
    browser.socket.accept()
    browser.socket.end(code)
    browser.socket.accept()
    assert.deepEqual(
      joins(browser).map(({ token }) => token),
      ['old', 'token-1'],
    )
  }
})

test('renews an expired token at most three times', async () => {
  let renewals = 0
  const { browser, call } = visit({ renew: async () => `token-${++renewals + 1}` })
  call.join()
  for (let n = 0; n < 4; n++) {
    browser.socket.accept()
    browser.socket.end(endings.expiredToken.code)
    await settled()
  }
  assert.deepEqual(
    joins(browser).map(({ token }) => token),
    ['token-1', 'token-2', 'token-3', 'token-4'],
  )
  assert.deepEqual([call.now.phase, call.now.over], ['over', { why: 'expired' }])
})

test('retries an unreachable API, and reports an expired link if the API returns no token', async () => {
  let requests = 0
  const renew = async () => {
    if (++requests <= 20) throw new TypeError('Failed to fetch')
    return undefined
  }
  const { browser, call } = visit({ token: undefined, renew })
  call.join()
  await browser.advance(30_000)
  assert.equal(call.now.phase, 'joining')
  await browser.advance(30_000)
  assert.deepEqual([requests, call.now.over], [21, { why: 'expired' }])
  assert.equal(browser.sockets.length, 0)
})

test('maps close codes to reasons for the end', async () => {
  const reasonAfter = async (code: number) => {
    const { browser, call } = visit()
    call.join()
    browser.socket.accept()
    browser.socket.end(code)
    await browser.advance(60_000)
    assert.equal(browser.sockets.length, 1)
    return call.now.over!.why
  }
  assert.equal(await reasonAfter(endings.openedElsewhere.code), 'elsewhere')
  assert.equal(await reasonAfter(endings.removed.code), 'removed')
  assert.equal(await reasonAfter(endings.invalidToken.code), 'invalid')
  assert.equal(await reasonAfter(endings.closed.code), 'ended')
  assert.equal(await reasonAfter(endings.badMessage.code), 'failed')
})

test('retries a full room for some seconds, then reports it as full', async () => {
  const { browser, call } = visit()
  call.join()
  for (let n = 0; n < 6; n++) {
    browser.socket.accept()
    browser.socket.end(endings.full.code)
    await browser.advance(3000)
  }
  assert.deepEqual([call.now.over, browser.sockets.length], [{ why: 'full' }, 6])
})

test('joins again as a new page when the user continues after opening another device', async () => {
  const { browser, call } = await meet()
  browser.socket.end(endings.openedElsewhere.code)
  assert.equal(browser.connection.connectionState, 'closed')
  call.join()
  browser.socket.accept()
  const [first, second] = joins(browser)
  assert.notEqual(second!.sid, first!.sid)
  assert.equal(second!.token, 'resume-1')
  assert.equal(call.now.over, undefined)
})

test('informs the server when the user leaves, without ending the consultation', async () => {
  const { browser, call } = await meet()
  call.leave()
  assert.deepEqual(browser.socket.sentOf('leave'), [{ type: 'leave' }])
  assert.deepEqual([call.now.phase, call.now.over, call.now.peers], ['over', { why: 'left' }, []])
  assert.equal(browser.connection.connectionState, 'closed')
})

test('repeats "End consultation" until it succeeds, and shows the duration', async () => {
  const { browser, call } = await meet()
  browser.socket.end(1006)
  call.end()
  await browser.advance(250)
  browser.socket.accept()
  browser.socket.receive(joined())
  assert.equal(browser.socket.sentOf('end').length, 1)
  browser.socket.receive({ type: 'error', code: 'service_unavailable' })
  await browser.advance(2000)
  assert.equal(browser.socket.sentOf('end').length, 2)
  browser.socket.receive({ type: 'ended', reason: 'completed', durationSec: 754 })
  assert.deepEqual(call.now.over, { why: 'ended', reason: 'completed', durationSec: 754 })
  call.join()
  assert.equal(call.now.phase, 'over')
})

test('shows a duration and waiting times that do not depend on the device’s clock', async () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  const [now, before] = ['2026-03-02T10:10:00.000Z', '2026-03-02T10:00:00.000Z']
  const lobby = [{ peerId: 'gst_mother', role: 'guest', name: 'Fatima', since: before } as const]
  browser.socket.receive(joined(doctor, { peers: [patient], now, startedAt: before, lobby }))
  const ago = browser.date() - 600_000
  assert.deepEqual([call.now.startedAt, Date.parse(call.now.lobby[0]!.since)], [ago, ago])
  browser.socket.receive({ type: 'call', startedAt: now })
  assert.equal(call.now.startedAt, browser.date())
})

test('sends decisions that were made while disconnected after the reconnection', async () => {
  const { browser, call } = await meet()
  browser.socket.end(1006)
  call.admit('gst_mother')
  call.deny('gst_stranger')
  await browser.advance(250)
  browser.socket.accept()
  assert.deepEqual(
    browser.socket.sent.map(({ type }) => type),
    ['join'],
  )
  browser.socket.receive(joined(doctor, { peers: [patient] }))
  assert.deepEqual(browser.socket.sentOf('admit'), [{ type: 'admit', peerId: 'gst_mother' }])
  assert.deepEqual(browser.socket.sentOf('deny'), [{ type: 'deny', peerId: 'gst_stranger' }])
  await reconnect(browser)
  browser.socket.receive(joined())
  assert.equal(browser.socket.sentOf('admit').length, 0)
})

test('reports the start and end of media between practitioner and patient, only to these two', async () => {
  const { browser } = await meet()
  browser.time += 5000
  browser.connection.become('failed')
  assert.deepEqual(
    browser.socket.sentOf('media').map(({ connected, forMs }) => [connected, forMs]),
    [
      [false, 0],
      [true, 0],
      [false, 0],
    ],
  )
  const guest = visit()
  guest.call.join()
  guest.browser.socket.accept()
  guest.browser.socket.receive(joined({ ...doctor, role: 'guest' }, { peers: [patient] }))
  guest.browser.connection.become('connected')
  assert.deepEqual(guest.browser.socket.sentOf('media'), [])
})

test('keeps a connected peer for half a minute if a restarted server does not know the peer yet', async () => {
  const { browser, call } = await meet()
  await reconnect(browser)
  browser.socket.receive(joined())
  assert.deepEqual(
    call.now.peers.map(({ link }) => link),
    ['away'],
  )
  await browser.advance(20_000)
  browser.socket.receive({ type: 'peer-joined', ...patient })
  await browser.advance(60_000)
  assert.deepEqual(
    call.now.peers.map(({ link }) => link),
    ['connected'],
  )
  assert.equal(browser.connections.length, 1)

  await reconnect(browser)
  browser.socket.receive(joined())
  await browser.advance(29_000)
  assert.equal(call.now.peers.length, 1)
  await browser.advance(1000)
  assert.deepEqual(call.now.peers, [])
  assert.equal(browser.connection.connectionState, 'closed')
})

test('removes a peer whom the server does not know when the media stop', async () => {
  const { browser, call } = await meet()
  await reconnect(browser)
  browser.socket.receive(joined())
  browser.connection.become('disconnected')
  assert.equal(call.now.peers.length, 1)
  await browser.advance(3000)
  assert.deepEqual(call.now.peers, [])
})

test('removes a peer immediately if kicked while unknown to the server', async () => {
  const { browser, call } = await meet()
  await reconnect(browser)
  browser.socket.receive(joined())
  call.kick('usr_pat')
  assert.deepEqual(call.now.peers, [])
  assert.deepEqual(browser.socket.sentOf('kick'), [{ type: 'kick', peerId: 'usr_pat' }])
})

test('creates a new connection for a peer who reloads, and drops signals of the old page', async () => {
  const { browser, call } = await meet()
  browser.socket.receive({ type: 'peer-joined', ...patient, sid: 'reloaded' })
  assert.equal(browser.connections.length, 2)
  assert.deepEqual([browser.connections[0]!.connectionState, call.now.peers[0]!.link], ['closed', 'connecting'])
  browser.socket.receive({ type: 'signal', from: 'usr_pat', fromSid: patient.sid, data: { link: 'old' } })
  await settled()
  assert.equal(browser.connections.length, 2)
  await settled()
  assert.equal(browser.socket.sentOf('signal').at(-1)!.toSid, 'reloaded')
})

test('answers a peer’s new connection on the same page with a new connection', async () => {
  const { browser } = await meet()
  const signal = (link: string): ServerMessage => ({
    type: 'signal',
    from: 'usr_pat',
    fromSid: patient.sid,
    data: { link },
  })
  browser.socket.receive(signal('first'))
  assert.equal(browser.connections.length, 1)
  browser.socket.receive(signal('second'))
  assert.equal(browser.connections.length, 2)
  assert.equal(browser.connections[0]!.connectionState, 'closed')
})

test('joins without a device, to listen and write', async () => {
  const { browser, call } = await meet()
  assert.deepEqual(call.now.me!.state, INITIAL_STATE)
  call.say('Je n’ai pas de caméra')
  assert.equal(browser.connection.channel.sent.length, 1)
  browser.connection.channel.onmessage!({ data: '{"say":{"id":"a","text":"لا بأس"}}' })
  assert.deepEqual(
    call.now.chat.map(({ text, isMine }) => [text, isMine]),
    [
      ['Je n’ai pas de caméra', true],
      ['لا بأس', false],
    ],
  )
  // The chat outlives the connection and the call.
  call.leave()
  assert.equal(call.now.chat.length, 2)
})

test('sends a message that was typed before the connection', async () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  browser.socket.receive(joined(doctor, { peers: [patient] }))
  call.say('Bonjour')
  assert.equal(browser.connection.channel.sent.length, 0)
  browser.connection.become('connected')
  assert.equal(browser.connection.channel.sent.length, 1)
})

test('sends no media and no state as an observer', async () => {
  const { browser, call } = visit()
  call.setTrack('camera', track('video'))
  call.join()
  browser.socket.accept()
  browser.socket.receive(joined({ peerId: 'usr_adm', role: 'observer', name: 'Admin' }, { peers: [patient] }))
  await settled()
  call.say('hello')
  call.raiseHand(true)
  assert.deepEqual(browser.socket.sentOf('state'), [])
  assert.deepEqual([call.now.me!.state, call.now.chat], [INITIAL_STATE, []])
  assert.ok(browser.connection.transceivers.every(({ sender }) => sender.track === null))
})

test('applies new TURN credentials to existing and future links', async () => {
  const { browser } = await meet()
  const iceServers = [{ urls: ['turn:turn.example.ma'], username: 'u', credential: 'c' }]
  browser.socket.receive({ type: 'ice', iceServers })
  assert.deepEqual(browser.connection.configuration.iceServers, iceServers)
  await reconnect(browser)
  browser.socket.receive(joined(doctor, { peers: [patient], iceTransportPolicy: 'relay' }))
  assert.equal(browser.connection.configuration.iceTransportPolicy, 'relay')
})

test('reports no network path after fifteen seconds, unless the peer is away', async () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  browser.socket.receive(joined(doctor, { peers: [patient] }))
  await browser.advance(15_000)
  assert.equal(call.now.isStuck, true)
  browser.socket.receive({ type: 'peer-away', peerId: patient.peerId, sid: patient.sid })
  assert.equal(call.now.isStuck, false)
})

test('calls listeners once per microtask, with immutable snapshots', async () => {
  const { browser, call } = await meet()
  const seen: CallSnapshot[] = []
  const stop = call.watch((now) => seen.push(now))
  const before = call.now
  browser.socket.receive({
    type: 'peer-state',
    peerId: 'usr_pat',
    sid: patient.sid,
    state: { ...INITIAL_STATE, mic: true },
  })
  browser.socket.receive({ type: 'lobby', waiting: [], denied: [] })
  call.raiseHand(true)
  // The snapshot changes immediately.
  assert.equal(call.now.peers[0]!.state.mic, true)
  await settled()
  assert.equal(seen.length, 1)
  assert.equal(seen[0], call.now)
  assert.equal(before.peers[0]!.state.mic, false)
  stop()
  call.raiseHand(false)
  await settled()
  assert.equal(seen.length, 1)
})

test('frees all resources without a message when the page unloads', async () => {
  const { browser, call } = await meet()
  const sent = browser.socket.sent.length
  let changes = 0
  call.watch(() => changes++)
  call.close()
  await settled()
  // No final snapshot either: it would store for the reload that the call is over.
  assert.equal(changes, 0)
  assert.equal(browser.socket.sent.length, sent)
  assert.deepEqual([browser.socket.readyState, browser.connection.connectionState], [3, 'closed'])
  await browser.advance(60_000)
  assert.equal(browser.sockets.length, 1)
})
