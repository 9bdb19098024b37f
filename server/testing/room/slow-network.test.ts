import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { startTurnServer, withoutTurn } from '../turn-server.ts'
import { enter, openScene, type Seat, until } from './call.ts'
import { privateNetwork, withoutNetwork } from './network.ts'
import { openSlowLink } from './slow-network.ts'

/** 400 ms round trip, 400 kbit/s, 2 % loss. */
const THIRD_GENERATION = { delayMs: 200, bitsPerSecond: 400_000, loss: 0.02 }
const NARROW = { delayMs: 200, bitsPerSecond: 40_000, loss: 0 }
const NOTHING = { delayMs: 0, bitsPerSecond: 1, loss: 1 }

type Reception = { samples: number; concealed: number; frozenSec: number; bytes: number }
const receptionOf = (seat: Seat) => seat.witness<Reception>('reception()')

/** What a page receives in some seconds. */
async function receptionIn(seat: Seat, sec: number) {
  const before = await receptionOf(seat)
  await pause(sec * 1000)
  const after = await receptionOf(seat)
  const samples = after.samples - before.samples
  return {
    concealed: (after.concealed - before.concealed) / Math.max(samples, 1),
    frozenSec: after.frozenSec - before.frozenSec,
    kbps: ((after.bytes - before.bytes) * 8) / sec / 1000,
  }
}

/** A patient whose media pass a slow network and a relay. Figures are measured and printed. */
describe('in a browser, a call over a slow network', { skip: withoutBrowser || withoutTurn }, async () => {
  if (withoutBrowser || withoutTurn) return
  const network = await privateNetwork()
  if (!network) return test('is possible', { skip: withoutNetwork })
  const turn = await startTurnServer(network)
  const slow = await openSlowLink(network, turn.address)
  const scene = await openScene(
    { TURN_URL: `turn:${turn.address}?transport=udp`, TURN_SECRET: turn.secret, VIDEO_FORCE_RELAY: '1' },
    { network, browser: await startBrowser({ network }) },
  )
  /** The patient's page reaches the same relay over the slow link. */
  const before = `
    const overSlowLink = (given) => given && JSON.parse(JSON.stringify(given).replaceAll('turn:${turn.address}', 'turn:${slow.address}'))
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(given) { super(overSlowLink(given)) }
      setConfiguration(given) { super.setConfiguration(overSlowLink(given)) }
    }`

  async function meet(t: TestContext) {
    const consultation = await scene.newCall()
    const doctor = await enter(t, scene, scene.doctor, consultation, { language: 'fr' })
    await doctor.shows('call')
    const patient = await enter(t, scene, scene.patient, consultation, { language: 'fr', before })
    await patient.shows('waiting')
    await doctor.press('admit')
    const admittedAt = performance.now()
    await patient.shows('call')
    for (const seat of [doctor, patient])
      await until(async () => (await seat.witness<number>('sound()')) > 0, `sound of ${seat.id}`, 30_000)
    t.diagnostic(`admitted to first sound on both pages: ${((performance.now() - admittedAt) / 1000).toFixed(1)} s`)
    await Promise.all([doctor.sees(), patient.sees()])
    assert.deepEqual(await patient.witness('pairs()'), ['relay/relay udp'])
    return { doctor, patient }
  }

  test('is possible at 3G, and recovers from a cut of ten seconds', async (t) => {
    slow.set(THIRD_GENERATION)
    const { doctor, patient } = await meet(t)
    await pause(10_000) // the rate adapts
    for (const [name, seat] of Object.entries({ doctor, patient })) {
      const { concealed, frozenSec, kbps } = await receptionIn(seat, 10)
      const share = `${(concealed * 100).toFixed(1)} % of the sound made up`
      t.diagnostic(`${name}: ${kbps.toFixed(0)} kbit/s, ${share}, video frozen for ${frozenSec.toFixed(1)} s of 10`)
      assert.ok(concealed < 0.2, `${name}: ${share}`)
    }
    const connections = await patient.witness<number>('count()')
    slow.set(NOTHING)
    await pause(10_000)
    slow.set(THIRD_GENERATION)
    const restoredAt = performance.now()
    const { samples, concealed } = await receptionOf(patient)
    await until(
      async () => {
        const now = await receptionOf(patient)
        return now.samples - now.concealed > samples - concealed + 24_000 // half a second of sound
      },
      'sound after the cut',
      30_000,
    )
    t.diagnostic(
      `half a second of sound after the end of the cut: ${((performance.now() - restoredAt) / 1000).toFixed(1)} s`,
    )
    assert.equal(await patient.witness('count()'), connections, 'the same connection')
  })

  test('ends video by itself, so that sound remains at 40 kbit/s', async (t) => {
    slow.set(THIRD_GENERATION)
    const { doctor, patient } = await meet(t)
    slow.set(NARROW)
    const narrowedAt = performance.now()
    await patient.page.getByText('Votre connexion est faible').first().waitFor({ timeout: 60_000 })
    t.diagnostic(`audio only after ${((performance.now() - narrowedAt) / 1000).toFixed(1)} s of 40 kbit/s`)
    await doctor.page.getByText('reçoit le son seul').waitFor({ timeout: 30_000 })
    await pause(8000)
    for (const [name, seat] of Object.entries({ doctor, patient })) {
      const { concealed, kbps } = await receptionIn(seat, 10)
      const share = `${(concealed * 100).toFixed(1)} % of the sound made up`
      t.diagnostic(`${name}: ${kbps.toFixed(0)} kbit/s, ${share}`)
      assert.ok(concealed < 0.2, `${name}: ${share}`)
    }
  })
})
