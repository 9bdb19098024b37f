import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { withoutBrowser } from '../browser.ts'
import { startChild } from '../child.ts'
import { testMasterKeys } from '../roles.ts'
import {
  addressFor,
  durationOf,
  enter,
  openAddress,
  openScene,
  type Scene,
  type Seat,
  startCall,
  until,
} from './call.ts'
import { withoutNetwork } from './network.ts'

/** Calls during failures, between real browsers. */
describe('in a browser, a call', { skip: withoutBrowser }, async () => {
  const scene = await openScene()
  const { proxy, network } = scene
  /** Page errors that a reset connection causes. */
  const cutOff = { ignoredErrors: /WebSocket|ERR_|Failed to load resource/ }
  const ignoringErrors = { doctor: cutOff, patient: cutOff }

  const linksOf = (seats: Seat[]) => Promise.all(seats.map((seat) => seat.witness<number>('count()')))
  const joinsOf = (seat: Seat) => seat.witness<number[]>('joins').then(({ length }) => length)

  test('continues while its connections to the server are reset and reconnect', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall(), ignoringErrors)
    const both = [doctor, patient]
    const [links, joins] = [await linksOf(both), await Promise.all(both.map(joinsOf))]
    proxy.cut()
    for (const [n, seat] of both.entries()) await until(async () => (await joinsOf(seat)) > joins[n]!, 'to be back')
    await Promise.all(both.map((seat) => seat.sees()))
    assert.deepEqual(await linksOf(both), links, 'the same peer connections')
    assert.deepEqual(await doctor.witness('closes'), [1006])
    assert.equal(await doctor.page.locator('[data-do="admit"]').count(), 0, 'no new admission')
  })

  test('resumes after a reload, without another admission', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    await patient.page.reload()
    await patient.shows('call')
    await Promise.all([doctor.sees(), patient.sees()])
    assert.equal(await doctor.page.locator('[data-do="admit"]').count(), 0)
    await doctor.page.reload()
    await doctor.shows('call')
    await Promise.all([doctor.sees(), patient.sees()])
  })

  test('moves to the device that opened it last', async (t) => {
    const consultation = await scene.newCall()
    const { doctor, patient } = await startCall(t, scene, consultation)
    const phone = await enter(t, scene, scene.patient, consultation)
    await patient.shows('over', 'elsewhere')
    assert.deepEqual(await patient.witness('closes'), [4409])
    await phone.shows('call')
    await Promise.all([doctor.sees(), phone.sees()])
    await patient.press('rejoin')
    await patient.press('join')
    await phone.shows('over', 'elsewhere')
    await Promise.all([doctor.sees(), patient.sees()])
  })

  test('continues while its server is killed and restarted, and keeps admission and duration', async (t) => {
    const consultation = await scene.newCall()
    const server = await startServer(scene)
    proxy.forwardTo(server.port)
    t.after(() => proxy.forwardTo(scene.platform.config.port))
    const { doctor, patient } = await startCall(t, scene, consultation, ignoringErrors)
    const both = [doctor, patient]
    const [links, joins] = [await linksOf(both), await Promise.all(both.map(joinsOf))]
    const startedAt = performance.now()
    await server.end('SIGKILL')
    await Promise.all(both.map((seat) => seat.page.getByRole('status').locator('.banner:visible').waitFor()))
    await Promise.all(both.map((seat) => seat.sees()))
    const again = await startServer(scene, server.port)
    for (const [n, seat] of both.entries()) await until(async () => (await joinsOf(seat)) > joins[n]!, 'to be back')
    assert.deepEqual(await linksOf(both), links, 'the same peer connections')
    assert.equal(await doctor.page.locator('[data-do="admit"]').count(), 0, 'no new admission')
    await doctor.press('end')
    await doctor.press('end-confirm')
    await patient.shows('over', 'completed')
    const lasted = (performance.now() - startedAt) / 1000
    const durationSec = await durationOf(scene, consultation)
    assert.ok(Math.abs(durationSec - lasted) <= 3, `${durationSec} s of ${lasted} s`)
    await again.end('SIGTERM')
  })

  const drops: [string, number, string[]][] = [
    ['media for 4 s', 4000, ['--protocol', 'udp']],
    ['media for 20 s', 20_000, ['--protocol', 'udp']],
    ['everything for 20 s', 20_000, []],
  ]
  for (const [what, forMs, rule] of drops) {
    test(`recovers after the network dropped ${what}`, { skip: network ? false : withoutNetwork }, async (t) => {
      const { doctor, patient } = await startCall(t, scene, await scene.newCall(), ignoringErrors)
      const links = await linksOf([doctor, patient])
      const dropping = await network!.drop(...rule)
      await pause(forMs)
      await dropping.end()
      await Promise.all([doctor.sees(), patient.sees()])
      await until(async () => (await doctor.page.locator('.banner:visible').count()) === 0, 'no banner')
      assert.deepEqual(await linksOf([doctor, patient]), links, 'the same peer connections')
    })
  }

  test('survives 15 % packet loss, and reports poor quality', {
    skip: network ? false : withoutNetwork,
  }, async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    const losing = await network!.drop(
      '--protocol',
      'udp',
      '--match',
      'statistic',
      '--mode',
      'random',
      '--probability',
      '0.15',
    )
    await doctor.page.locator(`[data-peer="${patient.id}"] [data-quality="poor"]`).waitFor()
    await Promise.all([doctor.sees(), patient.sees()])
    await losing.end()
    await doctor.page.locator(`[data-peer="${patient.id}"] [data-quality="good"]`).waitFor()
  })

  const expiryScene = await openScene({}, { network, browser: scene.browser })
  test('continues after its token expires, until its last reconnection time', async (t) => {
    const consultation = await expiryScene.newCall()
    const address = await addressFor(expiryScene, expiryScene.patient, consultation)
    const { doctor, patient } = await startCall(t, expiryScene, consultation, ignoringErrors)
    const joins = await joinsOf(patient)
    await expiryScene.platform.advance(30 * 60)
    expiryScene.proxy.cut()
    await until(async () => (await joinsOf(patient)) > joins, 'to be back')
    await doctor.sees()
    const late = await openAddress(t, expiryScene.browser, 'late', address, ignoringErrors.patient)
    await late.press('join')
    await late.shows('over', 'expired')
    assert.deepEqual(new Set(await late.witness<number[]>('closes')), new Set([4440]))
    await expiryScene.platform.advance(24 * 3600)
    expiryScene.proxy.cut()
    await patient.shows('over', 'expired')
  })
})

/** Starts the server of a scene in a child process, on the same database. */
async function startServer({ proxy, platform }: Scene, port = randomInt(20_000, 32_000)) {
  const server = startChild({
    PORT: String(port),
    PUBLIC_URL: proxy.url,
    DATABASE_URL: platform.ownerUrl,
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    STORAGE_URL: pathToFileURL(platform.config.dataDir).href,
    RATE_LIMIT_ADDRESS: '1000000',
  })
  after(() => server.end('SIGKILL'))
  await server.ready()
  return { ...server, port }
}
