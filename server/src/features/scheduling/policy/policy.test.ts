import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: 'off' })
const { call, services } = platform
const { tenantId, admin, doctor } = await newClinic(platform)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')

const HOUR_MS = 3_600_000
type Move = { from: object; to: object; movedBy: { id: string } | null }
let hours = 0
/** Times of a quarter of an hour, each later than the ones before. */
const timesIn = (fromNowMs: number) => {
  const startMs = services.clock.nowMs() + fromNowMs
  return { startTime: new Date(startMs).toISOString(), endTime: new Date(startMs + HOUR_MS / 4).toISOString() }
}
const book = async (by: Person, patient: Person, fromNowMs = ++hours * HOUR_MS + 100 * HOUR_MS) => {
  const body = { doctorId: doctor.id, patientId: patient.id, ...timesIn(fromNowMs) }
  const answer = await call('POST', '/api/appointments', { token: by.token, body })
  return { ...answer, id: answer.body.appointment?.id as string }
}
const cancel = async (by: Person, id: string, body = {}) => {
  const answer = await call('POST', `/api/appointments/${id}/cancel`, { token: by.token, body })
  return answer.status === 200 ? answer.body.appointment : answer
}
const setPolicy = async (body: object) => {
  const answer = await call('PUT', '/api/booking-policy', { token: admin.token, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.bookingPolicy
}

test('an administrator changes single fields of the policy, and every user reads it', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const read = async () => (await call('GET', '/api/booking-policy', { token: patient.token })).body.bookingPolicy
  const defaults = { lateCancelHours: 4, noShowLimit: null, noShowDays: 180 }
  assert.deepEqual(await read(), defaults)
  assert.deepEqual(await setPolicy({ noShowLimit: 2 }), { ...defaults, noShowLimit: 2 })
  assert.deepEqual(await setPolicy({ lateCancelHours: 0 }), { ...defaults, noShowLimit: 2, lateCancelHours: 0 })
  assert.deepEqual(await setPolicy({ lateCancelHours: 4, noShowLimit: null }), defaults)
  assert.deepEqual(await read(), defaults)
  for (const by of [patient, desk, doctor])
    assert.equal((await call('PUT', '/api/booking-policy', { token: by.token, body: {} })).status, 403)
  const far = await call('PUT', '/api/booking-policy', { token: admin.token, body: { lateCancelHours: 169 } })
  assert.equal(far.status, 422)
})

test('a late cancellation by the patient is accepted and marked', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const late = await book(patient, patient, 3 * HOUR_MS)
  assert.equal((await cancel(patient, late.id)).lateCancel, true)
  const inTime = await book(patient, patient, 5 * HOUR_MS)
  assert.equal((await cancel(patient, inTime.id)).lateCancel, false)
  await setPolicy({ lateCancelHours: 24 })
  const lateNow = await book(patient, patient, 5 * HOUR_MS)
  assert.equal((await cancel(patient, lateNow.id)).lateCancel, true)
  await setPolicy({ lateCancelHours: 0 })
  const never = await book(patient, patient, HOUR_MS)
  assert.equal((await cancel(patient, never.id)).lateCancel, false)
  await setPolicy({ lateCancelHours: 4 })
})

test('the staff decides for a cancellation by telephone, and the patient cannot', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const { id } = await book(desk, patient, 2 * HOUR_MS)
  assert.equal((await cancel(desk, id)).lateCancel, false)
  const byPhone = await book(desk, patient, 3 * HOUR_MS)
  assert.equal((await cancel(desk, byPhone.id, { lateCancel: true })).lateCancel, true)
  const own = await book(patient, patient, 2 * HOUR_MS)
  assert.equal((await cancel(patient, own.id, { lateCancel: false })).status, 422)
  const kept = await call('PUT', `/api/appointments/${own.id}`, { token: desk.token, body: { lateCancel: true } })
  assert.equal(kept.status, 422, 'only with a cancellation')
  await cancel(desk, own.id)
})

test('a patient who has missed too many visits can no longer book, and the staff books for them', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  await setPolicy({ noShowLimit: 2, noShowDays: 30 })
  const miss = async (daysAgo: number, by = patient) => {
    const { id } = await book(desk, by)
    await platform.owner.query(
      `update appointments
       set status = 'NO_SHOW', start_time = start_time - $2::interval, end_time = end_time - $2::interval
       where id = $1`,
      [id, `${daysAgo + 10} days`],
    )
    return id
  }
  await miss(1)
  await miss(40)
  await miss(1, await newPerson(platform, tenantId, 'PATIENT'))
  assert.equal(
    (await book(patient, patient)).status,
    201,
    'one of the visits was missed long ago, and one by another patient',
  )
  const second = await miss(2)
  const blocked = await book(patient, patient)
  assert.equal(blocked.status, 409)
  assert.deepEqual(blocked.body.error.details, { limit: { kind: 'MISSED_VISITS', max: 2, open: 2 } })
  assert.equal((await book(desk, patient)).status, 201)
  assert.equal((await book(await newPerson(platform, tenantId, 'PATIENT'), patient)).status, 403)
  await call('DELETE', `/api/appointments/${second}`, { token: admin.token })
  assert.equal((await book(patient, patient)).status, 201, 'a deleted visit does not count')
  await setPolicy({ noShowLimit: null })
})

test('an appointment lists its earlier times and who moved it', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const { id, body } = await book(patient, patient)
  const first = { startTime: body.appointment.startTime, endTime: body.appointment.endTime }
  const other = await book(patient, patient, 400 * HOUR_MS)
  const move = async (by: Person, times: object, appointmentId = id) => {
    const answer = await call('PUT', `/api/appointments/${appointmentId}`, { token: by.token, body: times })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.appointment
  }
  await move(patient, timesIn(450 * HOUR_MS), other.id)
  const second = timesIn(200 * HOUR_MS)
  const third = timesIn(300 * HOUR_MS)
  await move(patient, second)
  assert.equal((await move(patient, second)).movedCount, 1, 'the same times are no move')
  assert.equal((await move(desk, third)).movedCount, 2)
  const list = (by: Person) => call('GET', `/api/appointments/${id}/moves`, { token: by.token })
  const { moves } = (await list(patient)).body
  assert.deepEqual(
    moves.map(({ from, to, movedBy }: Move) => [from, to, movedBy?.id]),
    [
      [second, third, undefined],
      [first, second, patient.id],
    ],
    'the name of the receptionist is not for patients',
  )
  assert.deepEqual(
    (await list(doctor)).body.moves.map(({ movedBy }: Move) => movedBy?.id),
    [desk.id, patient.id],
  )
  assert.equal((await list(await newPerson(platform, tenantId, 'PATIENT'))).status, 404)
})
