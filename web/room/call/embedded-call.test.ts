import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerMessage } from '../../../server/src/providers/video/embedded/protocol.ts'
import { endings, QUIET } from '../../../server/src/providers/video/embedded/wire.ts'
import type { Call, CallSnapshot } from './call.ts'
import { embeddedCall } from './embedded-call.ts'
import type { EntranceOptions } from './entrance.ts'
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

function visit(options: Partial<EntranceOptions> = {}, stored?: Map<string, unknown>) {
  const browser = new TestBrowser('page', stored)
  const given = { url: 'wss://clinic.example.ma', roomId: 'room_a', token: 'token-1' }
  const call: Call = embeddedCall({ ...given, ...options }, browser)
  return { browser, call }
}

/** The practitioner in the room with the patient, whose media flow. */
async function meet(options?: Partial<EntranceOptions>) {
  const visited = visit(options)
  const { browser, call } = visited
  call.join()
  browser.socket.accept()
  browser.socket.tell(joined(doctor, { peers: [patient] }))
  browser.connection.become('connected')
  await settled()
  return visited
}

/** The line breaks and is back, on which the page says who it is. */
async function comeBack(browser: TestBrowser) {
  browser.socket.end(1006)
  await browser.pass(250)
  browser.socket.accept()
}

const joins = (browser: TestBrowser) => browser.sockets.flatMap((socket) => socket.of('join'))

test('one joins by the token, in the first message, at the address of the room', () => {
  const { browser, call } = visit()
  assert.equal(call.now.phase, 'idle')
  call.join()
  browser.socket.accept()
  assert.equal(browser.socket.url, 'wss://clinic.example.ma/video/ws/room_a')
  const [join] = joins(browser)
  assert.deepEqual(join, { type: 'join', v: 1, token: 'token-1', sid: join!.sid })
  assert.deepEqual([call.now.phase, call.now.line], ['joining', 'down'])
})

test('from the lobby into the room, and back', () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  const salma: Me = { ...patient }
  browser.socket.tell({ type: 'waiting', ...salma, resumeToken: 'r', hostPresent: false })
  browser.socket.tell({ type: 'host', present: true })
  assert.deepEqual([call.now.phase, call.now.hostPresent, call.now.line], ['waiting', true, 'up'])
  browser.socket.tell(joined(salma, { peers: [peerView('usr_doc', 'host')] }))
  assert.deepEqual([call.now.phase, call.now.peers.length, call.now.peers[0]!.link], ['in-call', 1, 'connecting'])
  browser.socket.tell({ type: 'waiting', ...salma, resumeToken: 'r', hostPresent: true })
  assert.deepEqual([call.now.phase, call.now.peers], ['waiting', []])
  assert.equal(browser.connection.connectionState, 'closed')
})

test('a line that breaks stops no media: the same connection and the same picture go on', async () => {
  const { browser, call } = await meet()
  const { stream } = call.now.peers[0]!
  browser.socket.end(1006)
  assert.deepEqual([call.now.phase, call.now.line, call.now.peers[0]!.link], ['in-call', 'down', 'connected'])
  await browser.pass(250)
  browser.socket.accept()
  browser.socket.tell(joined(doctor, { resumed: true, peers: [patient] }))
  assert.equal(call.now.line, 'up')
  assert.equal(browser.connections.length, 1)
  assert.equal(call.now.peers[0]!.stream, stream)
  const [first, second] = joins(browser)
  assert.deepEqual([second!.sid, second!.token], [first!.sid, 'resume-1'])
})

test('after a break the server is told again what it may have forgotten', async () => {
  const { browser, call } = await meet()
  call.setTrack('camera', track('video'))
  call.raiseHand(true)
  browser.time += 60_000
  await comeBack(browser)
  browser.socket.tell(joined(doctor, { peers: [patient] }))
  const state = { mic: false, cam: true, screen: false, hand: true }
  assert.deepEqual(browser.socket.of('state'), [{ type: 'state', ...state }])
  assert.deepEqual(browser.socket.of('media'), [{ type: 'media', connected: true, forMs: 60_250 }])
  assert.deepEqual(call.now.me!.state, state)
})

test('a reload comes back by what was kept, as another page', () => {
  const first = visit()
  first.call.join()
  first.browser.socket.accept()
  first.browser.socket.tell(joined())
  first.call.close()
  const again = visit({}, first.browser.stored)
  again.call.join()
  again.browser.socket.accept()
  assert.equal(joins(again.browser)[0]!.token, 'resume-1')
  // Somebody else's link in the same tab is theirs.
  const other = visit({ token: 'token-of-the-mother' }, first.browser.stored)
  other.call.join()
  other.browser.socket.accept()
  assert.equal(joins(other.browser)[0]!.token, 'token-of-the-mother')
})

test('where what was kept is no longer taken, the token counts', async () => {
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

test('an expired token is renewed three times and not for ever', async () => {
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

test('an API that cannot be reached is asked until it is; one that gives nothing makes the link an expired one', async () => {
  let asked = 0
  const renew = async () => {
    if (++asked <= 20) throw new TypeError('Failed to fetch')
    return undefined
  }
  const { browser, call } = visit({ token: undefined, renew })
  call.join()
  await browser.pass(30_000)
  assert.equal(call.now.phase, 'joining')
  await browser.pass(30_000)
  assert.deepEqual([asked, call.now.over], [21, { why: 'expired' }])
  assert.equal(browser.sockets.length, 0)
})

test('what ends it is told as what it is', async () => {
  const why = async (code: number) => {
    const { browser, call } = visit()
    call.join()
    browser.socket.accept()
    browser.socket.end(code)
    await browser.pass(60_000)
    assert.equal(browser.sockets.length, 1)
    return call.now.over!.why
  }
  assert.equal(await why(endings.openedElsewhere.code), 'elsewhere')
  assert.equal(await why(endings.removed.code), 'removed')
  assert.equal(await why(endings.invalidToken.code), 'invalid')
  assert.equal(await why(endings.closed.code), 'ended')
  assert.equal(await why(endings.badMessage.code), 'failed')
})

test('a full room is tried for some seconds, and then said to be full', async () => {
  const { browser, call } = visit()
  call.join()
  for (let n = 0; n < 6; n++) {
    browser.socket.accept()
    browser.socket.end(endings.full.code)
    await browser.pass(3000)
  }
  assert.deepEqual([call.now.over, browser.sockets.length], [{ why: 'full' }, 6])
})

test('taking it back from another device is joining again, as another page', async () => {
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

test('who leaves says so, and the consultation goes on without them', async () => {
  const { browser, call } = await meet()
  call.leave()
  assert.deepEqual(browser.socket.of('leave'), [{ type: 'leave' }])
  assert.deepEqual([call.now.phase, call.now.over, call.now.peers], ['over', { why: 'left' }, []])
  assert.equal(browser.connection.connectionState, 'closed')
})

test('"End consultation" is said until it is heard, and the duration is told', async () => {
  const { browser, call } = await meet()
  browser.socket.end(1006)
  call.end()
  await browser.pass(250)
  browser.socket.accept()
  browser.socket.tell(joined())
  assert.equal(browser.socket.of('end').length, 1)
  browser.socket.tell({ type: 'error', code: 'service_unavailable' })
  await browser.pass(2000)
  assert.equal(browser.socket.of('end').length, 2)
  browser.socket.tell({ type: 'ended', reason: 'completed', durationSec: 754 })
  assert.deepEqual(call.now.over, { why: 'ended', reason: 'completed', durationSec: 754 })
  call.join()
  assert.equal(call.now.phase, 'over')
})

test('how long it lasts, and how long somebody waits, does not hang on the clock of the device', async () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  const [now, before] = ['2026-03-02T10:10:00.000Z', '2026-03-02T10:00:00.000Z']
  const lobby = [{ peerId: 'gst_mother', role: 'guest', name: 'Fatima', since: before } as const]
  browser.socket.tell(joined(doctor, { peers: [patient], now, startedAt: before, lobby }))
  const ago = browser.date() - 600_000
  assert.deepEqual([call.now.startedAt, Date.parse(call.now.lobby[0]!.since)], [ago, ago])
  browser.socket.tell({ type: 'call', startedAt: now })
  assert.equal(call.now.startedAt, browser.date())
})

test('what the practitioner decides while the line is down is said when it is back', async () => {
  const { browser, call } = await meet()
  browser.socket.end(1006)
  call.admit('gst_mother')
  call.deny('gst_stranger')
  await browser.pass(250)
  browser.socket.accept()
  assert.deepEqual(
    browser.socket.said.map(({ type }) => type),
    ['join'],
  )
  browser.socket.tell(joined(doctor, { peers: [patient] }))
  assert.deepEqual(browser.socket.of('admit'), [{ type: 'admit', peerId: 'gst_mother' }])
  assert.deepEqual(browser.socket.of('deny'), [{ type: 'deny', peerId: 'gst_stranger' }])
  await comeBack(browser)
  browser.socket.tell(joined())
  assert.equal(browser.socket.of('admit').length, 0)
})

test('media between practitioner and patient are reported when they begin and end, and by them alone', async () => {
  const { browser } = await meet()
  browser.time += 5000
  browser.connection.become('failed')
  assert.deepEqual(
    browser.socket.of('media').map(({ connected, forMs }) => [connected, forMs]),
    [
      [false, 0],
      [true, 0],
      [false, 0],
    ],
  )
  const guest = visit()
  guest.call.join()
  guest.browser.socket.accept()
  guest.browser.socket.tell(joined({ ...doctor, role: 'guest' }, { peers: [patient] }))
  guest.browser.connection.become('connected')
  assert.deepEqual(guest.browser.socket.of('media'), [])
})

test('a server that was restarted and does not know the patient yet leaves them on the screen for half a minute', async () => {
  const { browser, call } = await meet()
  await comeBack(browser)
  browser.socket.tell(joined())
  assert.deepEqual(
    call.now.peers.map(({ link }) => link),
    ['away'],
  )
  await browser.pass(20_000)
  browser.socket.tell({ type: 'peer-joined', ...patient })
  await browser.pass(60_000)
  assert.deepEqual(
    call.now.peers.map(({ link }) => link),
    ['connected'],
  )
  assert.equal(browser.connections.length, 1)

  await comeBack(browser)
  browser.socket.tell(joined())
  await browser.pass(29_000)
  assert.equal(call.now.peers.length, 1)
  await browser.pass(1000)
  assert.deepEqual(call.now.peers, [])
  assert.equal(browser.connection.connectionState, 'closed')
})

test('who is unknown to the server and whose media stop is gone', async () => {
  const { browser, call } = await meet()
  await comeBack(browser)
  browser.socket.tell(joined())
  browser.connection.become('disconnected')
  assert.equal(call.now.peers.length, 1)
  await browser.pass(3000)
  assert.deepEqual(call.now.peers, [])
})

test('who is sent out while the server does not know them is seen and heard no longer', async () => {
  const { browser, call } = await meet()
  await comeBack(browser)
  browser.socket.tell(joined())
  call.kick('usr_pat')
  assert.deepEqual(call.now.peers, [])
  assert.deepEqual(browser.socket.of('kick'), [{ type: 'kick', peerId: 'usr_pat' }])
})

test('a peer who reloads their page gets a new connection, and signals of the page before are dropped', async () => {
  const { browser, call } = await meet()
  browser.socket.tell({ type: 'peer-joined', ...patient, sid: 'reloaded' })
  assert.equal(browser.connections.length, 2)
  assert.deepEqual([browser.connections[0]!.connectionState, call.now.peers[0]!.link], ['closed', 'connecting'])
  browser.socket.tell({ type: 'signal', from: 'usr_pat', fromSid: patient.sid, data: { link: 'old' } })
  await settled()
  assert.equal(browser.connections.length, 2)
  await settled()
  assert.equal(browser.socket.of('signal').at(-1)!.toSid, 'reloaded')
})

test('a peer who made another connection on the same page is met with another one', async () => {
  const { browser } = await meet()
  const signal = (link: string): ServerMessage => ({
    type: 'signal',
    from: 'usr_pat',
    fromSid: patient.sid,
    data: { link },
  })
  browser.socket.tell(signal('first'))
  assert.equal(browser.connections.length, 1)
  browser.socket.tell(signal('second'))
  assert.equal(browser.connections.length, 2)
  assert.equal(browser.connections[0]!.connectionState, 'closed')
})

test('one joins with nothing at all, to listen and to write', async () => {
  const { browser, call } = await meet()
  assert.deepEqual(call.now.me!.state, QUIET)
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
  // It outlives the connection, and the call.
  call.leave()
  assert.equal(call.now.chat.length, 2)
})

test('what is typed before the connection is there is sent when it is', async () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  browser.socket.tell(joined(doctor, { peers: [patient] }))
  call.say('Bonjour')
  assert.equal(browser.connection.channel.sent.length, 0)
  browser.connection.become('connected')
  assert.equal(browser.connection.channel.sent.length, 1)
})

test('an observer neither sends nor seems to', async () => {
  const { browser, call } = visit()
  call.setTrack('camera', track('video'))
  call.join()
  browser.socket.accept()
  browser.socket.tell(joined({ peerId: 'usr_adm', role: 'observer', name: 'Admin' }, { peers: [patient] }))
  await settled()
  call.say('hello')
  call.raiseHand(true)
  assert.deepEqual(browser.socket.of('state'), [])
  assert.deepEqual([call.now.me!.state, call.now.chat], [QUIET, []])
  assert.ok(browser.connection.transceivers.every(({ sender }) => sender.track === null))
})

test('relay credentials are used for links to come and for those that are', async () => {
  const { browser } = await meet()
  const iceServers = [{ urls: ['turn:turn.example.ma'], username: 'u', credential: 'c' }]
  browser.socket.tell({ type: 'ice', iceServers })
  assert.deepEqual(browser.connection.configuration.iceServers, iceServers)
  await comeBack(browser)
  browser.socket.tell(joined(doctor, { peers: [patient], iceTransportPolicy: 'relay' }))
  assert.equal(browser.connection.configuration.iceTransportPolicy, 'relay')
})

test('nobody being reached for fifteen seconds is told, unless it is they who are away', async () => {
  const { browser, call } = visit()
  call.join()
  browser.socket.accept()
  browser.socket.tell(joined(doctor, { peers: [patient] }))
  await browser.pass(15_000)
  assert.equal(call.now.isStuck, true)
  browser.socket.tell({ type: 'peer-away', peerId: patient.peerId, sid: patient.sid })
  assert.equal(call.now.isStuck, false)
})

test('who watches is told once for all changes of a turn, and keeps what they were given', async () => {
  const { browser, call } = await meet()
  const seen: CallSnapshot[] = []
  const stop = call.watch((now) => seen.push(now))
  const before = call.now
  browser.socket.tell({ type: 'peer-state', peerId: 'usr_pat', sid: patient.sid, state: { ...QUIET, mic: true } })
  browser.socket.tell({ type: 'lobby', waiting: [], denied: [] })
  call.raiseHand(true)
  // What is asked for is there at once.
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

test('a page that goes away lets go of everything without a word', async () => {
  const { browser, call } = await meet()
  const said = browser.socket.said.length
  let told = 0
  call.watch(() => told++)
  call.close()
  await settled()
  // Nor does it draw once more: what is kept for the reload would say that the call is over.
  assert.equal(told, 0)
  assert.equal(browser.socket.said.length, said)
  assert.deepEqual([browser.socket.readyState, browser.connection.connectionState], [3, 'closed'])
  await browser.pass(60_000)
  assert.equal(browser.sockets.length, 1)
})
