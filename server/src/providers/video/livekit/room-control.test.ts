import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeJwt, SignJWT } from 'jose'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { type LiveKit, startLiveKit, withoutLiveKit } from '../../../../testing/livekit.ts'
import { openFile } from '../../../../testing/practice.ts'
import { openConnection, startProxy } from './testing.ts'

describe('control of a room on LiveKit', { skip: withoutLiveKit }, async () => {
  if (withoutLiveKit) return
  const liveKit = await startLiveKit()
  const proxy = await startProxy(liveKit)
  const platform = await startPlatform({ VIDEO_URL: proxy.url })
  liveKit.setWebhookUrl(`${platform.url}/video/livekit/webhook`)
  const { call } = platform
  const { admin, doctor, patient } = await newClinic(platform)
  const grant = async (caller: Person, appointmentId: string) =>
    (await call('POST', '/api/video/token', { token: caller.token, body: { appointmentId, identity: caller.id } })).body

  /** The practitioner in their room. */
  async function inOffice(caller: Person, hour: number) {
    const { id, videoRoomId } = await book(platform, admin, caller, patient, hour)
    const { token } = await grant(caller, id)
    const at = `/video/livekit/${videoRoomId}`
    await openConnection(liveKit, token)
    const view = (shown = token) => call('GET', at, { token: shown })
    await eventually(async () => (await view()).body.isAdmitted, 'the practitioner in the room')
    const act = (verb: string, body = {}) => call('POST', `${at}/${verb}`, { token, body })
    return { id, roomId: videoRoomId as string, token, view, act }
  }
  const statusOf = async (id: string) =>
    (await call('GET', `/api/appointments/${id}`, { token: admin.token })).body.appointment.status

  test('renews the token of a participant who may still join, and of no other', async () => {
    const { id, token, view, act } = await inOffice(doctor, 6)
    const short = await ending(liveKit, token, 60)
    const next = (await view(short)).body.token
    assert.ok(decodeJwt(next).exp! > decodeJwt(short).exp!)

    const invited = await call('POST', `/api/appointments/${id}/guests`, {
      token: doctor.token,
      body: { name: 'Amina Fassi', kind: 'FAMILY' },
    })
    const { id: guestId, url } = invited.body.guest
    const invitation = url.split('#guest=')[1]
    const guest = (await call('POST', '/api/video/guest-token', { body: { invitation } })).body.token
    await openConnection(liveKit, guest)
    await eventually(async () => (await view()).body.lobby.length === 1, 'the participant in the lobby')
    const shortGuest = await ending(liveKit, guest, 60)
    assert.ok((await view(shortGuest)).body.token)
    await platform.owner.query(`update video_guests set expires_at = now() - interval '1 s' where id = $1`, [guestId])
    const late = await view(shortGuest)
    assert.deepEqual([late.status, late.body.token], [200, undefined])
    assert.equal((await act('admit', { peerId: guestId })).status, 200, 'a guest in the lobby may still be admitted')
  })

  test('does not find a participant who is not in the lobby', async () => {
    const { act } = await inOffice(doctor, 5)
    const refused = await act('admit', { peerId: patient.id })
    assert.deepEqual([refused.status, refused.body.error.message], [404, 'Participant not found.'])
  })

  test('refuses a practitioner whose account was disabled, even with a valid token', async () => {
    const other = await newPerson(platform, doctor.tenantId, 'DOCTOR')
    const { id, token, view, act } = await inOffice(other, 7)
    const short = await ending(liveKit, token, 60)
    const body = { disabled: true }
    assert.equal((await call('PUT', `/api/users/${other.id}`, { token: admin.token, body })).status, 200)
    assert.equal((await view(short)).status, 403)
    assert.equal((await act('end')).status, 403)
    assert.equal((await act('admit', { peerId: patient.id })).status, 403)
    assert.notEqual(await statusOf(id), 'COMPLETED')
  })

  test('returns the duration to participants who were in the room, and not to LiveKit', async () => {
    const { id, roomId, view, act } = await inOffice(doctor, 8)
    const { token } = await grant(patient, id)
    await openFile(platform, admin, patient)
    const { token: waits } = await grant(admin, id)
    await openConnection(liveKit, token)
    await openConnection(liveKit, waits)
    await eventually(async () => (await view()).body.lobby.length === 2, 'the participants in the lobby')
    await act('admit', { peerId: patient.id })
    const since = new Date(Date.now() - 754_000)
    await platform.owner.query('update video_rooms set together_since = $2, together_seen_at = now() where id = $1', [
      roomId,
      since,
    ])
    for (const shown of [undefined, token]) assert.equal((await view(shown)).body.startedAt, since.toISOString())
    assert.ok(!('startedAt' in (await view(waits)).body))

    const from = proxy.asked.length
    const { body } = await act('end')
    assert.equal(await statusOf(id), 'COMPLETED')
    const { durationSec } = body.ended
    assert.ok(durationSec >= 754 && durationSec < 760, String(durationSec))
    assert.deepEqual((await view(token)).body.ended, { durationSec })
    assert.deepEqual((await view(waits)).body.ended, {})
    const isClosed = () => proxy.asked.some(({ name }, at) => at >= from && name === 'DeleteRoom')
    await eventually(isClosed, 'the room deleted')
    const notices = proxy.asked.slice(from).filter(({ name }) => name === 'UpdateRoomMetadata')
    assert.equal(notices.length, 1)
    assert.match(notices[0]!.body, /completed/)
    assert.doesNotMatch(notices[0]!.body, /\b75\d\b/)
  })

  test('does not count expired tokens and tokens of other rooms as guesses', async () => {
    const { id, videoRoomId } = await book(platform, admin, doctor, patient, 9)
    const other = await book(platform, admin, doctor, patient, 10)
    const { token } = await grant(doctor, id)
    const at = `/video/livekit/${videoRoomId}`
    for (const old of [await ending(liveKit, token, -60), (await grant(doctor, other.id)).token]) {
      for (let times = 0; times < 20; times++) assert.equal((await call('GET', at, { token: old })).status, 401)
    }
    assert.equal((await call('GET', at, { token })).status, 200)
  })
})

/** The same token with another expiry. */
const ending = ({ apiSecret }: LiveKit, token: string, sec: number): Promise<string> =>
  new SignJWT({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) + sec })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(apiSecret))
