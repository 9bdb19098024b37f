import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { VideoProviderError } from '../index.ts'
import { startVideo } from './testing.ts'

const shortTimeout = () => AbortSignal.timeout(5000)
const failsWith = (code: VideoProviderError['code']) => (error: unknown) => {
  assert.ok(error instanceof VideoProviderError)
  assert.equal(error.code, code)
  return true
}

test('probes by joining its own room, without the ledger, a public address or rate limits', async (t) => {
  const limits = { joinsPerMinute: 0 }
  const scene = await startVideo(t, { baseUrl: 'wss://video.example.invalid', limits })
  await Promise.all(Array.from({ length: 20 }, () => scene.video.probe(shortTimeout())))
  assert.deepEqual([scene.ledger.asked, scene.ledger.reports, scene.logged], [[], [], []])
})

test('probes a server that listens on a wildcard address', async (t) => {
  for (const host of ['0.0.0.0', '::']) {
    const scene = await startVideo(t, { host })
    await scene.video.probe(shortTimeout())
  }
})

test('reports auth_failed when the endpoint does not accept its tokens', async (t) => {
  const scene = await startVideo(t)
  const other = await startVideo(t, { keys: [{ kid: 'now', secret: Buffer.alloc(32, 'other') }] })
  scene.server.removeAllListeners('upgrade')
  scene.server.on('upgrade', (...upgrade) => other.server.emit('upgrade', ...upgrade))
  await assert.rejects(scene.video.probe(shortTimeout()), failsWith('auth_failed'))
})

test('reports timeout when the endpoint does not answer in time, or no time is left', async (t) => {
  const scene = await startVideo(t)
  await assert.rejects(scene.video.probe(AbortSignal.abort()), failsWith('timeout'))
  scene.server.removeAllListeners('upgrade')
  scene.server.on('upgrade', (_, socket) => socket.resume().once('end', () => socket.destroy()))
  await assert.rejects(scene.video.probe(AbortSignal.timeout(50)), failsWith('timeout'))
})

test('reports connection_refused when the server does not listen', async (t) => {
  const scene = await startVideo(t)
  const address = scene.server.address() as AddressInfo // a TCP address
  scene.server.close()
  await once(scene.server, 'close')
  await assert.rejects(scene.video.probe(shortTimeout()), failsWith('connection_refused'))
  // As if the listener had died unnoticed.
  Object.defineProperty(scene.server, 'listening', { value: true, configurable: true })
  scene.server.address = () => address
  await assert.rejects(scene.video.probe(shortTimeout()), failsWith('connection_refused'))
  Object.defineProperty(scene.server, 'listening', { value: false })
})

test('reports service_unavailable when no client could join', async (t) => {
  const full = await startVideo(t, { limits: { unjoined: 1 } })
  await full.open()
  await assert.rejects(full.video.probe(shortTimeout()), failsWith('service_unavailable'))
  const stopped = await startVideo(t)
  await stopped.video.close()
  await assert.rejects(stopped.video.probe(shortTimeout()), failsWith('service_unavailable'))
})
