import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import {
  messagesTo,
  newClinic,
  newMembership,
  newPerson,
  newTenant,
  type Person,
} from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { createPlace, createVisitType, everyDay, ignoreHolidays, open } from '../../../../testing/scheduling.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: 'off' })
const { call, owner, services } = platform
const { tenantId, admin } = await newClinic(platform)
await ignoreHolidays(platform, tenantId)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
const placeId = await createPlace(platform, admin, { timeZone: 'UTC', city: 'Casablanca' })
const type = await createVisitType(platform, admin, { durationMin: 30 })
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const other = await newPatient()

const dateIn = (count: number) => new Date(services.clock.nowMs() + count * 86_400_000).toISOString().slice(0, 10)
let days = 10
/** A day on which a doctor of its own works at 09:00 for an hour. */
async function newDay(day = dateIn(++days)) {
  const doctor = await newPerson(platform, tenantId, 'DOCTOR')
  await open(platform, admin, doctor, everyDay(placeId, { from: '09:00', to: '10:00' }))
  const at = (time: string) => `${day}T${time}:00.000Z`
  const times = (time: string) => ({
    startTime: at(time),
    endTime: new Date(Date.parse(at(time)) + 1_800_000).toISOString(),
  })
  const book = async (time: string, more: object = {}, by = admin) => {
    const body = { doctorId: doctor.id, patientId: other.id, visitTypeId: type.id, ...times(time), ...more }
    return call('POST', '/api/appointments', { token: by.token, body })
  }
  const cancel = async (time: string) => {
    const { rows } = await owner.query(
      `select id from appointments where doctor_id = $1 and start_time = $2 and status = 'SCHEDULED'`,
      [doctor.id, at(time)],
    )
    const answer = await call('POST', `/api/appointments/${rows[0].id}/cancel`, { token: admin.token, body: {} })
    assert.equal(answer.status, 200, answer.text)
  }
  return { doctor, day, at, times, book, cancel }
}
type Day = Awaited<ReturnType<typeof newDay>>

const join = (by: Person, body: object) => call('POST', '/api/waitlist', { token: by.token, body })
const wait = async ({ doctor, day }: Pick<Day, 'doctor' | 'day'>, patient: Person, more: object = {}, by = patient) => {
  const body = {
    patientId: patient.id,
    doctorId: doctor.id,
    visitTypeId: type.id,
    firstDay: day,
    lastDay: day,
    ...more,
  }
  const answer = await join(by, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.waitlistEntry.id as string
}
const read = async (by: Person, id: string) =>
  (await call('GET', `/api/waitlist/${id}`, { token: by.token })).body.waitlistEntry
const runJob = () => call('POST', '/api/cron/offer-waitlist', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
const statusOf = async (id: string) => (await read(admin, id)).status
const expire = (id: string) =>
  owner.query(
    `with offer as (
       update waitlist_offers set expires_at = app_now() - interval '1 minute'
       where entry_id = $1 and outcome = 'OPEN'
       returning hold_id)
     update slot_holds set expires_at = app_now() - interval '1 minute' where id = (select hold_id from offer)`,
    [id],
  )

describe('a time that becomes free', () => {
  test('is offered to the oldest entry that wishes it, with a message, and held for its patient', async () => {
    const day = await newDay()
    await day.book('09:00')
    const [early, late, elsewhere] = [await newPatient(), await newPatient(), await newPatient()]
    const first = await wait(day, early)
    const second = await wait(day, late)
    const wrongTime = await wait(day, elsewhere, { from: '09:30' })
    await day.cancel('09:00')
    await runJob()
    const { status, offer } = await read(early, first)
    assert.equal(status, 'OFFERED')
    assert.partialDeepStrictEqual(offer, { doctorId: day.doctor.id, placeId, ...day.times('09:00') })
    assert.deepEqual([await statusOf(second), await statusOf(wrongTime)], ['WAITING', 'WAITING'])
    const [message] = await messagesTo(platform, early.id, 'WAITLIST_OFFERED')
    assert.equal(message!.variables.startTime, day.at('09:00'))
    assert.equal(Date.parse(offer.expiresAt) - services.clock.nowMs() > 119 * 60_000, true, 'two hours')
    const blocked = await day.book('09:00', { patientId: late.id }, late)
    assert.equal(blocked.status, 409)
    const booked = await day.book('09:00', { patientId: early.id, holdId: offer.holdId }, early)
    assert.equal(booked.status, 201, booked.text)
    assert.deepEqual([await statusOf(first), (await read(early, first)).offer], ['BOOKED', null])
    await runJob()
    assert.equal(await statusOf(second), 'WAITING', 'the time is booked')
  })

  test('goes to urgent entries first, and on to the next after a refusal or the expiry', async () => {
    const day = await newDay()
    await day.book('09:00')
    await day.book('09:30')
    const patients = await Promise.all([newPatient(), newPatient(), newPatient()])
    const entries: string[] = []
    for (const patient of patients) entries.push(await wait(day, patient))
    const [first, second, urgent] = entries as [string, string, string]
    const marked = await call('PUT', `/api/waitlist/${urgent}`, { token: desk.token, body: { urgent: true } })
    assert.equal(marked.status, 200, marked.text)
    await day.cancel('09:00')
    await runJob()
    assert.deepEqual(await Promise.all(entries.map(statusOf)), ['WAITING', 'WAITING', 'OFFERED'])
    await expire(urgent)
    assert.equal((await read(patients[2]!, urgent)).offer, null, 'an expired offer is not shown')
    await runJob()
    await runJob()
    assert.deepEqual(await Promise.all(entries.map(statusOf)), ['OFFERED', 'WAITING', 'WAITING'])
    const declined = await call('POST', `/api/waitlist/${first}/decline`, { token: patients[0]!.token, body: {} })
    assert.equal(declined.body.waitlistEntry.status, 'WAITING')
    await runJob()
    assert.deepEqual(await Promise.all(entries.map(statusOf)), ['WAITING', 'OFFERED', 'WAITING'])
    const { offer } = await read(patients[1]!, second)
    await call('DELETE', `/api/holds/${offer.holdId}`, { token: patients[1]!.token })
    await runJob()
    await runJob()
    assert.deepEqual(await Promise.all(entries.map(statusOf)), ['WAITING', 'WAITING', 'WAITING'], 'each was asked once')
    await day.cancel('09:30')
    await runJob()
    assert.equal(await statusOf(urgent), 'OFFERED', 'another time')
  })

  test('is offered in parts, also after a move or a deletion, by weekday and time of the day', async () => {
    const day = await newDay()
    const long = await createVisitType(platform, admin, { durationMin: 60 })
    const body = { doctorId: day.doctor.id, patientId: other.id, visitTypeId: long.id, startTime: day.at('09:00') }
    const booked = await call('POST', '/api/appointments', {
      token: admin.token,
      body: { ...body, endTime: day.at('10:00') },
    })
    const [one, two] = [await newPatient(), await newPatient()]
    const weekday = ((new Date(day.day).getUTCDay() + 6) % 7) + 1
    const first = await wait(day, one, { weekdays: [weekday] })
    const second = await wait(day, two)
    const never = await wait(day, await newPatient(), { weekdays: [(weekday % 7) + 1] })
    const { id } = booked.body.appointment
    const later = { startTime: `${day.day}T20:00:00Z`, endTime: `${day.day}T21:00:00Z` }
    assert.equal((await call('PUT', `/api/appointments/${id}`, { token: admin.token, body: later })).status, 200)
    await runJob()
    assert.deepEqual(
      [(await read(one, first)).offer.startTime, (await read(two, second)).offer.startTime],
      [day.at('09:00'), day.at('09:30')],
    )
    assert.equal(await statusOf(never), 'WAITING')
  })

  test('is not offered to entries for other professionals and other days', async () => {
    const [day, another] = [await newDay(), await newDay()]
    await day.book('09:00')
    const doctorId = day.doctor.id
    const entries = [
      await wait(another, await newPatient()),
      await wait(day, await newPatient(), { firstDay: another.day, lastDay: another.day }),
      await wait(another, await newPatient(), { doctorId, firstDay: another.day, lastDay: another.day }),
      await wait(day, await newPatient(), { firstDay: dateIn(0), lastDay: dateIn(1) }),
      await wait(day, await newPatient()),
    ]
    await day.cancel('09:00')
    await runJob()
    assert.deepEqual(await Promise.all(entries.map(statusOf)), ['WAITING', 'WAITING', 'WAITING', 'WAITING', 'OFFERED'])
  })

  test('is offered although the entry declined another time, or the same time of another professional', async () => {
    const day = await newDay()
    const another = await newDay(day.day)
    const patient = await newPatient()
    const entry = await wait(day, patient, { doctorId: undefined, city: 'Casablanca' })
    const free = async (on: Day, time: string) => {
      await on.book(time)
      await on.cancel(time)
      await runJob()
      const { offer } = await read(patient, entry)
      assert.partialDeepStrictEqual(offer, { doctorId: on.doctor.id, ...on.times(time) })
      await call('POST', `/api/waitlist/${entry}/decline`, { token: patient.token, body: {} })
      await runJob()
    }
    await free(day, '09:00')
    await free(day, '09:30')
    await free(another, '09:00')
    await call('DELETE', `/api/waitlist/${entry}`, { token: patient.token })
  })

  test('is not offered while the professional has a visit in another organisation', async () => {
    const free = await newDay()
    assert.equal((await free.book('09:00')).status, 201)
    const entry = await wait(free, await newPatient(), { to: '09:30' })
    await free.cancel('09:00')
    const elsewhere = await newTenant(platform)
    const membership = await newMembership(platform, free.doctor, elsewhere, 'DOCTOR')
    const [guest, otherAdmin] = [
      await newPerson(platform, elsewhere, 'PATIENT'),
      await newPerson(platform, elsewhere, 'ADMIN'),
    ]
    const body = { doctorId: membership.id, patientId: guest.id, ...free.times('09:00') }
    const booked = await call('POST', '/api/appointments', { token: otherAdmin.token, body })
    assert.equal(booked.status, 201, booked.text)
    await runJob()
    assert.equal(await statusOf(entry), 'WAITING')
  })

  test('is offered by city and specialty without a professional, and is not queued if no patient waits', async () => {
    const day = await newDay()
    await day.book('09:00')
    const doctorId = undefined
    const there = await wait(day, await newPatient(), { doctorId, city: 'الدار البيضاء' })
    const elsewhere = await wait(day, await newPatient(), { doctorId, city: 'Rabat' })
    await day.cancel('09:00')
    await runJob()
    assert.deepEqual([await statusOf(there), await statusOf(elsewhere)], ['OFFERED', 'WAITING'])
    const quiet = await newDay()
    await quiet.book('09:00')
    for (const id of [there, elsewhere]) await call('DELETE', `/api/waitlist/${id}`, { token: admin.token })
    await runJob()
    await quiet.cancel('09:00')
    const { rows } = await owner.query('select from freed_times where doctor_id = $1', [quiet.doctor.id])
    assert.equal(rows.length, 0)
  })

  test('is offered to an entry at most five times in 24 hours', async () => {
    const day = await newDay()
    const patient = await newPatient()
    const lastDay = new Date(Date.parse(day.day) + 7 * 86_400_000).toISOString().slice(0, 10)
    const id = await wait(day, patient, { lastDay })
    for (let n = 0; n < 6; n++) {
      const startTime = new Date(Date.parse(day.at('09:00')) + n * 86_400_000).toISOString()
      const endTime = new Date(Date.parse(startTime) + 1_800_000).toISOString()
      const booked = await day.book('09:00', { startTime, endTime })
      await call('POST', `/api/appointments/${booked.body.appointment.id}/cancel`, { token: admin.token, body: {} })
      await runJob()
      assert.equal(await statusOf(id), n < 5 ? 'OFFERED' : 'WAITING')
      if (n < 5) await call('POST', `/api/waitlist/${id}/decline`, { token: patient.token, body: {} })
      await runJob()
    }
    assert.equal((await messagesTo(platform, patient.id, 'WAITLIST_OFFERED')).length, 5)
    await owner.query(`update waitlist_offers set created_at = created_at - interval '1 day' where entry_id = $1`, [id])
    await day.book('09:30')
    await day.cancel('09:30')
    await runJob()
    assert.equal(await statusOf(id), 'OFFERED', 'a day later')
  })

  test('is offered when an absence is removed', async () => {
    const day = await newDay()
    const path = `/api/doctors/${day.doctor.id}/exceptions`
    const absence = { kind: 'CLOSED', firstDay: day.day, lastDay: day.day }
    const { exception } = (await call('POST', path, { token: admin.token, body: absence })).body
    const patient = await newPatient()
    const id = await wait(day, patient)
    assert.equal((await call('DELETE', `${path}/${exception.id}`, { token: desk.token })).status, 200)
    await runJob()
    assert.equal((await read(patient, id)).offer.startTime, day.at('09:00'))
  })

  test('is not offered less than an hour before, and for half an hour within a day', async () => {
    const doctor = await newPerson(platform, tenantId, 'DOCTOR')
    await open(platform, admin, doctor, everyDay(placeId, { from: '00:00', to: '24:00' }))
    const quarter = (minutes: number) => Math.ceil((services.clock.nowMs() + minutes * 60_000) / 1_800_000) * 1_800_000
    const today = new Date(services.clock.nowMs() - 86_400_000).toISOString().slice(0, 10)
    const lastDay = new Date(services.clock.nowMs() + 2 * 86_400_000).toISOString().slice(0, 10)
    for (const [minutes, status] of [
      [5, 'WAITING'],
      [150, 'OFFERED'],
    ] as const) {
      const startTime = new Date(quarter(minutes)).toISOString()
      const body = {
        doctorId: doctor.id,
        patientId: other.id,
        startTime,
        endTime: new Date(quarter(minutes) + 1_800_000),
      }
      const { id } = (await call('POST', '/api/appointments', { token: admin.token, body })).body.appointment
      const patient = await newPatient()
      const entry = await wait({ doctor, day: lastDay }, patient, { firstDay: today })
      await call('POST', `/api/appointments/${id}/cancel`, { token: admin.token, body: {} })
      await runJob()
      const read_ = await read(patient, entry)
      assert.equal(read_.status, status)
      if (read_.offer) assert.ok(Date.parse(read_.offer.expiresAt) - services.clock.nowMs() <= 30 * 60_000)
      await call('DELETE', `/api/waitlist/${entry}`, { token: admin.token })
      await runJob()
    }
  })

  test('is offered once by concurrent runs, and its hold outlives new holds of the patient', async () => {
    const day = await newDay()
    await day.book('09:00')
    const patient = await newPatient()
    const entry = await wait(day, patient)
    await wait(day, await newPatient())
    await day.cancel('09:00')
    await Promise.all(Array.from({ length: 8 }, runJob))
    const { rows } = await owner.query('select from waitlist_offers where doctor_id = $1', [day.doctor.id])
    assert.equal(rows.length, 1)
    for (let n = 0; n < 3; n++) {
      const elsewhere = await newDay()
      const body = { doctorId: elsewhere.doctor.id, visitTypeId: type.id, startTime: elsewhere.at('09:00') }
      assert.equal((await call('POST', '/api/holds', { token: patient.token, body })).status, 201)
    }
    const { offer } = await read(patient, entry)
    const extended = await call('POST', `/api/holds/${offer.holdId}/extend`, { token: patient.token, body: {} })
    assert.equal(extended.status, 409)
    assert.equal(extended.body.error.message, 'The hold of an offer ends with the offer.')
    assert.deepEqual(extended.body.error.details, { hold: { id: offer.holdId, expired: false } })
    assert.equal((await day.book('09:00', { patientId: patient.id, holdId: offer.holdId }, patient)).status, 201)
  })
})

describe('the waitlist', () => {
  let day: Day
  before(async () => {
    day = await newDay()
  })
  const entryFor = (patient: Person, more: object = {}) => ({
    ...{ patientId: patient.id, doctorId: day.doctor.id, visitTypeId: type.id, lastDay: day.day },
    ...more,
  })

  test('is joined by patients for themselves, and by the staff for patients', async () => {
    const patient = await newPatient()
    assert.equal((await join(patient, entryFor(patient))).status, 201)
    assert.equal((await join(patient, entryFor(other))).status, 403)
    assert.equal((await join(patient, entryFor(patient, { urgent: true }))).status, 403)
    assert.equal((await join(desk, entryFor(patient, { urgent: true }))).status, 201)
    assert.equal((await join(day.doctor, entryFor(patient))).status, 403, 'a patient whom the doctor does not treat')
    await call('PUT', `/api/patients/${patient.id}/relationships/${day.doctor.id}`, { token: patient.token, body: {} })
    assert.equal((await join(day.doctor, entryFor(patient))).status, 201)
    const colleague = await newPerson(platform, tenantId, 'DOCTOR')
    assert.equal((await join(colleague, entryFor(patient))).status, 403, 'a time of another professional')
  })

  test('has at most five open entries of a patient, also of concurrent requests', async () => {
    const patient = await newPatient()
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(patient, entryFor(patient))))
    assert.equal(answers.filter(({ status }) => status === 201).length, 5)
    const refused = answers.find(({ status }) => status === 409)!
    assert.deepEqual(refused.body.error.details, { limit: { kind: 'WAITLIST', max: 5, open: 5 } })
    const left = answers.find(({ status }) => status === 201)!.body.waitlistEntry.id
    await call('DELETE', `/api/waitlist/${left}`, { token: patient.token })
    assert.equal((await join(patient, entryFor(patient))).status, 201, 'an entry that was left does not count')
  })

  test('refuses wishes that cannot be met, naming what is wrong', async () => {
    const staffOnly = await createVisitType(platform, admin, { bookableBy: 'STAFF' })
    const disabled = await newPatient()
    const [left, pending] = [
      await newPerson(platform, tenantId, 'DOCTOR'),
      await newPerson(platform, tenantId, 'DOCTOR'),
    ]
    await owner.query('update users set disabled_at = now() where id = any($1)', [[disabled.id, left.id]])
    await owner.query('update users set verified_at = null where id = $1', [pending.id])
    for (const [more, field] of [
      [{ doctorId: undefined }, 'doctorId'],
      [{ doctorId: other.id }, 'doctorId'],
      [{ doctorId: left.id }, 'doctorId'],
      [{ doctorId: pending.id }, 'doctorId'],
      [{ patientId: desk.id }, 'patientId'],
      [{ patientId: disabled.id }, 'patientId'],
      [{ visitTypeId: staffOnly.id }, 'visitTypeId'],
      [{ lastDay: '2020-01-01', firstDay: '2019-12-01' }, 'lastDay'],
      [{ firstDay: '2090-01-02' }, 'lastDay'],
      [{ from: '12:00', to: '11:00' }, 'to'],
      [{ weekdays: [] }, 'weekdays'],
    ] as const) {
      const answer = await join(desk, entryFor(other, more))
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.body.error.details[0].path[0], field)
    }
    // The last day may be today.
    for (const [lastDay, status] of [
      [dateIn(0), 201],
      [dateIn(-1), 422],
    ] as const) {
      const patient = await newPatient()
      const answer = await join(desk, entryFor(patient, { firstDay: '2026-01-01', lastDay }))
      assert.equal(answer.status, status, answer.text)
    }
  })

  test('has entries whose wishes can be changed; only the staff marks one as urgent', async () => {
    const patient = await newPatient()
    const id = await wait(day, patient, { from: '09:00', to: '12:00' })
    const change = (by: Person, body: object) => call('PUT', `/api/waitlist/${id}`, { token: by.token, body })
    const faultsOf = async (body: object) => {
      const answer = await change(patient, body)
      assert.equal(answer.status, 422, answer.text)
      return pathsOf(answer)
    }
    assert.equal((await change(patient, { urgent: true })).status, 403)
    assert.equal((await change(desk, { urgent: true })).status, 200)
    assert.deepEqual(await faultsOf({ to: '08:00' }), ['to'], 'before the time that it begins at')
    assert.deepEqual(await faultsOf({ to: '09:00' }), ['to'])
    assert.deepEqual(await faultsOf({ lastDay: dateIn(-1) }), ['lastDay'])
    assert.deepEqual(await faultsOf({ lastDay: dateIn(366) }), ['lastDay'])
    const firstDay = dateIn(1)
    assert.equal((await change(patient, { firstDay, lastDay: dateIn(365), from: null, weekdays: [2] })).status, 200)
    assert.partialDeepStrictEqual(await read(patient, id), {
      ...{ firstDay, lastDay: dateIn(365), from: null, to: '12:00', weekdays: [2], urgent: true, status: 'WAITING' },
    })
    const decline = () => call('POST', `/api/waitlist/${id}/decline`, { token: patient.token, body: {} })
    assert.equal((await decline()).status, 409, 'no time is offered')
  })

  test('of a type for new patients is joined by new patients of the professional only', async () => {
    const forNew = await createVisitType(platform, admin, { newPatientsOnly: true })
    const [known, unknown] = [await newPatient(), await newPatient()]
    const free = await newDay()
    assert.equal((await free.book('09:00', { patientId: known.id })).status, 201)
    const wish = (patient: Person) => ({ ...entryFor(patient, { visitTypeId: forNew.id }), doctorId: free.doctor.id })
    const refused = await join(known, wish(known))
    assert.deepEqual(refused.body.error.details, { slot: { reason: 'NEW_PATIENTS_ONLY' } })
    assert.equal((await join(unknown, wish(unknown))).status, 201)
  })

  test('is visible to the patient, the professional, the front desk and administrators', async () => {
    const patient = await newPatient()
    const id = (await join(patient, entryFor(patient))).body.waitlistEntry.id
    const statusFor = async (by: Person, method: 'GET' | 'DELETE' = 'GET') =>
      (await call(method, `/api/waitlist/${id}`, { token: by.token })).status
    for (const by of [patient, day.doctor, desk, admin]) assert.equal(await statusFor(by), 200)
    for (const by of [await newPatient(), await newPerson(platform, tenantId, 'DOCTOR')]) {
      assert.equal(await statusFor(by), 404)
      assert.equal(await statusFor(by, 'DELETE'), 404)
    }
    const list = await call('GET', `/api/waitlist?patientId=${patient.id}&status=WAITING`, { token: desk.token })
    assert.deepEqual(
      list.body.waitlistEntries.map((entry: { id: string }) => entry.id),
      [id],
    )
  })

  test('is left once, and ends after its last day', async () => {
    const patient = await newPatient()
    const path = `/api/waitlist/${(await join(patient, entryFor(patient))).body.waitlistEntry.id}`
    for (let time = 0; time < 2; time++)
      assert.equal((await call('DELETE', path, { token: patient.token })).status, 200)
    const changed = await call('PUT', path, { token: patient.token, body: { weekdays: [1] } })
    assert.equal(changed.status, 409)
    const old = await Promise.all(
      [patient, other].map(async (one) => (await join(one, entryFor(one))).body.waitlistEntry.id as string),
    )
    await owner.query(
      `update waitlist_entries set first_day = '2020-01-01', last_day = '2020-01-02' where id = any($1)`,
      [old],
    )
    await runJob()
    for (const id of old) assert.equal(await statusOf(id), 'EXPIRED')
    const { rows } = await owner.query(
      `select subject_id from audit_log where subject_id = any($1) and user_id = 'platform'`,
      [old],
    )
    assert.deepEqual(rows.map(({ subject_id }) => subject_id).toSorted(), old.toSorted(), 'each has an audit row')
  })

  test('offers the time of a dependant to the guardian, who books it', async () => {
    const guardian = await newPatient()
    const child = { name: 'Yanis Alami', birthDate: '2020-05-01', sex: 'M', kind: 'PARENT' }
    const made = await call('POST', `/api/patients/${guardian.id}/dependants`, { token: guardian.token, body: child })
    const dependant = { ...guardian, id: made.body.guardianship.dependant.id as string }
    await eventually(
      async () => (await call('GET', `/api/patients/${dependant.id}`, { token: guardian.token })).status === 200,
    )
    const free = await newDay()
    await free.book('09:00')
    const entry = await wait(free, dependant)
    await free.cancel('09:00')
    await runJob()
    const { offer } = await read(guardian, entry)
    const booked = await free.book('09:00', { patientId: dependant.id, holdId: offer.holdId }, guardian)
    assert.equal(booked.status, 201, booked.text)
    assert.equal(await statusOf(entry), 'BOOKED')
  })
})

// Last, because tokens expire by the clock.
test('while the test clock is moved, an offer ends in its minute, and the next patient is asked a minute later', async () => {
  const day = await newDay()
  await day.book('09:00')
  const entries = [await wait(day, await newPatient()), await wait(day, await newPatient())]
  await day.cancel('09:00')
  await runJob()
  const token = await platform.tokenOf('sandbox-admin')
  const moved = await call('POST', '/api/sandbox/clock', { token, body: { advanceSec: 3 * 3600 } })
  assert.equal(moved.body.now, moved.body.goal)
  const { rows: offers } = await owner.query<{ entry_id: string; outcome: string; created_at: Date; expires_at: Date }>(
    'select entry_id, outcome, created_at, expires_at from waitlist_offers where entry_id = any($1) order by created_at',
    [entries],
  )
  assert.deepEqual(
    offers.map(({ entry_id, outcome }) => [entry_id, outcome]),
    [
      [entries[0], 'EXPIRED'],
      [entries[1], 'OPEN'],
    ],
  )
  const [first, second] = offers as [(typeof offers)[0], (typeof offers)[0]]
  const lateMs = second.created_at.getTime() - first.expires_at.getTime()
  assert.ok(lateMs > 0 && lateMs < 3 * 60_000, `asked ${lateMs / 1000} s after the offer expired`)
})
