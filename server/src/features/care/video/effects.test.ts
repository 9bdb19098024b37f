import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, eventsOf, messagesTo, newClinic, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { roomLedger } from './room-ledger.ts'
import { arrive, join, meet, tokenFor } from './room-testing.ts'

const platform = await startPlatform()
const second = await startPlatform({}, platform.ownerUrl)
const { call, owner } = platform
const { admin, doctor, patient, tenantId } = await newClinic(platform)
/** The ledgers of two servers, whose providers report the same rooms. */
const ledgers = [platform, second].map(({ services }) => roomLedger(() => services))

let hours = 1
const appointment = async () => {
  const { id, videoRoomId: roomId } = await book(platform, admin, doctor, patient, hours++)
  return { id, room: { tenantId, roomId } }
}
const put = (caller: Person, id: string, body: object) =>
  call('PUT', `/api/appointments/${id}`, { token: caller.token, body })
const statusOf = async (id: string) =>
  (await owner.query('select status from appointments where id = $1', [id])).rows[0].status
/** The events of an appointment after its booking. */
const eventsAfterBooking = async (id: string) =>
  (await eventsOf(platform, id)).slice(1).map(({ event, data }) => ({ event, ...data, appointmentId: undefined }))
const times = <T>(count: number, what: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => what(at)))

describe('a meeting', () => {
  test('begins a care relationship, even if the doctor booked the visit', async () => {
    const clinic = await newClinic(platform)
    const { id, videoRoomId: roomId } = await book(platform, clinic.doctor, clinic.doctor, clinic.patient, 1)
    const file = () => call('GET', `/api/patients/${clinic.patient.id}`, { token: clinic.doctor.token })
    assert.equal((await file()).status, 404)
    await ledgers[0]!.together({ tenantId: clinic.tenantId, roomId }, 0)
    assert.equal(await statusOf(id), 'IN_PROGRESS')
    assert.equal((await file()).status, 200)
  })

  test('starts the appointment once, even if two servers report it repeatedly', async () => {
    const { id, room } = await appointment()
    await times(12, (at) => ledgers[at % 2]!.together(room, 0))
    assert.equal(await statusOf(id), 'IN_PROGRESS')
    assert.deepEqual(await eventsAfterBooking(id), [
      { event: 'appointment.updated', changes: ['status'], appointmentId: undefined },
    ])
    await ledgers[0]!.apart(room)
    await ledgers[1]!.together(room, 0)
    assert.equal((await eventsAfterBooking(id)).length, 1)
  })

  test('confirms an unconfirmed appointment without a message, because both are present', async () => {
    const { room } = await appointment()
    const before = (await messagesTo(platform, patient.id)).length
    await ledgers[0]!.together(room, 0)
    assert.equal((await messagesTo(platform, patient.id)).length, before)
  })

  test('does not start a cancelled appointment', async () => {
    const { id, room } = await appointment()
    await put(doctor, id, { status: 'CANCELLED' })
    await ledgers[0]!.together(room, 0)
    assert.equal(await statusOf(id), 'CANCELLED')
  })
})

describe('the end of a consultation', () => {
  test('completes the appointment once, even with concurrent ends and API calls', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, room } = await appointment()
      await ledgers[0]!.together(room, 0)
      await owner.query(`update video_rooms set together_since = together_since - interval '95 s' where id = $1`, [
        room.roomId,
      ])
      const [, answers] = await Promise.all([
        times(6, (at) => ledgers[at % 2]!.end(room, doctor.id)),
        times(3, () => put(doctor, id, { status: 'COMPLETED' })),
      ])
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      const completed = (await eventsOf(platform, id)).filter(({ event }) => event === 'appointment.completed')
      assert.equal(completed.length, 1)
      const { durationSec } = completed[0]!.data as { durationSec: number }
      assert.ok(durationSec >= 95 && durationSec < 100, String(durationSec))
    }
  })

  test('disconnects both participants, with the duration of their meeting', async () => {
    const { id } = await appointment()
    const { host, guest } = await meet(call, doctor, patient, id)
    host.media(true)
    guest.media(true)
    await host.receives('call')
    const [, answer] = await Promise.all([host.send({ type: 'end' }), put(doctor, id, { status: 'COMPLETED' })])
    assert.equal(answer.status, 200)
    for (const side of [host, guest]) {
      assert.partialDeepStrictEqual(await side.receives('ended'), { reason: 'completed', durationSec: 0 })
      assert.equal(await side.closed, 4410)
    }
    assert.equal((await eventsAfterBooking(id)).filter(({ event }) => event === 'appointment.completed').length, 1)
  })

  test('excludes a concurrent cancellation: only one of the two takes effect', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, room } = await appointment()
      const [, answer] = await Promise.all([
        ledgers[round % 2]!.end(room, doctor.id),
        put(patient, id, { status: 'CANCELLED' }),
      ])
      const kinds = (await eventsAfterBooking(id)).map(({ event }) => event)
      if (answer.status === 200) assert.deepEqual(kinds, ['appointment.updated', 'appointment.cancelled'])
      else assert.deepEqual([answer.status, ...kinds], [409, 'appointment.updated', 'appointment.completed'])
    }
  })

  test('is not caused by a departure or a broken connection', async () => {
    const { id } = await appointment()
    const { host, guest } = await meet(call, doctor, patient, id)
    host.media(true)
    guest.media(true)
    await eventually(async () => (await statusOf(id)) === 'IN_PROGRESS', 'the appointment to be in progress')
    host.send({ type: 'leave' })
    guest.socket.terminate()
    await host.closed
    assert.equal(await statusOf(id), 'IN_PROGRESS')
  })
})

describe('a room is closed at once', () => {
  const closings: [string, string, (id: string) => Promise<unknown>][] = [
    ['cancelled', 'when its appointment is cancelled', (id) => put(patient, id, { status: 'CANCELLED' })],
    ['cancelled', 'when it is deleted', (id) => call('DELETE', `/api/appointments/${id}`, { token: admin.token })],
    [
      'cancelled',
      'when it was not confirmed for a day',
      async (id) => {
        await owner.query(`update appointments set unconfirmed_since = now() - interval '2 days' where id = $1`, [id])
        await call('POST', '/api/cron/auto-cancel', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
      },
    ],
    ['completed', 'when it is completed', (id) => put(doctor, id, { status: 'COMPLETED' })],
    [
      'closed',
      'when it is marked NO_SHOW',
      async (id) => {
        await owner.query(
          `update appointments set start_time = now() - interval '1 minute', end_time = now() + interval '1 minute' where id = $1`,
          [id],
        )
        await put(doctor, id, { status: 'NO_SHOW' })
      },
    ],
  ]
  for (const [reason, when, close] of closings) {
    test(`${when}: ${reason}`, async () => {
      const { id } = await appointment()
      const host = await arrive(call, doctor, id)
      await host.receives('joined')
      const waiting = await arrive(call, patient, id)
      await waiting.receives('waiting')
      await close(id)
      for (const side of [host, waiting]) {
        assert.equal((await side.receives('ended')).reason, reason)
        assert.equal(await side.closed, 4410)
      }
    })
  }

  test('when the sandbox is reset', async () => {
    const operator = await platform.tokenOf('sandbox-admin')
    const [open] = (await call('GET', '/api/appointments?status=SCHEDULED,CONFIRMED', { token: operator })).body
      .appointments
    const body = { appointmentId: open.id, identity: open.doctorId }
    const { url, token } = (await call('POST', '/api/video/token', { token: operator, body })).body
    const side = await join(url, token)
    await side.receives('joined')
    assert.equal((await call('POST', '/api/sandbox/reset', { token: operator })).status, 200)
    assert.equal((await side.receives('ended')).reason, 'closed')
    assert.equal(await side.closed, 4410)
  })
})

test('a guest joins with an invitation, and is disconnected when it is withdrawn', async () => {
  const { id } = await appointment()
  const host = await arrive(call, doctor, id)
  await host.receives('joined')
  const { guest } = (
    await call('POST', `/api/appointments/${id}/guests`, {
      token: doctor.token,
      body: { name: 'Khadija Alaoui', kind: 'FAMILY' },
    })
  ).body
  const invitation = new URL(guest.url).hash.slice('#guest='.length)
  const { url, token } = (await call('POST', '/api/video/guest-token', { body: { invitation } })).body
  const side = await join(url, token)
  await side.receives('waiting')
  assert.partialDeepStrictEqual((await host.receives('lobby')).waiting, [
    { peerId: guest.id, role: 'guest', name: 'Khadija Alaoui' },
  ])
  host.send({ type: 'admit', peerId: guest.id })
  await side.receives('joined')
  await call('DELETE', `/api/appointments/${id}/guests/${guest.id}`, { token: doctor.token })
  assert.equal(await side.closed, 4411)
  assert.equal((await host.receives('peer-left')).reason, 'removed')
  assert.ok([4401, 4411].includes(await (await join(url, token)).closed), 'with the earlier token')
  host.send({ type: 'leave' })
})

test('every step is in the audit log, with its user and the patient', async () => {
  const { id } = await appointment()
  const { host, guest } = await meet(call, doctor, patient, id)
  host.send({ type: 'to-lobby', peerId: patient.id })
  await guest.receives('waiting')
  host.send({ type: 'deny', peerId: patient.id })
  assert.equal(await guest.closed, 4411)
  const { url, token } = await tokenFor(call, patient, id)
  assert.equal(await (await join(url, token)).closed, 4411)
  host.send({ type: 'allow', peerId: patient.id })
  await eventually(async () => (await steps(id)).at(-1)![0] === 'allowEntry', 'the audit row of the decision')
  const again = await join(url, token)
  await again.receives('waiting')
  host.send({ type: 'admit', peerId: patient.id })
  await again.receives('joined')
  host.media(true)
  again.media(true)
  await host.receives('call')
  host.send({ type: 'kick', peerId: patient.id })
  assert.equal(await again.closed, 4411)
  host.send({ type: 'end' })
  await host.closed
  assert.deepEqual(await steps(id), [
    ['joinRoom', doctor.id, 'OK'],
    ['waitInLobby', patient.id, 'OK'],
    ['admitToRoom', doctor.id, 'OK'],
    ['sendToLobby', doctor.id, 'OK'],
    ['denyEntry', doctor.id, 'OK'],
    ['joinRoom', patient.id, 'FORBIDDEN'],
    ['allowEntry', doctor.id, 'OK'],
    ['waitInLobby', patient.id, 'OK'],
    ['admitToRoom', doctor.id, 'OK'],
    ['meetInRoom', 'platform', 'OK'],
    ['removeFromRoom', doctor.id, 'OK'],
    ['endConsultation', doctor.id, 'OK'],
  ])
  const { rows } = await owner.query(
    `select operation from audit_log where tenant_id = $1 and subject_id = $2 and client_id = 'video' order by id`,
    [tenantId, patient.id],
  )
  const about = rows.map(({ operation }) => operation)
  assert.deepEqual(
    about.slice(-4),
    ['denyEntry', 'allowEntry', 'admitToRoom', 'removeFromRoom'],
    'the decisions about the patient',
  )
})

/** The audit rows of an appointment's room. */
async function steps(id: string) {
  const { rows } = await owner.query(
    `select operation, user_id, outcome, patient_ids
     from audit_log
     where tenant_id = $1
       and subject_id = $2
       and client_id = 'video'
     order by id`,
    [tenantId, id],
  )
  assert.ok(rows.every(({ patient_ids }) => patient_ids.includes(patient.id)))
  return rows.map(({ operation, user_id, outcome }) => [operation, user_id, outcome])
}
