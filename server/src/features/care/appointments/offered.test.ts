import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { propose } from '../../../../testing/practice.ts'
import { createPlace, createVisitType, everyDay, ignoreHolidays, open } from '../../../../testing/scheduling.ts'

/** With PATIENT_BOOKING=offered, patients book and move to offered slots only. */
const platform = await startPlatform({ PATIENT_BOOKING: 'offered', PATIENT_BOOKINGS: 'off' })
const { call } = platform
const { tenantId, admin, doctor, patient } = await newClinic(platform)
await ignoreHolidays(platform, tenantId)
const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })
const visitType = await createVisitType(platform, admin)
await open(platform, admin, doctor, everyDay(placeId))

const DAY = new Date(platform.services.clock.nowMs() + 3 * 86_400_000).toISOString().slice(0, 10)
const times = (time: string, minutes = 30) => {
  const startTime = `${DAY}T${time}:00.000Z`
  return { startTime, endTime: new Date(Date.parse(startTime) + minutes * 60_000).toISOString() }
}
const book = (by: Person, more: object) =>
  call('POST', '/api/appointments', {
    token: by.token,
    body: { doctorId: doctor.id, patientId: patient.id, ...more },
  })
const reasonOf = ({ status, body, text }: Answer) => {
  assert.equal(status, 409, text)
  return body.error.details.slot.reason
}

test('a patient books a slot with its visit type, and the visit is at the place of the slot', async () => {
  assert.equal(reasonOf(await book(patient, times('09:00'))), 'NO_VISIT_TYPE')
  const typed = { visitTypeId: visitType.id }
  for (const time of [times('09:10'), times('20:00'), times('09:00', 60)])
    assert.equal(reasonOf(await book(patient, { ...time, ...typed })), 'NOT_OFFERED')
  const booked = await book(patient, { ...times('09:00'), ...typed })
  assert.equal(booked.status, 201, booked.text)
  assert.partialDeepStrictEqual(booked.body.appointment, { placeId, mode: 'VIDEO', visitTypeId: visitType.id })
})

test('a patient moves to offered slots only', async () => {
  const { id } = (await book(patient, { ...times('11:00'), visitTypeId: visitType.id })).body.appointment
  const put = (by: Person, body: object) => call('PUT', `/api/appointments/${id}`, { token: by.token, body })
  assert.equal(reasonOf(await put(patient, { startTime: times('12:10').startTime })), 'NOT_OFFERED')
  assert.equal(reasonOf(await put(patient, times('12:00', 90))), 'NOT_OFFERED', 'longer than the slot')
  assert.equal((await put(patient, { startTime: times('12:00').startTime })).status, 200)
  assert.equal((await put(doctor, { startTime: times('19:10').startTime })).status, 200)
  const untyped = (await book(admin, times('14:00'))).body.appointment
  const moved = await call('PUT', `/api/appointments/${untyped.id}`, { token: patient.token, body: times('15:00') })
  assert.equal(reasonOf(moved), 'NO_VISIT_TYPE')
})

test('the staff books any time, and a patient accepts any follow-up', async () => {
  const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
  for (const [by, time] of [
    [desk, '21:00'],
    [doctor, '22:00'],
    [admin, '23:00'],
  ] as const)
    assert.equal((await book(by, times(time))).status, 201)
  const path = `/api/follow-ups/${await propose(platform, doctor, patient, times('20:00'))}/accept`
  const accepted = await call('POST', path, { token: patient.token, body: {} })
  assert.equal(accepted.status, 200, accepted.text)
})
