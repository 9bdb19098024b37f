import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { createPlace, createVisitType, everyDay, ignoreHolidays, open } from '../../../../testing/scheduling.ts'
import { pageOf } from './rules.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: 'off' })
const { call, owner } = platform
const { tenantId, admin, patient } = await newClinic(platform)
const other = await newClinic(platform)
await ignoreHolidays(platform, tenantId)
const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })

/** A day in the future, on which every test has its own professional. */
const DAY = new Date(platform.services.clock.nowMs() + 5 * 86_400_000).toISOString().slice(0, 10)
const at = (time: string) => `${DAY}T${time}:00.000Z`

async function newDoctor(rules: object[] = everyDay(placeId, { from: '09:00', to: '11:00' }), more: object = {}) {
  const doctor = await newPerson(platform, tenantId, 'DOCTOR')
  await open(platform, admin, doctor, rules)
  const body = { specialty: 'Cardiologie', city: 'Rabat', ...more }
  await call('PUT', `/api/doctors/${doctor.id}`, { token: admin.token, body })
  return doctor
}

const search = (by: Person, query: object) =>
  call('GET', `/api/slots?${new URLSearchParams({ from: at('00:00'), to: at('23:00'), ...query })}`, {
    token: by.token,
  })
const startsOf = async (by: Person, doctor: Person, visitTypeId: string, more: object = {}) => {
  const answer = await search(by, { doctorId: doctor.id, visitTypeId, ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.slots.map(({ startTime }: { startTime: string }) => startTime.slice(11, 16))
}
const book = async (doctor: Person, from: string, to: string, more: object = {}) => {
  const body = { doctorId: doctor.id, patientId: patient.id, startTime: at(from), endTime: at(to), ...more }
  const answer = await call('POST', '/api/appointments', { token: admin.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.appointment
}

describe('free slots of a professional', () => {
  test('begin at each step of the opening hours, and end with them', async () => {
    const doctor = await newDoctor()
    const half = await createVisitType(platform, admin)
    assert.deepEqual(await startsOf(patient, doctor, half.id), ['09:00', '09:30', '10:00', '10:30'])
    const long = await createVisitType(platform, admin, { durationMin: 50, stepMin: 20 })
    const { slots } = (await search(patient, { doctorId: doctor.id, visitTypeId: long.id })).body
    assert.deepEqual(slots.at(-1), {
      ...{ doctorId: doctor.id, placeId, visitTypeId: long.id, startTime: at('10:00'), endTime: at('10:50') },
    })
    assert.equal(slots.length, 4)
  })

  test('keep to the grid of the opening inside the asked range', async () => {
    const doctor = await newDoctor()
    const { id } = await createVisitType(platform, admin)
    const range = { from: at('09:10'), to: at('10:30') }
    assert.deepEqual(await startsOf(patient, doctor, id, range), ['09:30', '10:00'])
    assert.deepEqual(await startsOf(patient, doctor, id, { ...range, first: 'true' }), ['09:30'])
  })

  test('keep the larger of two buffers between visits', async () => {
    const doctor = await newDoctor()
    const plain = await createVisitType(platform, admin, { durationMin: 15, stepMin: 5 })
    const padded = await createVisitType(platform, admin, { durationMin: 15, stepMin: 5, bufferAfterMin: 10 })
    await book(doctor, '10:00', '10:15', { visitTypeId: padded.id })
    const around = (starts: string[]) => [
      starts.findLast((start) => start < '10:00'),
      starts.find((start) => start >= '10:00'),
    ]
    assert.deepEqual(around(await startsOf(patient, doctor, plain.id)), ['09:45', '10:25'])
    assert.deepEqual(around(await startsOf(patient, doctor, padded.id)), ['09:35', '10:25'])
  })

  test('a visit just outside the hours blocks through its buffer, and a cancelled one does not', async () => {
    const doctor = await newDoctor()
    const { id } = await createVisitType(platform, admin, { bufferAfterMin: 20 })
    const visit = await book(doctor, '08:30', '09:00', { visitTypeId: id })
    assert.deepEqual(await startsOf(patient, doctor, id), ['09:30', '10:00', '10:30'])
    await call('POST', `/api/appointments/${visit.id}/cancel`, { token: admin.token, body: {} })
    assert.equal((await startsOf(patient, doctor, id))[0], '09:00')
  })

  test('are those of the mode, notice and horizon of the visit type', async () => {
    const doctor = await newDoctor([
      ...everyDay(placeId, { from: '09:00', to: '10:00' }),
      ...everyDay(placeId, { from: '14:00', to: '15:00', modes: ['IN_PERSON'] }),
    ])
    const inPerson = await createVisitType(platform, admin, { mode: 'IN_PERSON' })
    assert.deepEqual(await startsOf(patient, doctor, inPerson.id), ['14:00', '14:30'])
    const late = await createVisitType(platform, admin, { minNoticeMin: 10 * 1440 })
    const soon = await createVisitType(platform, admin, { horizonDays: 2 })
    for (const { id } of [late, soon]) assert.deepEqual(await startsOf(patient, doctor, id), [])
  })

  test('are offered by the professionals of the type, at active places, and to patients only if they may book', async () => {
    const doctor = await newDoctor()
    const others = await createVisitType(platform, admin, { doctorIds: [other.doctor.id, doctor.id].slice(1) })
    const colleague = await newDoctor()
    assert.equal((await startsOf(patient, doctor, others.id)).length, 4)
    assert.deepEqual(await startsOf(patient, colleague, others.id), [])
    const staffOnly = await createVisitType(platform, admin, { bookableBy: 'STAFF' })
    assert.deepEqual(await startsOf(patient, doctor, staffOnly.id), [])
    assert.equal((await startsOf(admin, doctor, staffOnly.id)).length, 4)
    assert.deepEqual(await startsOf(other.patient, doctor, others.id), [])
    const closing = await createPlace(platform, admin, { timeZone: 'UTC' })
    const moved = await newDoctor(everyDay(closing))
    const { id } = await createVisitType(platform, admin)
    assert.ok((await startsOf(patient, moved, id)).length > 0)
    await call('PUT', `/api/places/${closing}`, { token: admin.token, body: { active: false } })
    assert.deepEqual(await startsOf(patient, moved, id), [])
  })

  test('are of verified and enabled professionals, and of active types', async () => {
    const doctor = await newDoctor()
    const { id } = await createVisitType(platform, admin)
    const setUser = (value: string) => owner.query(`update users set ${value} where id = $1`, [doctor.id])
    const hold = (by: Person) =>
      call('POST', '/api/holds', {
        token: by.token,
        body: { doctorId: doctor.id, visitTypeId: id, startTime: at('09:00') },
      })
    for (const [lost, restored] of [
      ['verified_at = null', 'verified_at = now()'],
      ['disabled_at = now()', 'disabled_at = null'],
    ] as const) {
      await setUser(lost)
      assert.deepEqual(await startsOf(patient, doctor, id), [], lost)
      const { slots } = (await search(patient, { visitTypeId: id, city: 'casablanca', first: 'true' })).body
      assert.ok(slots.length > 0 && slots.every(({ doctorId }: { doctorId: string }) => doctorId !== doctor.id), lost)
      for (const by of [patient, admin]) assert.deepEqual(pathsOf(await hold(by)), ['doctorId'], lost)
      await setUser(restored)
    }
    assert.equal((await startsOf(patient, doctor, id)).length, 4)
    await call('PUT', `/api/visit-types/${id}`, { token: admin.token, body: { active: false } })
    assert.deepEqual(await startsOf(patient, doctor, id), [])
  })

  test('of a professional in two cities are those of the asked city', async () => {
    const agadir = await createPlace(platform, admin, { timeZone: 'UTC', city: 'Agadir' })
    const doctor = await newDoctor([
      ...everyDay(placeId, { from: '09:00', to: '10:00' }),
      ...everyDay(agadir, { from: '14:00', to: '15:00' }),
    ])
    const { id } = await createVisitType(platform, admin)
    assert.deepEqual(await startsOf(patient, doctor, id, { city: 'agadir' }), ['14:00', '14:30'])
    assert.equal((await startsOf(patient, doctor, id)).length, 4)
  })

  test('are booked by a patient as they are offered: their professional, place and duration', async () => {
    const elsewhere = await createPlace(platform, admin, { timeZone: 'UTC' })
    const doctor = await newDoctor()
    const { id: visitTypeId } = await createVisitType(platform, admin)
    const afternoon = await newDoctor(everyDay(placeId, { from: '14:00', to: '16:00' }))
    const reserve = (body: object) =>
      call('POST', '/api/holds', { token: patient.token, body: { doctorId: doctor.id, visitTypeId, ...body } })
    assert.equal((await reserve({ startTime: at('14:00') })).status, 409, 'a time of another professional')
    assert.equal((await reserve({ startTime: at('09:10') })).status, 409, 'between two starts')
    assert.equal((await reserve({ startTime: at('09:00'), placeId: elsewhere })).status, 409, 'another place')
    assert.equal((await reserve({ startTime: at('09:00'), doctorId: afternoon.id })).status, 409)
    assert.equal((await reserve({ startTime: at('09:00'), placeId })).status, 201)
  })

  test('continue after a page', async () => {
    const doctor = await newDoctor(everyDay(placeId, { from: '00:00', to: '24:00' }))
    const { id } = await createVisitType(platform, admin, { durationMin: 5 })
    const to = new Date(Date.parse(at('00:00')) + 5 * 86_400_000).toISOString()
    const first = (await search(patient, { doctorId: doctor.id, visitTypeId: id, to })).body
    assert.equal(first.slots.length, 1000)
    const rest = (await search(patient, { doctorId: doctor.id, visitTypeId: id, to, from: first.nextFrom })).body
    assert.equal(first.slots.length + rest.slots.length, 5 * 288)
    assert.equal(rest.nextFrom, null)
    assert.equal(rest.slots[0].startTime, first.nextFrom)
  })

  test('continue after more slots at the same time than an answer has', () => {
    const rows = Array.from({ length: 1001 }, () => ({ start_time: new Date(at('09:00')) }))
    assert.deepEqual(pageOf(rows), { rows: rows.slice(1), nextFrom: at('09:00').replace('.000Z', '.001Z') })
  })

  test('refuse a search of everything, and ranges that are too long', async () => {
    const { id: visitTypeId } = await createVisitType(platform, admin)
    const { id: doctorId } = admin
    assert.deepEqual(pathsOf(await search(patient, { visitTypeId })), ['doctorId'])
    assert.deepEqual(pathsOf(await search(patient, { visitTypeId, doctorId, to: at('00:00') })), ['to'])
    assert.deepEqual(pathsOf(await search(patient, { visitTypeId, doctorId, to: '2099-01-01T00:00:00Z' })), ['to'])
  })
})

describe('the first free slot of many', () => {
  test('is found by city of the place and specialty of the professional', async () => {
    const fes = await createPlace(platform, admin, { timeZone: 'UTC', city: 'Fès' })
    const { id } = await createVisitType(platform, admin)
    const [early, late] = [await newDoctor(everyDay(fes)), await newDoctor(everyDay(fes, { from: '10:00' }))]
    await newDoctor(everyDay(fes), { specialty: 'Dermatologie' })
    const found = async (query: object) =>
      (await search(patient, { visitTypeId: id, ...query })).body.slots.map(
        ({ doctorId, startTime }: { doctorId: string; startTime: string }) => [doctorId, startTime.slice(11, 16)],
      )
    assert.deepEqual(await found({ city: 'فاس', specialty: 'cardiology' }), [
      [early.id, '09:00'],
      [late.id, '10:00'],
    ])
    assert.equal((await found({ city: 'fes' })).length, 3)
    await book(early, '09:00', '12:00')
    assert.deepEqual(await found({ city: 'fes', specialty: 'cardiologie' }), [
      [late.id, '10:00'],
      [early.id, '12:00'],
    ])
  })
})

describe('public slots', () => {
  const find = (query: Record<string, string>) =>
    call('GET', `/api/public/slots?${new URLSearchParams({ from: at('00:00'), to: at('23:00'), ...query })}`)

  test('show what patients can book of verified professionals, and nothing of patients', async () => {
    const doctor = await newDoctor()
    const inRabat = await createPlace(platform, admin, { timeZone: 'UTC', city: 'Rabat', name: 'Cabinet Agdal' })
    await open(platform, admin, doctor, everyDay(inRabat, { from: '09:00', to: '10:00', modes: ['PHONE'] }))
    const { id } = await createVisitType(platform, admin, { mode: 'PHONE', doctorIds: [doctor.id], name: 'Conseil' })
    await createVisitType(platform, admin, { mode: 'PHONE', doctorIds: [doctor.id], bookableBy: 'STAFF' })
    await book(doctor, '09:00', '09:30')
    const slot = {
      doctorId: doctor.id,
      placeId: inRabat,
      visitTypeId: id,
      startTime: at('09:30'),
      endTime: at('10:00'),
    }
    const { rows } = await owner.query('select name from users where id = $1', [doctor.id])
    const expected = [
      {
        ...slot,
        doctor: { id: doctor.id, name: rows[0].name },
        specialty: 'Cardiologie',
        mode: 'PHONE',
        visitType: 'Conseil',
        place: { name: 'Cabinet Agdal', city: 'Rabat', timeZone: 'UTC' },
      },
    ]
    const answer = await find({ doctorId: doctor.id, mode: 'PHONE' })
    assert.deepEqual(answer.body, { slots: expected, nextFrom: null })
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=30')
    assert.deepEqual((await find({ city: 'rabat', specialty: 'cardiologie', mode: 'PHONE' })).body.slots, expected)
    assert.deepEqual((await find({ doctorId: doctor.id, mode: 'HOME' })).body.slots, [])
    await owner.query(`update public_doctors set languages = '{fr,zgh}' where id = $1`, [doctor.id])
    assert.deepEqual((await find({ doctorId: doctor.id, languages: 'es,zgh' })).body.slots, expected)
    assert.deepEqual((await find({ doctorId: doctor.id, languages: 'es' })).body.slots, [])
    assert.deepEqual(pathsOf(await find({})), ['doctorId'])
    await owner.query('update users set verified_at = null where id = $1', [doctor.id])
    assert.deepEqual((await find({ doctorId: doctor.id })).body.slots, [])
  })
})
