import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../../testing/eventually.ts'
import { book, eventsOf, newClinic, newPerson } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { openFile } from '../../../../testing/practice.ts'
import { prove } from '../../people/merging/merging-testing.ts'
import { arrive, join, meet, tokenFor } from './room-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient } = clinic
await openFile(platform, admin, patient)
const put = (token: string, id: string, body: object) => call('PUT', `/api/appointments/${id}`, { token, body })
const statusOf = async (id: string) =>
  (await owner.query('select status from appointments where id = $1', [id])).rows[0].status

test('a consultation runs from the lobby to its end, which completes the appointment with its duration', async () => {
  const { id } = await book(platform, admin, doctor, patient, 1)
  const { host, guest } = await meet(call, doctor, patient, id)
  const joined = await host.receives('peer-joined')
  assert.deepEqual([joined.peerId, joined.role], [patient.id, 'patient'])
  host.send({ type: 'signal', to: patient.id, toSid: guest.sid, data: { sdp: 'x' } })
  assert.deepEqual((await guest.receives('signal')).data, { sdp: 'x' })
  assert.equal(await statusOf(id), 'SCHEDULED')

  host.media(true)
  guest.media(true)
  assert.ok(Math.abs(Date.parse((await host.receives('call')).startedAt) - Date.now()) < 5000)
  await eventually(async () => (await statusOf(id)) === 'IN_PROGRESS', 'the appointment to be in progress')
  await sleep(2200)
  host.send({ type: 'end' })
  const [end] = await Promise.all([guest.receives('ended'), host.receives('ended')])
  assert.deepEqual(await Promise.all([host.closed, guest.closed]), [4410, 4410])
  assert.equal(await statusOf(id), 'COMPLETED')
  const completed = (await eventsOf(platform, id)).filter(({ event }) => event === 'appointment.completed')
  assert.equal(completed.length, 1)
  const { durationSec } = completed[0]!.data as { durationSec: number }
  assert.ok(durationSec >= 2 && durationSec < 10, String(durationSec))
  assert.partialDeepStrictEqual(end, { reason: 'completed', durationSec })
})

test('a cancellation disconnects all participants, and earlier tokens become invalid', async () => {
  const { id } = await book(platform, admin, doctor, patient, 8)
  const { url, token } = await tokenFor(call, doctor, id)
  const host = await join(url, token)
  await host.receives('joined')
  const waiting = await arrive(call, patient, id)
  await waiting.receives('waiting')
  await put(patient.token, id, { status: 'CANCELLED' })
  for (const side of [host, waiting]) {
    assert.equal((await side.receives('ended')).reason, 'cancelled')
    assert.equal(await side.closed, 4410)
  }
  assert.equal(await (await join(url, token)).closed, 4410)
})

test('a merge of two other patients does not affect a room', async () => {
  const [survivor, merged] = [
    await newPerson(platform, clinic.tenantId, 'PATIENT'),
    await newPerson(platform, clinic.tenantId, 'PATIENT'),
  ]
  await owner.query('update users set login_id = null where id = $1', [merged.id])
  await prove(platform, survivor, merged)
  const answer = await call('POST', `/api/patients/${survivor.id}/merge`, {
    token: admin.token,
    body: { otherId: merged.id, reason: 'Registered twice', loginOf: survivor.id },
  })
  assert.equal(answer.status, 200, answer.text)
  const { id } = await book(platform, admin, doctor, patient, 17)
  const { host } = await meet(call, doctor, patient, id)
  assert.equal((await host.receives('peer-joined')).peerId, patient.id)
})

const clockOf = async (roomId: string) => {
  const { rows } = await owner.query<{ ms: number; since: Date | null }>(
    'select together_ms::int as ms, together_since as since from video_rooms where id = $1',
    [roomId],
  )
  return rows[0]!
}

test('every arrival, decision and departure is in the audit log, with its user', async () => {
  const { id } = await book(platform, admin, doctor, patient, 9)
  const { host, guest } = await meet(call, doctor, patient, id)
  const observer = await arrive(call, admin, id)
  await observer.receives('waiting')
  host.send({ type: 'deny', peerId: admin.id })
  assert.equal(await observer.closed, 4411)
  assert.equal(await (await arrive(call, admin, id)).closed, 4411)
  guest.send({ type: 'leave' })
  await host.receives('peer-left')
  host.send({ type: 'end' })
  await host.closed
  const rows = async () => {
    const { rows } = await owner.query<{ user_id: string; operation: string; outcome: string; patient_ids: string[] }>(
      `select user_id, operation, outcome, patient_ids from audit_log
       where subject_id = $1 and client_id = 'video' order by id`,
      [id],
    )
    return rows
  }
  await eventually(async () => (await rows()).length === 8, 'all rows')
  assert.ok((await rows()).every(({ patient_ids }) => patient_ids[0] === patient.id))
  const names = { [doctor.id]: 'doctor', [patient.id]: 'patient', [admin.id]: 'admin' }
  assert.deepEqual(
    (await rows()).map(({ user_id, operation, outcome }) => `${names[user_id]} ${operation} ${outcome}`),
    [
      'doctor joinRoom OK',
      'patient waitInLobby OK',
      'doctor admitToRoom OK',
      'admin waitInLobby OK',
      'doctor denyEntry OK',
      'admin joinRoom FORBIDDEN',
      'patient leaveRoom OK',
      'doctor endConsultation OK',
    ],
  )
})

test('time together counts while media flow, and false reports do not extend it', async () => {
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, 10)
  const { host, guest } = await meet(call, doctor, patient, id)
  await sleep(300)
  assert.deepEqual(await clockOf(videoRoomId), { ms: 0, since: null }, 'presence without media does not count')
  const from = performance.now()
  for (let round = 0; round < 2; round++) {
    host.media(true, 3_600_000)
    guest.media(true, Number.MAX_SAFE_INTEGER)
    await host.receives('call')
    await sleep(700)
    guest.media(false)
    await host.receives('call')
    await sleep(200)
  }
  await eventually(async () => (await clockOf(videoRoomId)).since === null)
  const { ms } = await clockOf(videoRoomId)
  assert.ok(ms >= 1200 && ms < performance.now() - from - 200, String(ms))
})

const leaveOpenInterval = `update video_rooms
  set together_since = now() - interval '30 minutes', together_seen_at = now() - interval '20 minutes'
  where id = $1`
const durationAfter = async (hours: number, forMs: [host: number, guest: number]) => {
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, hours)
  await owner.query(leaveOpenInterval, [videoRoomId])
  const { host, guest } = await meet(call, doctor, patient, id)
  host.media(true, forMs[0])
  guest.media(true, forMs[1])
  await host.receives('call')
  await sleep(1200)
  host.send({ type: 'end' })
  return (await guest.receives('ended')).durationSec as number
}

test('the outage of a killed server counts as far as both pages report media, back to the last record', async () => {
  const minute = 60_000
  const about = (seconds: number, expected: number) =>
    assert.ok(seconds >= expected && seconds < expected + 10, `${seconds} instead of ${expected}`)
  about(await durationAfter(11, [0, 0]), 601)
  about(await durationAfter(12, [25 * minute, 25 * minute]), 1801)
  about(await durationAfter(13, [25 * minute, 5 * minute]), 901)
  about(await durationAfter(14, [900 * minute, 900 * minute]), 1801)
})

test('a disabled user is disconnected at once, and earlier tokens become invalid', async () => {
  const [doomed] = [await newPerson(platform, clinic.tenantId, 'DOCTOR')]
  const { id } = await book(platform, admin, doomed, patient, 15)
  const { url, token } = await tokenFor(call, doomed, id)
  const host = await join(url, token)
  const { resumeToken } = await host.receives('joined')
  await call('PUT', `/api/users/${doomed.id}`, { token: admin.token, body: { disabled: true } })
  assert.equal(await host.closed, 4411)
  for (const mine of [token, resumeToken]) assert.equal(await (await join(url, mine)).closed, 4401)
})

test('a token for another organisation’s room is invalid', async () => {
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, 16)
  const elsewhere = await newClinic(platform)
  const { url, token } = await tokenFor(call, doctor, id)
  const forged = await platform.services.video.issueJoinToken({
    tenantId: elsewhere.tenantId,
    roomId: videoRoomId,
    appointmentId: id,
    identity: elsewhere.doctor.id,
    name: 'Mallory',
    role: 'host',
  })
  assert.equal(await (await join(url, forged.token)).closed, 4401)
  await (await join(url, token)).receives('joined')
})
