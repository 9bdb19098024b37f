import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckPlatform, checkConnection } from './connection-check.ts'

class Connection extends EventTarget {
  static candidates: (object | null)[] = [{ candidate: 'candidate:1' }, null]
  getTransceivers() {}
  restartIce() {}
  createDataChannel() {}
  close() {}
  async setLocalDescription() {
    for (const candidate of (this.constructor as typeof Connection).candidates)
      this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate }))
  }
}

const socketWith = (event: 'open' | 'close' | 'nothing') => () => {
  const socket = Object.assign(new EventTarget(), { close: () => {} })
  if (event !== 'nothing') queueMicrotask(() => socket.dispatchEvent(new Event(event)))
  return socket as unknown as WebSocket
}

function platform(changes: Partial<CheckPlatform> = {}): CheckPlatform {
  const took = [900, 40, 10, 30, 20, 500]
  let [now, requests] = [0, 0]
  return {
    isSecure: true,
    peerConnection: Connection as unknown as typeof RTCPeerConnection,
    fetch: async () => {
      now += took[requests++]!
    },
    openSocket: socketWith('open'),
    now: () => now,
    ...changes,
  }
}
const check = (changes?: Partial<CheckPlatform>) => checkConnection(platform(changes), 'wss://clinic.example.ma')

test('a good connection passes, with the median round trip of all but the first request', async () => {
  assert.deepEqual(await check(), { isSecure: true, isSupported: true, hasRoute: true, roundTripMs: 30, hasLine: true })
})

test('reports each missing capability', async () => {
  class WithoutRoute extends Connection {
    static override candidates = [null]
  }
  assert.equal((await check({ peerConnection: undefined })).isSupported, false)
  assert.equal((await check({ peerConnection: undefined })).hasRoute, false)
  assert.equal((await check({ peerConnection: WithoutRoute as unknown as typeof RTCPeerConnection })).hasRoute, false)
  assert.equal((await check({ openSocket: socketWith('close') })).hasLine, false)
  assert.equal((await check({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })).roundTripMs, undefined)
  const forbidden = () => {
    throw new Error('Refused by the page’s policy')
  }
  assert.equal((await check({ openSocket: forbidden })).hasLine, false)
})

test('the check ends within five seconds even if all parts hang', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  class WithoutCandidates extends Connection {
    static override candidates = []
  }
  const found = check({
    peerConnection: WithoutCandidates as unknown as typeof RTCPeerConnection,
    openSocket: socketWith('nothing'),
    fetch: (signal) => new Promise((_, fail) => signal.addEventListener('abort', fail)),
  })
  t.mock.timers.tick(4999)
  assert.deepEqual(await found, {
    isSecure: true,
    isSupported: true,
    hasRoute: false,
    roundTripMs: undefined,
    hasLine: false,
  })
})

test('checks a LiveKit server by HTTP, also in a browser of 2021', async (t) => {
  t.mock.method(AbortSignal, 'timeout', () => assert.fail('Safari 15 has none'))
  const checkLiveKit = (fetch: CheckPlatform['fetch']) =>
    checkConnection(platform({ fetch }), 'https://livekit.example.ma')
  assert.equal((await checkLiveKit(async () => {})).hasLine, true)
  assert.equal(
    (await checkLiveKit((_, elsewhere) => (elsewhere ? Promise.reject() : Promise.resolve()))).hasLine,
    false,
  )
})
