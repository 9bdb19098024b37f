import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../../../../testing/child.ts'
import { book, newClinic } from '../../../../testing/factories.ts'
import { newFolder, startPlatform } from '../../../../testing/harness.ts'
import { testMasterKeys } from '../../../../testing/roles.ts'
import { join, tokenFor } from './room-testing.ts'

const PUBLIC_URL = 'http://localhost:3000'

const addressOf = (port: number, roomId: string) => `ws://127.0.0.1:${port}/video/ws/${roomId}`

test('after a kill, admitted participants return without the lobby, and the whole outage counts as time together', async () => {
  const platform = await startPlatform({ PUBLIC_URL })
  const { admin, doctor, patient } = await newClinic(platform)
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, 2)
  const dataDir = await newFolder()
  const start = async (port = randomInt(20_000, 32_000)): Promise<Child & { port: number }> => {
    const child = startChild({
      DATABASE_URL: platform.ownerUrl,
      MASTER_KEY: testMasterKeys[0]!.toString('base64'),
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL,
      DATABASE_TIMEOUT_SEC: '60',
    })
    after(() => child.end('SIGKILL'))
    await child.ready()
    return { ...child, port }
  }
  const one = await start()
  const hostToken = (await tokenFor(platform.call, doctor, id)).token
  const host = await join(addressOf(one.port, videoRoomId), hostToken, 'page-d')
  await host.receives('joined')
  const { token } = await tokenFor(platform.call, patient, id)
  const guest = await join(addressOf(one.port, videoRoomId), token, 'page-p')
  await guest.receives('waiting')
  await host.receives('lobby')
  host.send({ type: 'admit', peerId: patient.id })
  const resumeToken = (await guest.receives('joined')).resumeToken as string
  await host.receives('peer-joined')
  // The pages report a connection that began half a second earlier.
  const began = performance.now() - 500
  for (const side of [host, guest]) side.media(true, 500)
  const { startedAt } = await host.receives('call')

  // Media between the two pages continue meanwhile.
  await one.end('SIGKILL')
  await sleep(16_000)
  const fresh = await start()
  const sides = [
    await join(addressOf(fresh.port, videoRoomId), String(host.received[0]!.resumeToken), 'page-d'),
    await join(addressOf(fresh.port, videoRoomId), resumeToken, 'page-p'),
  ]
  for (const side of sides) {
    assert.equal((await side.receives('joined')).resumed, true)
    side.media(true, Math.round(performance.now() - began))
  }
  assert.equal((await sides[0]!.receives('call')).startedAt, startedAt, 'the same meeting continues')
  sides[0]!.send({ type: 'end' })
  const { durationSec } = await sides[1]!.receives('ended')
  assert.ok(Math.abs(durationSec - (performance.now() - began) / 1000) < 4, String(durationSec))
})
