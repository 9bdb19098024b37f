import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  messagesTo,
  newClinic,
  newMembership,
  newPerson,
  newTenant,
  type Person,
} from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { createPlace } from '../../../../../testing/scheduling.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: 'off', PROPOSED_BOOKINGS: '20,3' })
const { call, owner } = platform
const { tenantId, admin, doctor, patient } = await newClinic(platform)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')

const QUARTER_MS = 900_000
let year = 2040
/** A Tuesday of a year without other appointments, the second of its month. */
const secondTuesday = (time = '09:00') => {
  year++
  const days = Array.from({ length: 7 }, (_, n) => new Date(`${year}-03-${String(8 + n).padStart(2, '0')}T${time}:00Z`))
  return days.find((day) => day.getUTCDay() === 2)!
}
const endOf = (start: Date) => new Date(start.getTime() + QUARTER_MS).toISOString()
const request = (start: Date, more: object = {}) => ({
  doctorId: doctor.id,
  patientId: patient.id,
  startTime: start.toISOString(),
  endTime: endOf(start),
  repeat: { frequency: 'WEEKLY', interval: 1, count: 4 },
  ...more,
})
const create = (by: Person, body: object) => call('POST', '/api/series', { token: by.token, body })
const made = async (by: Person, body: object) => {
  const answer = await create(by, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
type InSeries = { id: string; startTime: string; endTime: string; status: string }
const startsOf = ({ appointments }: { appointments: InSeries[] }) => appointments.map(({ startTime }) => startTime)
const daysAfter = (start: Date, days: number[]) =>
  days.map((day) => new Date(start.getTime() + day * 86_400_000).toISOString())
const update = async (by: Person, id: string, body: object) => {
  const answer = await call('PUT', `/api/series/${id}`, { token: by.token, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const take = async (startTime: Date, by = admin) => {
  const body = { doctorId: doctor.id, patientId: patient.id, startTime, endTime: endOf(startTime) }
  const answer = await call('POST', '/api/appointments', { token: by.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.appointment.id as string
}

describe('a new series', () => {
  test('books each week or every other week, as ordinary appointments with one message to each participant', async () => {
    const start = secondTuesday()
    const { series, skipped } = await made(
      desk,
      request(start, { repeat: { frequency: 'WEEKLY', interval: 2, count: 3 } }),
    )
    assert.deepEqual(skipped, [])
    assert.deepEqual(startsOf(series), daysAfter(start, [0, 14, 28]))
    const id = series.appointments[1].id
    const { appointment } = (await call('GET', `/api/appointments/${id}`, { token: patient.token })).body
    assert.partialDeepStrictEqual(appointment, { seriesId: series.id, status: 'SCHEDULED', patientId: patient.id })
    for (const to of [patient, doctor]) {
      const [message] = await messagesTo(platform, to.id, 'APPOINTMENT_SERIES_CREATED')
      const times = { startTime: start.toISOString(), lastTime: daysAfter(start, [28])[0], count: '3' }
      assert.partialDeepStrictEqual(message!.variables, times)
      assert.deepEqual(await messagesTo(platform, to.id, 'APPOINTMENT_CREATED'), [])
    }
  })

  test('has no deleted appointments', async () => {
    const { series } = await made(
      desk,
      request(secondTuesday(), { repeat: { frequency: 'WEEKLY', interval: 1, count: 3 } }),
    )
    const [first, ...others] = series.appointments
    assert.equal((await call('DELETE', `/api/appointments/${first.id}`, { token: admin.token })).status, 200)
    const { body } = await call('GET', `/api/series/${series.id}`, { token: desk.token })
    assert.deepEqual(body.series.appointments, others)
  })

  test('is monthly on the same weekday of the month', async () => {
    const start = secondTuesday()
    const { series } = await made(admin, request(start, { repeat: { frequency: 'MONTHLY', interval: 1, count: 12 } }))
    for (const at of startsOf(series).map((time) => new Date(time))) {
      assert.equal(at.getUTCDay(), 2)
      assert.equal(Math.ceil(at.getUTCDate() / 7), 2)
    }
    const fifth = new Date(Date.UTC(2040, 0, 31, 9)) // a fifth Tuesday
    const last = await made(admin, request(fifth, { repeat: { frequency: 'MONTHLY', interval: 1, count: 3 } }))
    assert.deepEqual(
      startsOf(last.series).map((time) => time.slice(0, 10)),
      ['2040-01-31', '2040-02-28', '2040-03-27'],
    )
  })

  test("keeps the time of the wall clock of the place's time zone", async () => {
    const placeId = await createPlace(platform, admin, { timeZone: 'Europe/Paris' })
    const start = new Date('2070-03-25T09:00:00Z') // 10:00 in Paris, 08:00 in UTC after the change of the clock
    const { series } = await made(
      desk,
      request(start, { placeId, repeat: { frequency: 'WEEKLY', interval: 1, count: 2 } }),
    )
    assert.deepEqual(startsOf(series), ['2070-03-25T09:00:00.000Z', '2070-04-01T08:00:00.000Z'])
    assert.equal(series.timeZone, 'Europe/Paris')
  })

  test('is refused with an unknown place, and so is a change to one', async () => {
    const start = secondTuesday()
    const unknown = { placeId: `plc_${'0'.repeat(32)}` }
    const { series } = await made(desk, request(start))
    for (const refused of [
      await create(desk, request(secondTuesday(), unknown)),
      await call('PUT', `/api/series/${series.id}`, { token: desk.token, body: unknown }),
    ]) {
      assert.equal(refused.status, 422, refused.text)
      assert.deepEqual(refused.body.error.details[0].path, ['placeId'])
    }
  })

  test('fails as a whole if one time is taken, or skips it', async () => {
    const start = secondTuesday()
    const third = new Date(start.getTime() + 14 * 86_400_000)
    const taken = await take(third)
    const failed = await create(desk, request(start))
    assert.equal(failed.status, 409)
    const occurrence = { number: 3, startTime: third.toISOString() }
    assert.deepEqual(failed.body.error.details, { overlap: { id: taken }, occurrence })
    const free = await owner.query('select from appointments where start_time = $1', [start])
    assert.equal(free.rowCount, 0, 'nothing is booked')
    const { series, skipped } = await made(desk, request(start, { onConflict: 'SKIP' }))
    assert.deepEqual(startsOf(series), daysAfter(start, [0, 7, 21]))
    assert.deepEqual(skipped, [{ startTime: third.toISOString(), endTime: endOf(third), overlap: { id: taken } }])
    const full = await create(desk, request(start, { onConflict: 'SKIP' }))
    assert.equal(full.status, 409, 'all times are taken')
  })

  test('skips a time at which the professional has a visit in another organisation, without its id', async () => {
    const elsewhere = await newTenant(platform)
    const theirs = await newMembership(platform, doctor, elsewhere, 'DOCTOR')
    const other = await newPerson(platform, elsewhere, 'PATIENT')
    const otherAdmin = await newPerson(platform, elsewhere, 'ADMIN')
    const start = secondTuesday()
    const second = new Date(start.getTime() + 7 * 86_400_000)
    const body = { doctorId: theirs.id, patientId: other.id, startTime: second, endTime: endOf(second) }
    const booked = await call('POST', '/api/appointments', { token: otherAdmin.token, body })
    assert.equal(booked.status, 201, booked.text)
    const { series, skipped } = await made(desk, request(start, { onConflict: 'SKIP' }))
    assert.equal(series.appointments.length, 3)
    assert.deepEqual(skipped[0].overlap, { id: null })
    const moved = await update(desk, series.id, { weekday: 3, onConflict: 'SKIP' })
    assert.equal(moved.skipped.length, 0)
  })

  test('is for the staff, for patients whom a professional treats, and in the future', async () => {
    const start = secondTuesday()
    assert.equal((await create(patient, request(start))).status, 403)
    const colleague = await newPerson(platform, tenantId, 'DOCTOR')
    assert.equal((await create(colleague, request(start))).status, 403, 'the time of another professional')
    const stranger = await newPerson(platform, tenantId, 'PATIENT')
    const [untreated, none] = await Promise.all(
      [stranger.id, `usr_${'0'.repeat(32)}`].map((patientId) => create(doctor, request(start, { patientId }))),
    )
    assert.deepEqual([untreated!.status, none!.status], [403, 403])
    assert.equal(untreated!.body.error.message, none!.body.error.message, 'does not reveal which ids are patients')
    await call('PUT', `/api/patients/${stranger.id}/relationships/${doctor.id}`, { token: stranger.token, body: {} })
    assert.equal((await create(doctor, request(start, { patientId: stranger.id }))).status, 201)
    assert.equal((await create(desk, request(new Date('2020-01-07T09:00:00Z')))).status, 422)
    const unknown = await create(desk, request(start, { patientId: doctor.id }))
    assert.equal(unknown.status, 422)
    assert.equal(unknown.body.error.details[0].path[0], 'patientId')
  })
})

describe('a series', () => {
  test('moves what is still to come, and keeps what has begun or was cancelled', async () => {
    const start = secondTuesday()
    const moved = await newPerson(platform, tenantId, 'PATIENT')
    const { series } = await made(desk, request(start, { patientId: moved.id }))
    const [first, second] = series.appointments as InSeries[]
    await owner.query(
      `update appointments
       set start_time = app_now() - interval '1 hour', end_time = app_now() - interval '30 minutes', status = 'COMPLETED'
       where id = $1`,
      [first!.id],
    )
    await call('POST', `/api/appointments/${second!.id}/cancel`, { token: desk.token, body: {} })
    const changed = await update(doctor, series.id, {
      time: '14:30',
      weekday: 4,
      durationMin: 30,
      visitReason: 'Suivi',
    })
    const coming = (changed.series.appointments as InSeries[]).filter(({ status }) => status === 'SCHEDULED')
    assert.equal(coming.length, 2)
    for (const { startTime, endTime } of coming) {
      assert.equal(new Date(startTime).getUTCDay(), 4)
      assert.equal(Date.parse(endTime) - Date.parse(startTime), 1_800_000)
      assert.equal(
        new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Casablanca', timeStyle: 'short' }).format(
          new Date(startTime),
        ),
        '14:30',
      )
    }
    const messages = await messagesTo(platform, moved.id, 'APPOINTMENT_SERIES_MOVED')
    assert.equal(messages.length, 1)
    assert.equal(messages[0]!.variables.count, '2')
    assert.deepEqual(await messagesTo(platform, moved.id, 'APPOINTMENT_MOVED'), [])
    const { appointment } = (await call('GET', `/api/appointments/${coming[0]!.id}`, { token: desk.token })).body
    assert.partialDeepStrictEqual(appointment, { visitReason: 'Suivi', movedCount: 1 })
  })

  test('moves by less than its duration, and a taken time refuses the change or is skipped', async () => {
    const start = secondTuesday()
    const { series } = await made(desk, request(start))
    const shifted = new Date(start.getTime() + QUARTER_MS / 3)
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Casablanca', timeStyle: 'short' }).format(shifted)
    const changed = await update(desk, series.id, { time })
    assert.deepEqual(startsOf(changed.series), daysAfter(shifted, [0, 7, 14, 21]))
    const taken = await take(new Date(start.getTime() + 7 * 86_400_000 + 4 * QUARTER_MS))
    const later = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Casablanca', timeStyle: 'short' }).format(
      new Date(start.getTime() + 4 * QUARTER_MS),
    )
    const refused = await call('PUT', `/api/series/${series.id}`, { token: desk.token, body: { time: later } })
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.details.overlap, { id: taken })
    const { skipped } = await update(desk, series.id, { time: later, onConflict: 'SKIP' })
    assert.deepEqual(
      skipped.map(({ overlap }: { overlap: object }) => overlap),
      [{ id: taken }],
    )
  })

  test('changes its times at most ten times a day', async () => {
    const [{ series }, other] = [await made(desk, request(secondTuesday())), await made(desk, request(secondTuesday()))]
    const change = (body: object) => call('PUT', `/api/series/${series.id}`, { token: desk.token, body })
    for (let n = 0; n < 10; n++) assert.equal((await change({ durationMin: 20 + n })).status, 200)
    const refused = await change({ durationMin: 5 })
    assert.deepEqual(refused.body.error.details, { limit: { kind: 'SERIES_CHANGES', max: 10, open: 10 } })
    assert.equal((await change({ visitReason: 'Suivi' })).status, 200, 'a change that moves nothing')
    await update(desk, other.series.id, { durationMin: 20 })
  })

  test('is cancelled with one message, and cancelling again changes nothing', async () => {
    const before = (await messagesTo(platform, patient.id, 'APPOINTMENT_SERIES_CANCELLED')).length
    const { series } = await made(admin, request(secondTuesday()))
    const cancel = () =>
      call('POST', `/api/series/${series.id}/cancel`, { token: desk.token, body: { reason: 'away' } })
    for (let time = 0; time < 2; time++) {
      const answer = await cancel()
      assert.equal(answer.status, 200, answer.text)
      assert.ok(answer.body.series.appointments.every(({ status }: InSeries) => status === 'CANCELLED'))
    }
    assert.equal((await messagesTo(platform, patient.id, 'APPOINTMENT_SERIES_CANCELLED')).length, before + 1)
  })

  test('is cancelled without a visit that has begun', async () => {
    const other = await newPerson(platform, tenantId, 'PATIENT')
    const { series } = await made(admin, request(secondTuesday(), { patientId: other.id }))
    const [first] = series.appointments as InSeries[]
    await owner.query(
      `update appointments
       set start_time = app_now() - interval '10 minutes', end_time = app_now() + interval '20 minutes', status = 'CONFIRMED'
       where id = $1`,
      [first!.id],
    )
    const { status, body } = await call('POST', `/api/series/${series.id}/cancel`, { token: desk.token, body: {} })
    assert.equal(status, 200)
    const statusOf = Object.fromEntries(body.series.appointments.map(({ id, status }: InSeries) => [id, status]))
    const cancelled = Object.values(statusOf).filter((status) => status === 'CANCELLED')
    assert.deepEqual([statusOf[first!.id], cancelled.length], ['CONFIRMED', 3])
  })

  test('is visible to its participants and changed by the staff in charge', async () => {
    const { series } = await made(desk, request(secondTuesday()))
    const path = `/api/series/${series.id}`
    const statusOf = async (by: Person, method: 'GET' | 'PUT') =>
      (await call(method, path, { token: by.token, ...(method === 'PUT' && { body: { time: '16:00' } }) })).status
    const [stranger, colleague] = await Promise.all([
      newPerson(platform, tenantId, 'PATIENT'),
      newPerson(platform, tenantId, 'DOCTOR'),
    ])
    for (const by of [patient, doctor, desk, admin]) assert.equal(await statusOf(by, 'GET'), 200)
    for (const by of [stranger, colleague]) assert.equal(await statusOf(by, 'GET'), 404)
    assert.equal(await statusOf(colleague, 'PUT'), 404)
    assert.equal(await statusOf(patient, 'PUT'), 403)
  })
})
