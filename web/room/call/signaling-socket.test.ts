import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endings } from '@medina-care/protocol/constants.ts'
import { actionAfter, pauseMs, SignalingSocket } from './signaling-socket.ts'
import { TestBrowser } from './testing.ts'

function dial() {
  const browser = new TestBrowser()
  browser.answersPings = false
  const codes: number[] = []
  let opened = 0
  const line: SignalingSocket = new SignalingSocket(browser, 'wss://clinic.example.ma/video/ws/room_a', {
    onOpen: () => void opened++,
    onMessage: () => {},
    onClose: (code) => {
      codes.push(code)
      line.retry()
    },
  })
  line.open()
  return { browser, line, codes, opened: () => opened }
}

test('maps close codes to stopping, renewing the token or retrying', () => {
  const actions = Object.fromEntries(Object.entries(endings).map(([name, { code }]) => [name, actionAfter(code)]))
  assert.deepEqual(actions, {
    goodbye: 'left',
    badMessage: 'failed',
    invalidToken: 'invalid',
    forbidden: 'failed',
    openedElsewhere: 'elsewhere',
    closed: 'ended',
    removed: 'removed',
    failed: 'retry',
    restarting: 'retry',
    unavailable: 'retry',
    joinTimeout: 'retry',
    full: 'retry',
    tooFast: 'retry',
    expiredToken: 'renew',
  })
  assert.deepEqual([1001, 1005, 1006, 4999].map(actionAfter), ['retry', 'retry', 'retry', 'retry'])
  assert.deepEqual([1002, 1007, 1009].map(actionAfter), ['failed', 'failed', 'failed'])
})

test('delays double from 250 ms to three seconds, with a random part of up to half', () => {
  const longest = [0, 1, 2, 3, 4, 5, 500].map((tries) => pauseMs(tries, 1))
  assert.deepEqual(longest, [250, 500, 1000, 2000, 3000, 3000, 3000])
  assert.equal(pauseMs(2, 0), 500)
})

test('retries with increasing delays, which restart once the server has accepted the page', async () => {
  const { browser, line } = dial()
  const pauses: number[] = []
  for (const settles of [false, false, true, false]) {
    browser.socket.accept()
    if (settles) line.resetDelay()
    browser.socket.end(1006)
    const [closedAt, before] = [browser.time, browser.sockets.length]
    while (browser.sockets.length === before) await browser.advance(10)
    pauses.push(browser.time - closedAt)
  }
  assert.deepEqual(pauses, [250, 500, 250, 500])
})

test('closes a connection after twelve seconds without messages, even if the browser reports it as open', async () => {
  const { browser, codes } = dial()
  browser.socket.accept()
  await browser.advance(11_900)
  assert.equal(browser.socket.sentOf('ping').length, 2)
  assert.deepEqual(codes, [])
  await browser.advance(100)
  assert.deepEqual(codes, [1006])
  // The late close event of the old socket has no effect.
  browser.sockets[0]!.end(1006)
  assert.deepEqual(codes, [1006])
})

test('keeps a connection that answers pings, even in a hidden page whose timers run once a minute', async () => {
  const { browser, codes } = dial()
  browser.socket.accept()
  for (let minute = 0; minute < 5; minute++) {
    await browser.advance(5000)
    browser.socket.receive({ type: 'pong', ts: 0 })
    browser.time += 60_000
  }
  assert.deepEqual(codes, [])
  assert.equal(browser.sockets.length, 1)
})

test('gives up an attempt after eight seconds, and an unanswered connection after twelve', async () => {
  const { browser, codes } = dial()
  await browser.advance(8000)
  assert.deepEqual(codes, [1006])
  await browser.advance(250)
  browser.socket.accept()
  await browser.advance(11_900)
  assert.deepEqual(codes, [1006])
  await browser.advance(100)
  assert.deepEqual(codes, [1006, 1006])
})

test('retries immediately when the network is back', async () => {
  const { browser } = dial()
  for (let tries = 0; tries < 5; tries++) {
    browser.socket.end(1006)
    await browser.advance(3000)
  }
  browser.socket.end(1006)
  const before = browser.sockets.length
  browser.hint()
  assert.equal(browser.sockets.length, before + 1)
  // Only once: the pending delay causes no second attempt.
  await browser.advance(3000)
  assert.equal(browser.sockets.length, before + 1)
})

test('restarts an attempt that began before the network was back', async () => {
  const { browser } = dial()
  await browser.advance(500)
  browser.hint()
  assert.equal(browser.sockets.length, 1)
  await browser.advance(1000)
  browser.hint()
  assert.equal(browser.sockets.length, 2)
})

test('closes a connection that does not answer within three seconds after a network change', async () => {
  const { browser, codes } = dial()
  browser.socket.accept()
  browser.hint()
  assert.equal(browser.socket.sentOf('ping').length, 1)
  browser.socket.receive({ type: 'pong', ts: 0 })
  await browser.advance(3000)
  assert.deepEqual(codes, [])
  browser.hint()
  await browser.advance(3000)
  assert.deepEqual(codes, [1006])
})

test('stays closed after close()', async () => {
  const { browser, line, codes } = dial()
  browser.socket.accept()
  line.close()
  browser.hint()
  await browser.advance(60_000)
  assert.deepEqual([browser.sockets.length, codes.length], [1, 0])
  assert.equal(line.send({ type: 'leave' }), false)
})
