import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeerLink } from './peer-link.ts'
import { settled, TestBrowser, track } from './testing.ts'

type Data = Record<string, unknown>

/** Two pages with a signalling channel that may lose messages. */
class Pair {
  a: Side
  b: Side
  /** Whether a message is delivered; the test may override it. */
  isDelivered = (_from: 'a' | 'b', _data: Data): boolean => true
  lost: [from: 'a' | 'b', data: Data][] = []

  constructor({ isObserver = false } = {}) {
    this.a = new Side('a', true, true, (data) => this.#deliver('a', data))
    this.b = new Side('b', false, !isObserver, (data) => this.#deliver('b', data))
    this.a.make()
    this.b.make()
  }
  async connect(): Promise<this> {
    await settled()
    for (const { connection } of [this.a.browser, this.b.browser]) connection.become('connected')
    await settled()
    return this
  }
  #deliver(from: 'a' | 'b', data: Data): void {
    if (!this.isDelivered(from, data)) return void this.lost.push([from, data])
    const to = from === 'a' ? this.b : this.a
    queueMicrotask(() => to.link?.receive(structuredClone(data)))
  }
  get states(): string[] {
    return [this.a, this.b].map(
      ({ browser: { connection } }) => `${connection.signalingState} ${connection.transceivers.length}`,
    )
  }
}

class Side {
  browser: TestBrowser
  link: PeerLink | undefined
  outdated: (Data | undefined)[] = []
  changes = 0
  #make: () => PeerLink
  constructor(name: string, isImpolite: boolean, isSender: boolean, onSignal: (data: Data) => void) {
    this.browser = new TestBrowser(name)
    this.#make = () =>
      new PeerLink(
        this.browser,
        {
          isImpolite,
          isSender,
          ice: { iceServers: [], iceTransportPolicy: 'all' },
          tracks: { audio: track('audio'), camera: track('video'), screen: null },
          cameraBps: 800_000,
        },
        {
          onSignal,
          onChange: () => this.changes++,
          onOpen: () => {},
          onMessage: () => {},
          onOutdated: (data) => void this.outdated.push(data),
        },
      )
  }
  make(): void {
    this.link = this.#make()
  }
  get sent(): (string | undefined)[] {
    return this.browser.connection.transceivers.map(({ sender }) => sender.track?.id)
  }
}

test('one side creates three slots and the other fills them, with a single offer', async () => {
  const { a, b, states } = await new Pair().connect()
  assert.deepEqual(states, ['stable 3', 'stable 3'])
  assert.deepEqual([a.browser.connection.offers, b.browser.connection.offers], [1, 0])
  assert.deepEqual(
    [a.sent, b.sent],
    [
      ['audio', 'video', undefined],
      ['audio', 'video', undefined],
    ],
  )
  assert.deepEqual(
    b.browser.connection.transceivers.map(({ direction }) => direction),
    ['sendrecv', 'sendrecv', 'sendrecv'],
  )
  assert.deepEqual([a.link!.status, a.link!.isFlowing], ['connected', true])
})

test('limits the bitrates of camera and screen on both sides', async () => {
  const { a, b } = await new Pair().connect()
  for (const { browser } of [a, b])
    assert.deepEqual(
      browser.connection.transceivers.map(({ sender }) => (sender.encodings[0] as { maxBitrate?: number })?.maxBitrate),
      [undefined, 800_000, 1_500_000],
    )
  b.link!.limitCamera(350_000)
  await settled()
  assert.deepEqual(b.browser.connection.transceivers[1]!.sender.encodings, [{ maxBitrate: 350_000 }])
})

test('needs no negotiation to switch the camera off, change the device, or share a screen', async () => {
  const { a, b } = await new Pair().connect()
  b.link!.setTrack('camera', null)
  b.link!.setTrack('audio', track('audio', 'headset'))
  b.link!.setTrack('screen', track('video', 'screen'))
  await settled()
  assert.deepEqual(b.sent, ['headset', undefined, 'screen'])
  assert.deepEqual([a.browser.connection.offers, b.browser.connection.offers], [1, 0])
})

test('sends nothing as an observer, even with devices', async () => {
  const { b } = await new Pair({ isObserver: true }).connect()
  b.link!.setTrack('screen', track('video', 'screen'))
  await settled()
  assert.deepEqual(b.sent, [undefined, undefined, undefined])
  assert.deepEqual(
    b.browser.connection.transceivers.map(({ direction }) => direction),
    ['recvonly', 'recvonly', 'recvonly'],
  )
})

test('when both sides restart at once, the polite side rolls back and both connect', async () => {
  const { a, b, ...pair } = await new Pair().connect()
  a.browser.connection.restartIce()
  b.browser.connection.restartIce()
  await settled()
  assert.equal(b.browser.connection.rollbacks, 1)
  assert.equal(a.browser.connection.rollbacks, 0)
  assert.deepEqual([a.browser.connection.signalingState, b.browser.connection.signalingState], ['stable', 'stable'])
  assert.deepEqual([a.outdated, b.outdated, pair.lost], [[], [], []])
})

test('accepts candidates after colliding offers, and after the next restart', async () => {
  const { a, b } = await new Pair().connect()
  a.browser.connection.restartIce()
  b.browser.connection.restartIce()
  await settled()
  b.browser.connection.find('candidate:late')
  await b.browser.advance(10)
  a.browser.connection.restartIce()
  await settled()
  b.browser.connection.find('candidate:later')
  await b.browser.advance(10)
  assert.deepEqual(
    a.browser.connection.candidates.map(({ candidate }) => candidate),
    ['candidate:late', 'candidate:later'],
  )
})

test('restarts ICE after three seconds without packets, and at once after a failure', async () => {
  const { a } = await new Pair().connect()
  a.browser.connection.become('disconnected')
  assert.deepEqual([a.link!.status, a.link!.isFlowing], ['reconnecting', true])
  await a.browser.advance(2900)
  assert.equal(a.browser.connection.offers, 1)
  await a.browser.advance(100)
  assert.deepEqual([a.browser.connection.offers, a.link!.isFlowing], [2, false])
  a.browser.connection.become('connected')
  assert.deepEqual([a.link!.status, a.link!.isFlowing], ['connected', true])
  a.browser.connection.become('failed')
  await settled()
  assert.equal(a.browser.connection.offers, 3)
})

test('waits two seconds for the other side’s ICE restart on the polite side', async () => {
  const { a, b } = await new Pair().connect()
  b.browser.connection.become('failed')
  assert.equal(b.link!.isFlowing, false)
  await b.browser.advance(2000)
  assert.equal(b.browser.connection.offers, 1)
  b.browser.connection.become('failed')
  a.browser.connection.become('failed')
  await b.browser.advance(5000)
  assert.deepEqual([a.browser.connection.offers, b.browser.connection.offers], [2, 1])
})

test('does not restart ICE after an interruption of less than three seconds', async () => {
  const { b } = await new Pair().connect()
  b.browser.connection.become('disconnected')
  await b.browser.advance(2000)
  b.browser.connection.become('connected')
  await b.browser.advance(10_000)
  assert.deepEqual([b.browser.connection.offers, b.link!.isFlowing], [0, true])
})

test('sends a lost first offer again after either side reconnects', async () => {
  for (const back of ['a', 'b'] as const) {
    const pair = new Pair()
    pair.isDelivered = () => false
    await settled()
    pair.isDelivered = () => true
    pair[back].link!.resync()
    await settled()
    assert.deepEqual(pair.states, ['stable 3', 'stable 3'], back)
  }
})

test('sends a lost answer again, without a new connection', async () => {
  const pair = new Pair()
  pair.isDelivered = (from, { description }) => from !== 'b' || !description
  await settled()
  assert.deepEqual(pair.states, ['have-local-offer 3', 'stable 3'])
  pair.isDelivered = () => true
  pair.a.link!.resync()
  await settled()
  assert.deepEqual(pair.states, ['stable 3', 'stable 3'])
  assert.deepEqual([pair.a.outdated, pair.b.outdated], [[], []])
})

test('resolves offers that both sides made while disconnected', async () => {
  const pair = await new Pair().connect()
  pair.isDelivered = () => false
  for (const { browser } of [pair.a, pair.b]) {
    browser.connection.become('failed')
    await browser.advance(2000)
  }
  assert.deepEqual(pair.states, ['have-local-offer 3', 'have-local-offer 3'])
  pair.isDelivered = () => true
  pair.a.link!.resync()
  pair.b.link!.resync()
  await settled()
  assert.deepEqual(pair.states, ['stable 3', 'stable 3'])
})

test('sends an offer that was made while disconnected', async () => {
  const pair = await new Pair().connect()
  pair.isDelivered = () => false
  pair.b.browser.connection.restartIce()
  await settled()
  pair.isDelivered = () => true
  pair.b.link!.resync()
  await settled()
  assert.deepEqual(pair.states, ['stable 3', 'stable 3'])
})

test('restarts ICE after a reconnection only if no media arrive', async () => {
  const { a, b } = await new Pair().connect()
  const { connection } = a.browser
  a.link!.resync()
  await settled()
  connection.bytes += 1000
  await a.browser.advance(1000)
  assert.equal(connection.offers, 1)
  a.link!.resync()
  await settled()
  await a.browser.advance(1000)
  assert.deepEqual([connection.offers, connection.signalingState], [2, 'stable'])
  assert.equal(b.browser.connection.rollbacks, 0)
})

test('does not apply the answer to an earlier offer to a later one', async () => {
  const pair = await new Pair().connect()
  const { connection } = pair.a.browser
  pair.isDelivered = (from, { description }) => from !== 'b' || !description
  connection.become('failed')
  await settled()
  const [[, early] = []] = pair.lost
  connection.become('failed')
  await settled()
  pair.a.link!.receive(early!)
  await settled()
  assert.equal(connection.signalingState, 'have-local-offer')
  pair.a.link!.receive(pair.lost.at(-1)![1])
  await settled()
  assert.equal(connection.signalingState, 'stable')
})

test('sends candidates found together in one message', async () => {
  const { a, b } = await new Pair().connect()
  a.browser.connection.find('candidate:1')
  a.browser.connection.find('candidate:2')
  await a.browser.advance(10)
  await settled()
  assert.deepEqual(
    b.browser.connection.candidates.map(({ candidate }) => candidate),
    ['candidate:1', 'candidate:2'],
  )
})

test('ignores candidates of a replaced description', async () => {
  const pair = await new Pair().connect()
  const { a, b } = pair
  pair.isDelivered = (_, { candidates }) => !candidates
  a.browser.connection.find('candidate:late')
  await a.browser.advance(10)
  a.browser.connection.restartIce()
  await settled()
  b.link!.receive(pair.lost[0]![1])
  await settled()
  assert.deepEqual([b.browser.connection.candidates, b.outdated], [[], []])
})

test('reports its connection as outdated when the peer has a new one', async () => {
  const { a, b } = await new Pair().connect()
  b.link!.close()
  b.make()
  await settled()
  assert.equal(a.outdated.length, 1)
  // Signals for the old connection do not affect the new one.
  a.browser.connection.restartIce()
  await settled()
  assert.equal(b.browser.connection.remoteDescription, null)
})

test('fails to negotiate an offer without three slots', async () => {
  const { b } = new Pair()
  b.browser.connection.getTransceivers = () => []
  await settled()
  assert.deepEqual(b.outdated, [undefined])
})

test('is stuck after fifteen seconds without a connection, until it connects', async () => {
  const { b } = new Pair()
  await b.browser.advance(14_900)
  assert.equal(b.link!.isStuck, false)
  await b.browser.advance(100)
  assert.equal(b.link!.isStuck, true)
  b.browser.connection.become('connected')
  assert.equal(b.link!.isStuck, false)
  b.browser.connection.become('failed')
  await b.browser.advance(15_000)
  assert.equal(b.link!.isStuck, true)
})

test('is stuck immediately without a candidate', async () => {
  const { a } = new Pair()
  await settled()
  a.browser.connection.iceGatheringState = 'complete'
  a.browser.connection.onicegatheringstatechange!()
  assert.equal(a.link!.isStuck, true)
})

test('sends nothing after close()', async () => {
  const pair = await new Pair().connect()
  const before = pair.a.changes
  const { connection } = pair.a.browser
  let requests = 0
  connection.getStats = async () => new Map([[`${requests++}`, {}]])
  pair.a.link!.resync()
  pair.a.link!.close()
  await pair.a.browser.advance(60_000)
  assert.deepEqual([pair.a.changes, requests], [before, 1])
})
