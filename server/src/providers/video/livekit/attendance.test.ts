import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { post, startLiveKit, withoutLiveKit } from '../../../../testing/livekit.ts'
import { openConnection, signWebhook, startProxy } from './testing.ts'

const webhook = '/video/livekit/webhook'

describe('attendance of a LiveKit room', { skip: withoutLiveKit }, async () => {
  if (withoutLiveKit) return
  const liveKit = await startLiveKit()
  const proxy = await startProxy(liveKit)
  const platform = await startPlatform({ VIDEO_URL: proxy.url })
  liveKit.setWebhookUrl(platform.url + webhook)
  const { call } = platform
  const { admin, doctor, patient } = await newClinic(platform)
  const rooms = new RoomServiceClient(liveKit.base, liveKit.apiKey, liveKit.apiSecret)

  let hours = 0
  const newCall = async () => {
    const { id, videoRoomId: roomId } = await book(platform, admin, doctor, patient, ++hours)
    const grant = async (caller: Person): Promise<string> =>
      (
        await call('POST', '/api/video/token', {
          token: caller.token,
          body: { appointmentId: id, identity: caller.id },
        })
      ).body.token
    const address = `/video/livekit/${roomId}`
    const lobbyOf = async (token: string) =>
      ((await call('GET', address, { token })).body.lobby ?? []).map((one: { peerId: string }) => one.peerId)
    return {
      id,
      roomId,
      grant,
      address,
      async admits(host: string, peerId: string) {
        await eventually(async () => (await lobbyOf(host)).includes(peerId), 'the participant in the lobby')
        assert.equal((await call('POST', `${address}/admit`, { token: host, body: { peerId } })).status, 200)
      },
      async invites() {
        const body = { name: 'Amina Fassi', kind: 'FAMILY' }
        const invited = await call('POST', `/api/appointments/${id}/guests`, { token: doctor.token, body })
        const invitation = invited.body.guest.url.split('#guest=')[1]
        const granted = await call('POST', '/api/video/guest-token', { body: { invitation } })
        return { id: invited.body.guest.id as string, token: granted.body.token as string }
      },
    }
  }
  const participantsIn = (roomId: string): Promise<ParticipantInfo[]> => rooms.listParticipants(roomId).catch(() => [])
  const isThere = async (roomId: string, identity: string) =>
    (await participantsIn(roomId)).some((one) => one.identity === identity)
  const canSubscribe = async (roomId: string, identity: string) =>
    (await participantsIn(roomId)).some((one) => one.identity === identity && one.permission?.canSubscribe)
  /** Reconnects, and is disconnected without having been admitted in between. */
  async function isKeptOut(token: string, roomId: string, identity: string): Promise<void> {
    const line = await openConnection(liveKit, token)
    await eventually(async () => {
      assert.ok(!(await canSubscribe(roomId, identity)), 'they were admitted')
      return !line.isOpen()
    }, 'the disconnection')
  }

  test('removes a guest whose invitation was withdrawn, even if a call to LiveKit was lost', async () => {
    const { id, roomId, grant, admits, invites } = await newCall()
    const host = await grant(doctor)
    await openConnection(liveKit, host)
    const guest = await invites()
    const line = await openConnection(liveKit, guest.token)
    await admits(host, guest.id)
    await eventually(() => canSubscribe(roomId, guest.id), 'the admission')

    proxy.lost.add('RemoveParticipant')
    const withdrawn = await call('DELETE', `/api/appointments/${id}/guests/${guest.id}`, { token: doctor.token })
    assert.equal(withdrawn.status, 200)
    await eventually(() => proxy.asked.some(({ name }) => name === 'RemoveParticipant'), 'the lost call')
    proxy.lost.clear()
    await eventually(() => !line.isOpen(), 'the disconnection')
    await isKeptOut(guest.token, roomId, guest.id)
  })

  test('disconnects everybody from a closed room, even if LiveKit did not take the reason', async () => {
    const { id, roomId, grant } = await newCall()
    const line = await openConnection(liveKit, await grant(doctor))
    await eventually(() => isThere(roomId, doctor.id), 'the arrival')
    proxy.lost.add('UpdateRoomMetadata')
    const from = proxy.asked.length
    const path = `/api/appointments/${id}`
    assert.equal((await call('PUT', path, { token: patient.token, body: { status: 'CANCELLED' } })).status, 200)
    await eventually(() => !line.isOpen(), 'the disconnection')
    proxy.lost.clear()
    const requests = proxy.asked.slice(from).map(({ name }) => name)
    assert.deepEqual(
      requests.filter((name) => name === 'UpdateRoomMetadata' || name === 'DeleteRoom'),
      ['UpdateRoomMetadata', 'DeleteRoom'],
    )
  })

  test('queries a room a few times only, however many webhooks arrive', async () => {
    const { roomId, grant } = await newCall()
    await openConnection(liveKit, await grant(doctor))
    await eventually(() => isThere(roomId, doctor.id), 'the arrival')
    const body = Buffer.from(JSON.stringify({ event: 'room_finished', room: { name: roomId } }))
    const authorization = await signWebhook(liveKit, createHash('sha256').update(body).digest('base64'))
    const before = proxy.asked.length
    await Promise.all(
      Array.from({ length: 200 }, () => post(platform.url + webhook, { headers: { authorization }, body })),
    )
    const requests = proxy.asked.slice(before).filter(({ name }) => name === 'ListParticipants')
    assert.ok(requests.length < 50, `${requests.length} times`)
  })

  test('removes a user whose account was disabled', async () => {
    const { roomId, grant, admits } = await newCall()
    const host = await grant(doctor)
    await openConnection(liveKit, host)
    const token = await grant(patient)
    const line = await openConnection(liveKit, token)
    await admits(host, patient.id)
    await eventually(() => canSubscribe(roomId, patient.id), 'the admission')
    const disable = (disabled: boolean) =>
      call('PUT', `/api/users/${patient.id}`, { token: admin.token, body: { disabled } })
    assert.equal((await disable(true)).status, 200)
    await eventually(() => !line.isOpen(), 'the disconnection')
    await isKeptOut(token, roomId, patient.id)
  })
})
