import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { startTurnServer, withoutTurn } from '../turn-server.ts'
import { enter, openScene, startCall } from './call.ts'
import { privateNetwork } from './network.ts'

/** Calls through TURN only, as behind a restrictive firewall. */
describe('in a browser, a call through coturn', { skip: withoutBrowser || withoutTurn }, async () => {
  const network = await privateNetwork()
  const turn = await startTurnServer(network)
  const browser = await startBrowser({ network })
  const openRelayScene = (transport: string, secret = turn.secret) => {
    const TURN_URL = `turn:${turn.address}?transport=${transport}`
    return openScene({ TURN_URL, TURN_SECRET: secret, VIDEO_FORCE_RELAY: '1' }, { network, browser })
  }

  for (const transport of ['udp', 'tcp'] as const) {
    const scene = await openRelayScene(transport)
    test(`connects by ${transport}`, async (t) => {
      const { doctor, patient } = await startCall(t, scene, await scene.newCall())
      for (const seat of [doctor, patient])
        assert.deepEqual(await seat.witness('pairs()'), [`relay/relay ${transport}`])
    })
  }

  const scene = await openRelayScene('udp', 'a wrong secret')
  test('does not connect with a wrong secret, and the page reports it', async (t) => {
    const consultation = await scene.newCall()
    const doctor = await enter(t, scene, scene.doctor, consultation)
    const patient = await enter(t, scene, scene.patient, consultation, { language: 'fr' })
    await doctor.press('admit')
    await patient.shows('call')
    await patient.page.getByText('Le son et l’image ne passent pas').waitFor()
    await patient.press('chat')
    await patient.page.locator('.write textarea').fill('Vous m’entendez ?')
    await patient.press('send')
    await patient.page.getByText('pas encore reçu').waitFor()
    assert.deepEqual(await patient.witness('pictures()'), [])
    assert.deepEqual(await patient.witness('pairs()'), [])
  })
})
