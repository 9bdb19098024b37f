import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { startPlatform } from '../harness.ts'
import { startRedis, withoutRedis } from '../redis.ts'
import { enter, openScene, until } from './call.ts'
import { privateNetwork } from './network.ts'

/** A call whose participants are connected to different servers. */
describe('in browsers, a call over two servers', { skip: withoutBrowser }, async () => {
  const network = await privateNetwork()
  const browser = await startBrowser({ network })
  const cacheUrl = withoutRedis ? undefined : (await startRedis()).url

  for (const [bus, env, skip] of [
    ['the database', {}, false],
    ['Redis', { CACHE_URL: cacheUrl ?? '' }, withoutRedis],
  ] as const) {
    if (skip) {
      test(`connected by ${bus} works`, { skip }, () => {})
      continue
    }
    const scene = await openScene(env, { network, browser })
    const other = await startPlatform({ ...env, PUBLIC_URL: scene.way.url }, scene.platform.ownerUrl)

    test(`connected by ${bus} works`, async (t) => {
      const { way } = scene
      const rough = { expects: /WebSocket|ERR_/ }
      const consultation = await scene.newCall()
      const doctor = await enter(t, scene, scene.doctor, consultation, rough)
      await doctor.shows('call')
      // Open connections stay at their server.
      way.leadTo(other.config.port)
      const patient = await enter(t, scene, scene.patient, consultation, rough)
      await doctor.press('admit')
      await Promise.all([doctor.sees(), patient.sees()])
      const links = await doctor.witness('count()')

      // The first server's connections are cut, and the doctor reconnects to the second.
      way.cut()
      await until(async () => (await doctor.witness<number[]>('joins')).length > 1, 'the doctor to be back')
      await Promise.all([doctor.sees(), patient.sees()])
      assert.equal(await doctor.witness('count()'), links, 'the same peer connection')

      way.leadTo(scene.platform.config.port)
      await doctor.press('end')
      await doctor.press('end-confirm')
      await patient.shows('over', 'completed')
    })
  }
})
