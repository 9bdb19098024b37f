import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../../testing/child.ts'
import { book, eventsOf, newClinic } from '../../testing/factories.ts'
import { newFolder, type Platform, startPlatform } from '../../testing/harness.ts'
import { startRedis, withoutRedis } from '../../testing/redis.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { join, tokenFor } from './room-testing.ts'

type Clinic = Awaited<ReturnType<typeof newClinic>>

/** What servers of one installation have in common. */
const PUBLIC_URL = 'http://localhost:3000'

async function twoServers(env: Record<string, string>) {
  const a = await startPlatform({ PUBLIC_URL, ...env })
  const b = await startPlatform({ PUBLIC_URL, ...env }, a.ownerUrl)
  return { a, b, clinic: await newClinic(a) }
}

const wayTo = (port: number | string, roomId: string) => `ws://127.0.0.1:${port}/video/ws/${roomId}`

/** A consultation whose two are on two servers, from the lobby to the end. */
async function consult(a: Platform, b: Platform, { admin, doctor, patient }: Clinic) {
  const { id, videoRoomId } = await book(a, admin, doctor, patient, 2)
  const hostToken = (await tokenFor(a.call, doctor, id)).token
  const guestToken = (await tokenFor(a.call, patient, id)).token
  const host = await join(wayTo(a.config.port, videoRoomId), hostToken)
  await host.hears('joined')
  const guest = await join(wayTo(b.config.port, videoRoomId), guestToken)
  await guest.hears('waiting')
  assert.partialDeepStrictEqual((await host.hears('lobby')).waiting, [{ peerId: patient.id }])
  host.send({ type: 'admit', peerId: patient.id })
  await guest.hears('joined')
  await host.hears('peer-joined')
  const sdp = 'v=0 موعد 🩺 '.repeat(2500)
  host.send({ type: 'signal', to: patient.id, toSid: guest.sid, data: { sdp } })
  assert.equal((await guest.hears('signal')).data.sdp, sdp)
  host.media(true)
  guest.media(true)
  await Promise.all([host.hears('call'), guest.hears('call')])
  const second = await join(wayTo(a.config.port, videoRoomId), guestToken)
  assert.equal(await guest.closed, 4409)
  await second.hears('joined')
  host.send({ type: 'end' })
  for (const side of [host, second]) assert.equal((await side.hears('ended')).reason, 'completed')
  assert.equal((await eventsOf(a, id)).at(-1)!.event, 'appointment.completed')
}

test('two servers without Redis have one room between them, over the database', async () => {
  const { a, b, clinic } = await twoServers({})
  await consult(a, b, clinic)
  await consult(b, a, clinic)

  // Who cancels at one server sends out whoever is on the other.
  const { admin, doctor, patient } = clinic
  const { id, videoRoomId } = await book(a, admin, doctor, patient, 5)
  const { token } = await tokenFor(b.call, doctor, id)
  const host = await join(wayTo(b.config.port, videoRoomId), token)
  await host.hears('joined')
  await a.call('PUT', `/api/appointments/${id}`, { token: patient.token, body: { status: 'CANCELLED' } })
  assert.equal((await host.hears('ended')).reason, 'cancelled')
  assert.equal(await host.closed, 4410)
})

test('two servers with Redis have one room between them', { skip: withoutRedis }, async () => {
  const redis = await startRedis()
  const { a, b, clinic } = await twoServers({ CACHE_URL: redis.url })
  await consult(a, b, clinic)
})

test('a server that is killed loses nothing: the admitted return without asking, and no second is lost', async () => {
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
  const host = await join(wayTo(one.port, videoRoomId), hostToken, 'page-d')
  await host.hears('joined')
  const { token } = await tokenFor(platform.call, patient, id)
  const guest = await join(wayTo(one.port, videoRoomId), token, 'page-p')
  await guest.hears('waiting')
  await host.hears('lobby')
  host.send({ type: 'admit', peerId: patient.id })
  const resumeToken = (await guest.hears('joined')).resumeToken as string
  await host.hears('peer-joined')
  // The pages were connected half a second before they say so.
  const began = performance.now() - 500
  for (const side of [host, guest]) side.media(true, 500)
  const { startedAt } = await host.hears('call')

  // Media between the two pages continue meanwhile.
  await one.end('SIGKILL')
  await sleep(16_000)
  const fresh = await start()
  const sides = [
    await join(wayTo(fresh.port, videoRoomId), String(host.heard[0]!.resumeToken), 'page-d'),
    await join(wayTo(fresh.port, videoRoomId), resumeToken, 'page-p'),
  ]
  for (const side of sides) {
    assert.equal((await side.hears('joined')).resumed, true)
    side.media(true, Math.round(performance.now() - began))
  }
  assert.equal((await sides[0]!.hears('call')).startedAt, startedAt, 'the same meeting goes on')
  sides[0]!.send({ type: 'end' })
  const { durationSec } = await sides[1]!.hears('ended')
  assert.ok(Math.abs(durationSec - (performance.now() - began) / 1000) < 4, String(durationSec))
})
