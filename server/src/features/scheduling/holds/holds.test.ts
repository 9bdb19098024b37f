import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newMembership, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { createPlace, createVisitType, everyDay, ignoreHolidays, open } from '../../../../testing/scheduling.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: 'off' })
const { call, owner } = platform
const { tenantId, admin, doctor, patient } = await newClinic(platform)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
const second = await newPerson(platform, tenantId, 'PATIENT')
await ignoreHolidays(platform, tenantId)
const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })
const type = await createVisitType(platform, admin, { bufferAfterMin: 10, mode: 'PHONE' })
const colleague = await newPerson(platform, tenantId, 'DOCTOR')
for (const professional of [doctor, colleague])
  await open(platform, admin, professional, everyDay(placeId, { modes: ['PHONE'] }))

const DAY_MS = 86_400_000
let days = 2
/** The instant of a time on a new day, or on the same one. */
const nextDay = () => new Date(platform.services.clock.nowMs() + days++ * DAY_MS).toISOString().slice(0, 10)
const slotAt = (day: string, time = '09:00', minutes = 30) => {
  const startTime = `${day}T${time}:00.000Z`
  return { startTime, endTime: new Date(Date.parse(startTime) + minutes * 60_000).toISOString() }
}

const hold = (by: Person, startTime: string, extra: object = {}) =>
  call('POST', '/api/holds', {
    token: by.token,
    body: { doctorId: doctor.id, visitTypeId: type.id, startTime, ...extra },
  })
const held = async (by: Person, startTime: string, extra: object = {}): Promise<string> => {
  const answer = await hold(by, startTime, extra)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.hold.id
}
const book = (by: Person, slot: object, extra: object = {}) =>
  call('POST', '/api/appointments', {
    token: by.token,
    body: { doctorId: doctor.id, patientId: patient.id, ...slot, ...extra },
  })
const expire = (id: string) =>
  owner.query(`update slot_holds set expires_at = app_now() - interval '1 second' where id = $1`, [id])
const freeStarts = async (by: Person, day: string, { id: doctorId } = doctor) => {
  const query = new URLSearchParams({
    ...{ doctorId, visitTypeId: type.id, from: `${day}T00:00:00Z`, to: `${day}T23:59:00Z` },
  })
  const { slots } = (await call('GET', `/api/slots?${query}`, { token: by.token })).body
  return slots.map(({ startTime }: { startTime: string }) => startTime.slice(11, 16))
}

describe('a hold', () => {
  test('is refused for a professional who is disabled or not verified', async () => {
    const { startTime } = slotAt(nextDay())
    for (const change of ['disabled_at = app_now()', 'verified_at = null']) {
      const professional = await newPerson(platform, tenantId, 'DOCTOR')
      await open(platform, admin, professional, everyDay(placeId, { modes: ['PHONE'] }))
      await owner.query(`update users set ${change} where id = $1`, [professional.id])
      const answer = await hold(desk, startTime, { doctorId: professional.id })
      assert.deepEqual([answer.status, pathsOf(answer)], [422, ['doctorId']], change)
    }
  })

  test('is refused at the time of an appointment in another organisation, without naming it', async () => {
    const elsewhere = await newTenant(platform)
    const away = await newMembership(platform, doctor, elsewhere, 'DOCTOR')
    const guest = await newPerson(platform, elsewhere, 'PATIENT')
    const slot = slotAt(nextDay())
    assert.equal((await book(guest, slot, { doctorId: away.id, patientId: guest.id })).status, 201)
    for (const by of [patient, desk]) {
      const { status, body } = await hold(by, slot.startTime)
      assert.deepEqual([status, body.error.details], [409, { overlap: { id: null } }])
    }
  })

  test('is refused at the time of a hold in another organisation, and at an unknown place', async () => {
    const elsewhere = await newTenant(platform)
    const away = await newMembership(platform, doctor, elsewhere, 'DOCTOR')
    const otherAdmin = await newPerson(platform, elsewhere, 'ADMIN')
    const otherType = await createVisitType(platform, otherAdmin, { mode: 'PHONE' })
    const { startTime } = slotAt(nextDay())
    const unknown = await hold(desk, startTime, { placeId: `plc_${'0'.repeat(32)}` })
    assert.deepEqual([unknown.status, pathsOf(unknown)], [422, ['placeId']])
    await held(desk, slotAt(nextDay()).startTime, { placeId })
    await held(otherAdmin, startTime, { doctorId: away.id, visitTypeId: otherType.id })
    for (const by of [patient, desk]) {
      const { status, body } = await hold(by, startTime)
      assert.deepEqual([status, body.error.details], [409, { overlap: { id: null } }])
    }
  })

  test('keeps an offered slot for its user alone, for five minutes', async () => {
    const day = nextDay()
    const slot = slotAt(day)
    const answer = await hold(patient, slot.startTime)
    assert.equal(answer.status, 201, answer.text)
    const { id, expiresAt, ...rest } = answer.body.hold
    assert.deepEqual(rest, { doctorId: doctor.id, visitTypeId: type.id, placeId, ...slot })
    assert.ok(Math.abs(Date.parse(expiresAt) - platform.services.clock.nowMs() - 300_000) < 10_000)
    assert.equal((await freeStarts(patient, day))[0], '09:00')
    assert.equal((await freeStarts(second, day))[0], '10:00', 'the buffers of the hold count')
    assert.equal((await freeStarts(second, day, colleague))[0], '09:00', 'another professional is free')
    for (const [by, shown] of [
      [second, null],
      [admin, id],
    ] as const)
      assert.deepEqual((await hold(by, slot.startTime)).body.error.details, { overlap: { id: shown } })
    for (const [by, shown, patientId] of [
      [second, null, second.id],
      [desk, id, patient.id],
      [admin, id, patient.id],
      [doctor, id, patient.id],
    ] as const) {
      const refused = await book(by, slot, { patientId })
      assert.equal(refused.status, 409, refused.text)
      assert.deepEqual(refused.body.error.details, { overlap: { id: shown } })
      assert.equal(refused.body.error.message, 'Another user holds that time.')
    }
    await expire(id)
    assert.equal((await freeStarts(second, day))[0], '09:00')
    await held(second, slot.startTime)
  })

  test('is of a type that is active, and that the professional offers', async () => {
    const { startTime } = slotAt(nextDay())
    const ofColleague = await createVisitType(platform, admin, { mode: 'PHONE', doctorIds: [colleague.id] })
    const ended = await createVisitType(platform, admin, { mode: 'PHONE', active: false })
    for (const by of [patient, desk])
      for (const visitTypeId of [ofColleague.id, ended.id])
        assert.deepEqual(pathsOf(await hold(by, startTime, { visitTypeId })), ['visitTypeId'])
  })

  test('of a patient is of an offered slot; the staff holds any free time', async () => {
    const day = nextDay()
    const byVideo = await createVisitType(platform, admin, { mode: 'VIDEO' })
    const other = await hold(patient, slotAt(day).startTime, { visitTypeId: byVideo.id })
    assert.equal(other.status, 409, 'the professional offers another mode then')
    for (const startTime of [slotAt(day, '09:10').startTime, slotAt(day, '20:00').startTime]) {
      assert.deepEqual((await hold(patient, startTime)).body.error.details, { slot: { reason: 'NOT_OFFERED' } })
      await held(desk, startTime)
    }
    assert.equal((await hold(desk, slotAt(day, '10:00').startTime)).body.hold.placeId, placeId, 'as offered')
    assert.equal((await hold(desk, slotAt(day, '21:00').startTime)).body.hold.placeId, null)
    const staffOnly = await createVisitType(platform, admin, { bookableBy: 'STAFF' })
    const refused = await hold(patient, slotAt(day).startTime, { visitTypeId: staffOnly.id })
    assert.deepEqual(refused.body.error.details, { slot: { reason: 'STAFF_ONLY' } })
    const colleague = await newPerson(platform, tenantId, 'DENTIST')
    assert.equal((await hold(colleague, slotAt(day).startTime)).status, 403)
    const unknown = { visitTypeId: 'vty_1' }
    assert.deepEqual(pathsOf(await hold(patient, slotAt(day).startTime, unknown)), ['visitTypeId'])
    const pending = await newPerson(platform, tenantId, 'DOCTOR')
    await owner.query('update users set verified_at = null where id = $1', [pending.id])
    for (const by of [desk, patient])
      for (const doctorId of [second.id, desk.id, pending.id, 'usr_1'])
        assert.deepEqual(pathsOf(await hold(by, slotAt(day).startTime, { doctorId })), ['doctorId'])
  })

  test('of a patient replaces that with the same professional, and the oldest of two', async () => {
    const day = nextDay()
    const colleagues = await Promise.all([0, 1].map(() => newPerson(platform, tenantId, 'DOCTOR')))
    for (const one of colleagues) await open(platform, admin, one, everyDay(placeId, { modes: ['PHONE'] }))
    const holder = await newPerson(platform, tenantId, 'PATIENT')
    const heldNow = async () => {
      const { rows } = await owner.query('select id from slot_holds where held_by = $1 order by id', [holder.id])
      return rows.map(({ id }) => id)
    }
    await held(holder, slotAt(day).startTime)
    const first = await held(holder, slotAt(day, '10:00').startTime)
    assert.deepEqual(await heldNow(), [first])
    const others = []
    for (const { id: doctorId } of colleagues) others.push(await held(holder, slotAt(day).startTime, { doctorId }))
    assert.deepEqual(await heldNow(), others)
  })

  test('of a patient replaces the oldest of two that are live and their own, whatever else is held', async () => {
    const day = nextDay()
    const colleagues = await Promise.all([0, 1, 2].map(() => newPerson(platform, tenantId, 'DOCTOR')))
    for (const one of colleagues) await open(platform, admin, one, everyDay(placeId, { modes: ['PHONE'] }))
    const [own, others] = [
      await newPerson(platform, tenantId, 'PATIENT'),
      await newPerson(platform, tenantId, 'PATIENT'),
    ]
    const doctorAt = (at: number) => ({ doctorId: colleagues[at]!.id })
    const isLive = async (id: string) =>
      (await owner.query('select from slot_holds where id = $1', [id])).rows.length === 1
    const kept = await held(own, slotAt(day).startTime, doctorAt(0))
    await held(others, slotAt(day).startTime, doctorAt(1))
    const offered = await held(own, slotAt(day, '10:00').startTime, doctorAt(1))
    await owner.query(`update slot_holds set purpose = 'WAITLIST' where id = $1`, [offered])
    const late = await held(own, slotAt(day, '10:00').startTime, doctorAt(2))
    assert.ok(await isLive(kept), 'beside a hold of the waitlist')
    await expire(late)
    await held(own, slotAt(day, '11:00').startTime)
    assert.ok(await isLive(kept), 'beside an expired hold')
  })

  test('of a patient leaves the holds of others, and of the waitlist', async () => {
    const day = nextDay()
    const [one, two] = [await newPerson(platform, tenantId, 'PATIENT'), await newPerson(platform, tenantId, 'PATIENT')]
    const first = await held(one, slotAt(day).startTime)
    const offered = await held(two, slotAt(day, '10:00').startTime)
    await owner.query(`update slot_holds set purpose = 'WAITLIST' where id = $1`, [offered])
    const next = await held(two, slotAt(day, '11:00').startTime)
    const last = await held(two, slotAt(day, '12:00').startTime)
    const { rows } = await owner.query('select id from slot_holds where id = any($1) order by id', [
      [first, offered, next, last],
    ])
    assert.deepEqual(
      rows.map(({ id }) => id),
      [first, offered, last],
    )
  })

  test('is extended once, and released by its user or the staff', async () => {
    const day = nextDay()
    const id = await held(patient, slotAt(day).startTime)
    const extend = (by: Person) => call('POST', `/api/holds/${id}/extend`, { token: by.token, body: {} })
    assert.equal((await extend(second)).status, 404)
    assert.equal((await extend(patient)).status, 200)
    assert.deepEqual((await extend(patient)).body.error.details, { hold: { id, expired: false } })
    const release = (by: Person) => call('DELETE', `/api/holds/${id}`, { token: by.token })
    assert.equal((await release(second)).status, 404)
    assert.equal((await release(desk)).status, 200)
    assert.equal((await release(patient)).status, 404)
    const late = await held(patient, slotAt(day).startTime)
    await expire(late)
    const answer = await call('POST', `/api/holds/${late}/extend`, { token: patient.token, body: {} })
    assert.deepEqual(answer.body.error.details, { hold: { id: late, expired: true } })
  })
})

describe('booking from a hold', () => {
  test('gives the visit the type, place, mode and buffers of the hold, which ends', async () => {
    const day = nextDay()
    const slot = slotAt(day)
    const holdId = await held(patient, slot.startTime)
    const changeBuffer = (bufferAfterMin: number) =>
      call('PUT', `/api/visit-types/${type.id}`, { token: admin.token, body: { bufferAfterMin } })
    await changeBuffer(0)
    const answer = await book(patient, slot, { holdId })
    assert.equal(answer.status, 201, answer.text)
    assert.partialDeepStrictEqual(answer.body.appointment, { visitTypeId: type.id, placeId, mode: 'PHONE', ...slot })
    assert.equal((await freeStarts(second, day))[0], '10:00')
    await changeBuffer(10)
    const { rows } = await owner.query('select id from slot_holds where id = $1', [holdId])
    assert.deepEqual(rows, [])
    assert.deepEqual((await book(patient, slot, { holdId })).body.error.details, {
      hold: { id: holdId, expired: true },
    })
  })

  test('determines professional and times, and a visit type the end', async () => {
    const send = (body: object, by = patient) =>
      call('POST', '/api/appointments', { token: by.token, body: { patientId: patient.id, ...body } })
    const slot = slotAt(nextDay())
    const holdId = await held(patient, slot.startTime)
    assert.deepEqual(pathsOf(await send({ holdId, patientId: second.id }, second)), ['holdId'], 'of another user')
    const answer = await send({ holdId })
    assert.equal(answer.status, 201, answer.text)
    const { doctorId, startTime, endTime, placeId: at } = answer.body.appointment
    assert.deepEqual({ doctorId, startTime, endTime, at }, { doctorId: doctor.id, ...slot, at: placeId })
    assert.deepEqual((await send({ holdId })).body.error.details, { hold: { id: holdId, expired: true } })
    const late = await held(patient, slotAt(nextDay()).startTime)
    await expire(late)
    assert.deepEqual((await send({ holdId: late })).body.error.details, { hold: { id: late, expired: true } })

    const next = slotAt(nextDay())
    const typed = await send({ doctorId: doctor.id, visitTypeId: type.id, startTime: next.startTime })
    assert.deepEqual([typed.status, typed.body.appointment?.endTime], [201, next.endTime], typed.text)
    const absent = await call('POST', '/api/appointments', { token: patient.token, body: {} })
    assert.deepEqual(pathsOf(absent).toSorted(), ['doctorId', 'endTime', 'patientId', 'startTime'])
    assert.deepEqual(
      new Set(absent.body.error.details.map(({ code }: { code: string }) => code)),
      new Set(['required']),
    )
    assert.deepEqual(pathsOf(await send({ doctorId: doctor.id, startTime: next.startTime })), ['endTime'])
    for (const body of [null, [], 'text'])
      assert.ok([400, 422].includes((await call('POST', '/api/appointments', { token: patient.token, body })).status))
  })

  test('refuses an expired hold, and one of another user, time, type or place', async () => {
    const day = nextDay()
    const slot = slotAt(day)
    const holdId = await held(patient, slot.startTime)
    const otherType = (await createVisitType(platform, admin)).id
    const otherPlace = await createPlace(platform, admin)
    for (const extra of [slotAt(day, '10:00'), { visitTypeId: otherType }, { placeId: otherPlace }])
      assert.deepEqual(pathsOf(await book(patient, slot, { holdId, ...extra })), ['holdId'])
    assert.deepEqual(pathsOf(await book(patient, slot, { holdId, mode: 'VIDEO' })), ['mode'])
    assert.deepEqual(pathsOf(await book(second, slot, { holdId, patientId: second.id })), ['holdId'])
    await expire(holdId)
    assert.deepEqual((await book(patient, slot, { holdId })).body.error.details, {
      hold: { id: holdId, expired: true },
    })
    assert.equal((await book(patient, slot)).status, 201, 'an expired hold blocks no booking')
  })

  test('a visit moves to a hold with its place, and its old time is free at once', async () => {
    const day = nextDay()
    const { id } = (await book(patient, slotAt(day), { visitTypeId: type.id })).body.appointment
    const target = slotAt(day, '15:00')
    const blocked = await held(second, slotAt(day, '12:00').startTime)
    const put = (by: Person, body: object) => call('PUT', `/api/appointments/${id}`, { token: by.token, body })
    assert.equal((await put(patient, { startTime: slotAt(day, '12:00').startTime })).status, 409)
    const ofStaff = await put(desk, { startTime: slotAt(day, '12:00').startTime })
    assert.deepEqual(ofStaff.body.error.details, { overlap: { id: blocked } })
    const answer = await put(patient, { holdId: await held(patient, target.startTime) })
    assert.equal(answer.status, 200, answer.text)
    assert.partialDeepStrictEqual(answer.body.appointment, { ...target, placeId, visitTypeId: type.id })
    await held(second, slotAt(day).startTime)
    const byVideo = await createVisitType(platform, admin)
    const wrongMode = await held(desk, slotAt(day, '18:00').startTime, { visitTypeId: byVideo.id })
    assert.deepEqual(pathsOf(await put(desk, { holdId: wrongMode })), ['holdId'])
    assert.equal((await put(patient, { placeId: null })).status, 403)
    assert.equal((await put(desk, { placeId: null })).body.appointment.placeId, null)
  })

  test('does not move to a hold of a type that patients can no longer book', async () => {
    const day = nextDay()
    const { id } = (await book(patient, slotAt(day), { visitTypeId: type.id })).body.appointment
    const other = await createVisitType(platform, admin, { mode: 'PHONE' })
    const holdId = await held(patient, slotAt(day, '15:00').startTime, { visitTypeId: other.id })
    const body = { bookableBy: 'STAFF' }
    assert.equal((await call('PUT', `/api/visit-types/${other.id}`, { token: admin.token, body })).status, 200)
    const moved = await call('PUT', `/api/appointments/${id}`, { token: patient.token, body: { holdId } })
    assert.deepEqual([moved.status, moved.body.error.details], [409, { slot: { reason: 'STAFF_ONLY' } }])
  })

  test('only visits by video can be joined', async () => {
    const day = nextDay()
    const join = (appointmentId: string) =>
      call('POST', '/api/video/token', { token: patient.token, body: { appointmentId, identity: patient.id } })
    const byPhone = (await book(admin, slotAt(day), { visitTypeId: type.id })).body.appointment
    assert.match(byPhone.videoRoomId, /^room_/)
    assert.equal((await join(byPhone.id)).status, 409)
    const guest = { name: 'Fatima', kind: 'FAMILY' }
    const invited = await call('POST', `/api/appointments/${byPhone.id}/guests`, { token: doctor.token, body: guest })
    assert.equal(invited.status, 409, invited.text)
    const byVideo = (await book(admin, slotAt(day, '12:00'))).body.appointment
    assert.equal((await join(byVideo.id)).status, 200)
  })

  test('is only for new patients where the type says so', async () => {
    const day = nextDay()
    const forNew = await createVisitType(platform, admin, { newPatientsOnly: true, mode: 'PHONE' })
    const [fresh, known] = [await newPerson(platform, tenantId, 'PATIENT'), patient]
    const body = { visitTypeId: forNew.id }
    const refused = await book(known, slotAt(day), body)
    assert.deepEqual(refused.body.error.details, { slot: { reason: 'NEW_PATIENTS_ONLY' } })
    assert.equal((await book(fresh, slotAt(day), { ...body, patientId: fresh.id })).status, 201)
    const elsewhere = await newPerson(platform, tenantId, 'PATIENT')
    const visitOf = { patientId: elsewhere.id }
    const withColleague = await book(desk, slotAt(day, '10:00'), { ...visitOf, doctorId: colleague.id })
    assert.equal(withColleague.status, 201, withColleague.text)
    const cancelled = (await book(desk, slotAt(day, '11:00'), visitOf)).body.appointment
    await call('POST', `/api/appointments/${cancelled.id}/cancel`, { token: desk.token, body: {} })
    const missed = (await book(desk, slotAt(day, '12:00'), visitOf)).body.appointment
    await owner.query(`update appointments set status = 'NO_SHOW' where id = $1`, [missed.id])
    const deleted = (await book(desk, slotAt(day, '14:00'), visitOf)).body.appointment
    await owner.query(`update appointments set status = 'COMPLETED' where id = $1`, [deleted.id]) // recorded by mistake
    assert.equal((await call('DELETE', `/api/appointments/${deleted.id}`, { token: admin.token })).status, 200)
    const first = await book(elsewhere, slotAt(day, '13:00'), { ...body, ...visitOf })
    assert.equal(first.status, 201, 'visits with others, deleted ones, and ones that did not take place')
  })
})
