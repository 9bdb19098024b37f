import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { book, newClinic, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { post, startLiveKit, withoutLiveKit } from '../../../../testing/livekit.ts'
import { openFile } from '../../../../testing/practice.ts'
import { signWebhook } from './testing.ts'

const webhook = '/video/livekit/webhook'

describe('rooms on LiveKit', { skip: withoutLiveKit }, async () => {
  if (withoutLiveKit) return
  const liveKit = await startLiveKit()
  const platform = await startPlatform({ VIDEO_URL: liveKit.url })
  liveKit.setWebhookUrl(platform.url + webhook)
  const { call } = platform
  const { admin, doctor, patient } = await newClinic(platform)

  const grant = async (caller: Person, appointmentId: string) =>
    (await call('POST', '/api/video/token', { token: caller.token, body: { appointmentId, identity: caller.id } })).body
  const isAccepted = async (token: string) =>
    (await fetch(`${liveKit.base}/rtc/validate?access_token=${token}`)).status === 200
  const health = async () => (await call('GET', '/api/health/video')).body

  describe('a token', () => {
    test('is accepted by LiveKit, for one room, for 15 minutes', async () => {
      const { id, videoRoomId } = await book(platform, admin, doctor, patient, 1)
      const { ok, token, url, roomId, expiresAt } = await grant(doctor, id)
      assert.equal(ok, true)
      assert.equal(url, liveKit.base.replace('http', 'ws'))
      assert.equal(roomId, videoRoomId)
      assert.ok(await isAccepted(token))
      assert.ok(!(await isAccepted(`${token.slice(0, -4)}AAAA`)))
      const claims = decodeJwt(token)
      assert.equal(claims.sub, doctor.id)
      assert.equal(claims.exp! * 1000, Date.parse(expiresAt))
      assert.ok(Math.abs(claims.exp! * 1000 - Date.now() - 900_000) < 5000)
    })

    test('admits the practitioner at once, and everybody else to the lobby', async () => {
      const { id, videoRoomId: room } = await book(platform, admin, doctor, patient, 2)
      await openFile(platform, admin, patient)
      const rights = { roomJoin: true, room, canUpdateOwnMetadata: false }
      const all = { canPublish: true, canSubscribe: true, canPublishData: true }
      const none = { canPublish: false, canSubscribe: false, canPublishData: false }
      for (const [caller, expected] of [
        [doctor, { ...rights, ...all }],
        [patient, { ...rights, ...none }],
        [admin, { ...rights, ...none }],
      ] as const) {
        const { token } = await grant(caller, id)
        assert.ok(await isAccepted(token))
        assert.deepEqual(decodeJwt(token).video, expected)
      }
    })

    test('reveals no name, tenant or appointment to LiveKit', async () => {
      const { id } = await book(platform, admin, doctor, patient, 3)
      const { rows } = await platform.owner.query('select name from users where id = $1', [patient.id])
      const { token } = await grant(patient, id)
      const { metadata, ...rest } = decodeJwt(token) as { metadata: string }
      const seen = JSON.stringify(rest) + Buffer.from(metadata, 'base64').toString('latin1')
      for (const secret of [rows[0].name, patient.tenantId, id]) assert.ok(!seen.includes(secret), secret)
    })
  })

  describe('the health check', () => {
    test('queries LiveKit with a token', async () => {
      assert.partialDeepStrictEqual(await health(), { ok: true, service: 'video' })
    })

    test('reports the failure within its deadline', async () => {
      const wrong = liveKit.url.replace(liveKit.apiSecret, 'another-secret-that-is-long-enough-too')
      const locked = await startPlatform({ VIDEO_URL: wrong }, platform.ownerUrl)
      assert.equal((await locked.call('GET', '/api/health/video')).body.error, 'auth_failed')
      await locked.stop()

      liveKit.freeze()
      const from = performance.now()
      assert.equal((await health()).error, 'timeout')
      assert.ok(performance.now() - from < 1500)
      liveKit.thaw()
      assert.equal((await health()).ok, true)

      await liveKit.end()
      assert.equal((await health()).error, 'connection_refused')
      await liveKit.start()
      assert.equal((await health()).ok, true)
    })
  })

  describe('a webhook', () => {
    test('is accepted only if signed, complete and recent', async () => {
      const event = Buffer.from(JSON.stringify({ event: 'room_finished', room: { name: 'room_of_another' } }))
      const tampered = Buffer.from(event.toString().replace('another', 'ourselves'))
      const hash = createHash('sha256').update(event).digest('base64')
      const sent = async (authorization: string | undefined, body: Buffer) =>
        post(platform.url + webhook, { headers: { authorization }, body })
      const good = await signWebhook(liveKit, hash)
      assert.deepEqual(
        await Promise.all([
          sent(good, event),
          sent(good, event),
          sent(good, tampered),
          sent(undefined, event),
          sent('nonsense', event),
          sent(await signWebhook(liveKit, hash, { apiSecret: 'another-secret-that-is-long-enough-too' }), event),
          sent(await signWebhook(liveKit, hash, { apiKey: 'another' }), event),
          sent(await signWebhook(liveKit, undefined), event),
        ]),
        [200, 200, 401, 401, 401, 401, 401, 401],
      )
    })

    test('is not found if rooms are on this server', async () => {
      const embedded = await startPlatform({}, platform.ownerUrl)
      assert.equal((await embedded.call('POST', webhook, { raw: '{}' })).status, 404)
      assert.equal((await embedded.call('GET', '/video/livekit/room_a')).status, 404)
      await embedded.stop()
    })
  })

  describe('room control', () => {
    test('requires a token of the room, and the practitioner’s for decisions', async () => {
      const { id, videoRoomId } = await book(platform, admin, doctor, patient, 4)
      const other = await book(platform, admin, doctor, patient, 5)
      const [host, guest, elsewhere] = [
        await grant(doctor, id),
        await grant(patient, id),
        await grant(doctor, other.id),
      ]
      const at = `/video/livekit/${videoRoomId}`
      const view = (token?: string) => call('GET', at, token === undefined ? {} : { token })
      const decide = (verb: string, token: string, peerId?: string) =>
        call('POST', `${at}/${verb}`, { token, body: { peerId } })

      const seen = await view(host.token)
      assert.equal(seen.status, 200)
      assert.deepEqual(
        { ...seen.body, me: seen.body.me.role },
        { me: 'host', isAdmitted: false, hostPresent: false, people: [] },
        'a participant who has not arrived sees nothing',
      )
      const guestView = (await view(guest.token)).body
      assert.deepEqual([guestView.me.peerId, guestView.hostPresent, 'lobby' in guestView], [patient.id, false, false])

      for (const wrong of [undefined, 'nonsense', doctor.token, elsewhere.token]) {
        assert.equal((await view(wrong)).status, 401, String(wrong))
      }
      assert.equal((await decide('admit', guest.token, patient.id)).status, 403)
      assert.equal((await decide('end', guest.token)).status, 403)
      assert.equal((await decide('admit', host.token, patient.id)).status, 404, 'the patient has not arrived')
      assert.equal((await decide('admit', host.token)).status, 404)
      assert.equal((await decide('promote', host.token, patient.id)).status, 422)
      assert.equal((await call('POST', `${at}/admit`, { token: host.token })).status, 400)
    })

    test('answers 503 while LiveKit is unavailable', async () => {
      const { id, videoRoomId } = await book(platform, admin, doctor, patient, 6)
      const { token } = await grant(doctor, id)
      await liveKit.end()
      const { status, body } = await call('GET', `/video/livekit/${videoRoomId}`, { token })
      assert.equal(status, 503)
      assert.equal(body.error.code, 'SERVICE_UNAVAILABLE')
      await liveKit.start()
    })
  })
})
