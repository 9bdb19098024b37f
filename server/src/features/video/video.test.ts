import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import WebSocket from 'ws'
import { eventually } from '../../testing/eventually.ts'
import { book, eventsOf, newClinic, newPerson, type Person } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'

const platform = await startPlatform()
const { call } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient } = clinic

const grant = (by: Person, appointmentId: string, identity = by.id) =>
  call('POST', '/api/video/token', { token: by.token, body: { appointmentId, identity } })
const put = (by: Person, id: string, body: object) => call('PUT', `/api/appointments/${id}`, { token: by.token, body })

/** A participant with what they heard, over a real socket. */
async function join(url: string, token: string) {
  const socket = new WebSocket(url)
  const heard: { type: string; [field: string]: unknown }[] = []
  socket.on('message', (text) => heard.push(JSON.parse(String(text))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.send(JSON.stringify({ type: 'join', v: 1, token, sid: crypto.randomUUID() }))
  const hears = async (type: string) => {
    const find = () => heard.find((message) => message.type === type)
    await eventually(() => find() !== undefined, type)
    return find()!
  }
  return { socket, closed, hears }
}

describe('a token', () => {
  test('is for 15 minutes, for one room, and of its own audience', async () => {
    const { id, videoRoomId } = await book(platform, admin, doctor, patient, 1)
    const { status, body } = await grant(doctor, id)
    assert.equal(status, 200)
    assert.equal(body.ok, true)
    assert.equal(body.roomId, videoRoomId)
    assert.equal(body.url, `ws://127.0.0.1:${platform.config.port}/video/ws/${videoRoomId}`)
    assert.ok(Math.abs(Date.parse(body.expiresAt) - platform.services.clock.nowMs() - 900_000) < 5000)
    assert.partialDeepStrictEqual(decodeJwt(body.token), { aud: 'video', sub: doctor.id, room: videoRoomId, apt: id })
    assert.equal((await call('GET', '/api/users/me', { token: body.token })).status, 401, 'it is no access token')
  })

  test('is for participants: themselves, or a participant that an administrator names', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2)
    const [otherDoctor, otherPatient] = [
      await newPerson(platform, clinic.tenantId, 'DOCTOR'),
      await newPerson(platform, clinic.tenantId, 'PATIENT'),
    ]
    const elsewhere = await newClinic(platform)
    const statusOf = async (by: Person, identity?: string) => (await grant(by, id, identity)).status
    assert.deepEqual(
      await Promise.all([
        statusOf(patient),
        statusOf(doctor),
        statusOf(admin),
        statusOf(admin, patient.id),
        statusOf(admin, doctor.id),
      ]),
      [200, 200, 200, 200, 200],
    )
    assert.deepEqual(
      await Promise.all([
        statusOf(otherDoctor),
        statusOf(otherPatient),
        statusOf(patient, doctor.id),
        statusOf(doctor, patient.id),
        statusOf(admin, otherPatient.id),
      ]),
      [403, 403, 403, 403, 403],
    )
    assert.match((await grant(otherPatient, id)).body.error.message, /not part of the appointment/)
    const foreign = await grant(elsewhere.admin, id)
    assert.equal(foreign.status, 422)
    assert.deepEqual(foreign.body.error.details[0].path, ['appointmentId'])
    assert.equal(foreign.text, (await grant(admin, 'apt_absent')).text)
  })

  test('is not to be had for what is over', async () => {
    for (const [hours, status] of [
      [3, 'CANCELLED'],
      [4, 'COMPLETED'],
    ] as const) {
      const { id } = await book(platform, admin, doctor, patient, hours)
      await put(doctor, id, { status })
      assert.equal((await grant(doctor, id)).status, 409)
    }
  })

  test('keeps to the join window where there is one', async () => {
    const strict = await startPlatform({ VIDEO_JOIN_WINDOW: '30,60' }, platform.ownerUrl)
    const { id } = await book(platform, admin, doctor, patient, 5)
    const credentials = { grant_type: 'client_credentials', client_id: doctor.clientId, client_secret: doctor.secret }
    const token = (await strict.call('POST', '/api/auth/token', { body: credentials })).body.access_token
    const ask = async () =>
      (await strict.call('POST', '/api/video/token', { token, body: { appointmentId: id, identity: doctor.id } }))
        .status
    assert.equal(await ask(), 409)
    await strict.owner.query(
      `update appointments set start_time = app_now() + interval '29 minutes', end_time = app_now() + interval '59 minutes' where id = $1`,
      [id],
    )
    assert.equal(await ask(), 200)
    await strict.owner.query(
      `update appointments set start_time = app_now() - interval '95 minutes', end_time = app_now() - interval '61 minutes' where id = $1`,
      [id],
    )
    assert.equal(await ask(), 409)
    await strict.stop()
  })
})

describe('a room', () => {
  test('brings two together, and the time they were is what the completed appointment says', async () => {
    const { id } = await book(platform, admin, doctor, patient, 6)
    await put(doctor, id, { status: 'CONFIRMED' })
    const [a, b] = [(await grant(doctor, id)).body, (await grant(patient, id)).body]
    const host = await join(a.url, a.token)
    await host.hears('joined')
    const guest = await join(b.url, b.token)
    await guest.hears('joined')
    assert.equal((await host.hears('peer-joined')).peerId, patient.id)
    await sleep(2200)
    await put(doctor, id, { status: 'COMPLETED' })
    assert.deepEqual(await Promise.all([host.closed, guest.closed]), [4410, 4410])
    const completed = (await eventsOf(platform, id)).at(-1)!
    assert.equal(completed.event, 'appointment.completed')
    const { durationSec } = completed.data as { durationSec: number }
    assert.ok(durationSec >= 2 && durationSec < 10, String(durationSec))
  })

  test('adds up what was interrupted, and does not count an observer', async () => {
    const { id, videoRoomId } = await book(platform, admin, doctor, patient, 7)
    const enter = async (by: Person) => {
      const { url, token } = (await grant(by, id)).body
      const side = await join(url, token)
      await side.hears('joined')
      return side
    }
    const host = await enter(doctor)
    const observer = await enter(admin)
    const together = async () =>
      (
        await platform.owner.query('select together_ms::int as ms, together_since from video_rooms where id = $1', [
          videoRoomId,
        ])
      ).rows[0]
    await sleep(300)
    assert.equal((await together()).together_since, null)
    const from = performance.now()
    for (let round = 0; round < 2; round++) {
      const guest = await enter(patient)
      await sleep(700)
      guest.socket.close()
      await guest.closed
      await sleep(200)
    }
    const { ms, together_since } = await together()
    assert.equal(together_since, null)
    assert.ok(ms >= 1200 && ms < performance.now() - from - 200, String(ms))
    host.socket.close()
    observer.socket.close()
  })

  test('does not count the outage of a server that was killed while they were together', async () => {
    const { id, videoRoomId } = await book(platform, admin, doctor, patient, 9)
    await platform.owner.query(
      `update video_rooms set together_since = now() - interval '30 minutes', together_seen_at = now() - interval '20 minutes' where id = $1`,
      [videoRoomId],
    )
    const sides = []
    for (const by of [doctor, patient]) {
      const { url, token } = (await grant(by, id)).body
      sides.push(await join(url, token))
      await sides.at(-1)!.hears('joined')
    }
    await sleep(1200)
    await put(doctor, id, { status: 'COMPLETED' })
    const { durationSec } = (await eventsOf(platform, id)).at(-1)!.data as { durationSec: number }
    assert.ok(durationSec >= 601 && durationSec < 610, String(durationSec))
  })

  test('that was cancelled sends everyone out and lets no earlier token in', async () => {
    const { id } = await book(platform, admin, doctor, patient, 8)
    const { url, token } = (await grant(doctor, id)).body
    const host = await join(url, token)
    await host.hears('joined')
    await put(patient, id, { status: 'CANCELLED' })
    assert.equal(await host.closed, 4410)
    assert.equal(await (await join(url, token)).closed, 4410)
  })
})
