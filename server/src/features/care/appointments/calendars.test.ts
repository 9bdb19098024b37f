import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, booking, newClinic, newMembership, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { propose } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { owner } = platform

/** A doctor of two organisations. */
async function twoClinics() {
  const [clinic, otherClinic] = [await newClinic(platform), await newClinic(platform)]
  const doctor = await newMembership(platform, clinic.doctor, otherClinic.tenantId, 'DOCTOR')
  return { clinic, otherClinic: { ...otherClinic, doctor } }
}

type Clinic = Awaited<ReturnType<typeof newClinic>>

const tryToBook = ({ admin, doctor, patient }: Clinic, hoursAhead: number) =>
  platform.call('POST', '/api/appointments', {
    token: admin.token,
    body: booking(platform, doctor, patient, hoursAhead),
  })
const times = (doctor: Person, patient: Person, hoursAhead: number) => {
  const { startTime, endTime } = booking(platform, doctor, patient, hoursAhead)
  return { startTime, endTime }
}

type Answer = Awaited<ReturnType<typeof platform.call>>

function assertNamesNothing(answer: Answer, ...secrets: string[]) {
  assert.deepEqual([answer.status, answer.body.error?.code], [409, 'CONFLICT'])
  assert.deepEqual(answer.body.error.details, { overlap: { id: null } })
  for (const secret of secrets) assert.ok(!answer.text.includes(secret))
}

test('a professional cannot be booked in two organisations at once, and the conflict has no appointment id', async () => {
  const { clinic, otherClinic } = await twoClinics()
  const first = await book(platform, clinic.admin, clinic.doctor, clinic.patient, 48)
  for (const hours of [48, 48.25, 47.75])
    assertNamesNothing(await tryToBook(otherClinic, hours), first.id, clinic.tenantId, clinic.doctor.id)
  assert.equal((await tryToBook(otherClinic, 48.6)).status, 201, 'afterwards')
  assert.equal((await tryToBook(otherClinic, 47.4)).status, 201, 'before')

  const change = { token: clinic.admin.token, body: { status: 'CANCELLED' } }
  assert.equal((await platform.call('PUT', `/api/appointments/${first.id}`, change)).status, 200)
  assert.equal((await tryToBook(otherClinic, 48)).status, 201, 'a cancelled slot is free everywhere')
})

test('a conflict with an appointment of the own organisation has its id', async () => {
  const { clinic } = await twoClinics()
  const first = await book(platform, clinic.admin, clinic.doctor, clinic.patient, 48)
  assert.deepEqual((await tryToBook(clinic, 48)).body.error.details, { overlap: { id: first.id } })
})

test('an appointment cannot be moved to a time that is taken in another organisation', async () => {
  const { clinic, otherClinic } = await twoClinics()
  await book(platform, clinic.admin, clinic.doctor, clinic.patient, 48)
  const { id } = await book(platform, otherClinic.admin, otherClinic.doctor, otherClinic.patient, 60)
  const move = (hours: number) =>
    platform.call('PUT', `/api/appointments/${id}`, {
      token: otherClinic.doctor.token,
      body: times(otherClinic.doctor, otherClinic.patient, hours),
    })
  assertNamesNothing(await move(48))
  const longer = {
    ...times(otherClinic.doctor, otherClinic.patient, 47),
    endTime: times(otherClinic.doctor, otherClinic.patient, 48).endTime,
  }
  assertNamesNothing(
    await platform.call('PUT', `/api/appointments/${id}`, { token: otherClinic.doctor.token, body: longer }),
  )
  assert.equal((await move(50)).status, 200)
  assertNamesNothing(await tryToBook(clinic, 50), id)
  assert.equal((await tryToBook(clinic, 60)).status, 201, 'the earlier time is free')
})

test('a follow-up cannot be accepted at a time that is taken in another organisation, and stays PROPOSED', async () => {
  const { clinic, otherClinic } = await twoClinics()
  const id = await propose(
    platform,
    otherClinic.doctor,
    otherClinic.patient,
    times(otherClinic.doctor, otherClinic.patient, 48),
  )
  await book(platform, clinic.admin, clinic.doctor, clinic.patient, 48)
  const path = `/api/follow-ups/${id}`
  assertNamesNothing(await platform.call('POST', `${path}/accept`, { token: otherClinic.patient.token, body: {} }))
  const accepted = await platform.call('POST', `${path}/accept`, {
    token: otherClinic.patient.token,
    body: times(otherClinic.doctor, otherClinic.patient, 50),
  })
  assert.deepEqual([accepted.status, accepted.body.followUp?.status], [200, 'ACCEPTED'], accepted.text)
})

test('one of several concurrent bookings in two organisations succeeds, and the others fail at once', async () => {
  const { clinic, otherClinic } = await twoClinics()
  for (const hours of [100, 101, 102]) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const booked = n % 2 ? clinic : otherClinic
        return { caller: booked, answer: await tryToBook(booked, hours) }
      }),
    )
    const won = answers.filter(({ answer }) => answer.status === 201)
    assert.equal(won.length, 1)
    const { caller: winningClinic, answer: winner } = won[0]!
    for (const { caller, answer } of answers) {
      if (answer === winner) continue
      const id = caller === winningClinic ? winner.body.appointment.id : null
      assert.deepEqual([answer.status, answer.body.error?.details], [409, { overlap: { id } }])
    }
  }
})

test('appointments of an earlier server version, which sets no calendar, are checked too', async () => {
  const { clinic, otherClinic } = await twoClinics()
  await book(platform, clinic.admin, clinic.doctor, clinic.patient, 48)
  const { startTime, endTime } = times(otherClinic.doctor, otherClinic.patient, 48)
  const insert = owner.query(
    `insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id)
     values ($1, 'apt_' || $2, $2, $3, $4, $5, 'room_' || $2)`,
    [otherClinic.tenantId, otherClinic.doctor.id, otherClinic.patient.id, startTime, endTime],
  )
  await assert.rejects(insert, { constraint: 'appointments_no_overlap' })
})

test('a patient gets the same answer for an overlap with another patient’s appointment and with one in another organisation', async () => {
  const { clinic, otherClinic } = await twoClinics()
  const stranger = await newPerson(platform, clinic.tenantId, 'PATIENT')
  const taken = [
    await book(platform, clinic.admin, clinic.doctor, stranger, 48),
    await book(platform, otherClinic.admin, otherClinic.doctor, otherClinic.patient, 50),
  ]
  const own = await book(platform, clinic.admin, clinic.doctor, clinic.patient, 60)
  const bookAt = (hours: number) =>
    platform.call('POST', '/api/appointments', {
      token: clinic.patient.token,
      body: booking(platform, clinic.doctor, clinic.patient, hours),
    })
  const move = (hours: number) =>
    platform.call('PUT', `/api/appointments/${own.id}`, {
      token: clinic.patient.token,
      body: times(clinic.doctor, clinic.patient, hours),
    })
  for (const act of [bookAt, move])
    for (const hours of [48, 50]) assertNamesNothing(await act(hours), ...taken.map(({ id }) => id))
  assert.deepEqual((await bookAt(60)).body.error.details, { overlap: { id: own.id } }, 'their own is named')
})

test('an organisation cannot move appointments of a doctor whom it disabled, so that it learns nothing of their calendar', async () => {
  const { clinic, otherClinic } = await twoClinics()
  const { id } = await book(platform, clinic.admin, clinic.doctor, clinic.patient, 48)
  await book(platform, otherClinic.admin, otherClinic.doctor, otherClinic.patient, 50)
  const disable = { token: clinic.admin.token, body: { disabled: true } }
  assert.equal((await platform.call('PUT', `/api/users/${clinic.doctor.id}`, disable)).status, 200)
  const answers = []
  for (const caller of [clinic.admin, clinic.patient])
    for (const hours of [50, 70]) {
      const body = times(clinic.doctor, clinic.patient, hours)
      answers.push(await platform.call('PUT', `/api/appointments/${id}`, { token: caller.token, body }))
    }
  for (const { status, body } of answers) {
    assert.equal(status, 409)
    assert.deepEqual(body.error, answers[0]!.body.error)
  }
  const cancel = { token: clinic.admin.token, body: { status: 'CANCELLED' } }
  assert.equal((await platform.call('PUT', `/api/appointments/${id}`, cancel)).status, 200)
})

test('appointments with a disabled professional take no time in other organisations', async () => {
  const { clinic, otherClinic } = await twoClinics()
  const first = await book(platform, clinic.admin, clinic.doctor, clinic.patient, 48)
  await book(platform, clinic.admin, clinic.doctor, clinic.patient, 60)
  const disable = async (disabled: boolean) => {
    const change = { token: clinic.admin.token, body: { disabled } }
    assert.equal((await platform.call('PUT', `/api/users/${clinic.doctor.id}`, change)).status, 200)
  }
  const move = (hours: number) => {
    const body = times(otherClinic.doctor, otherClinic.patient, hours)
    return platform.call('PUT', `/api/appointments/${booked.id}`, { token: otherClinic.admin.token, body })
  }
  await disable(true)
  const booked = await book(platform, otherClinic.admin, otherClinic.doctor, otherClinic.patient, 48)
  await disable(false)
  const statusOf = (id: string) =>
    platform
      .call('GET', `/api/appointments/${id}`, { token: clinic.admin.token })
      .then(({ body }) => body.appointment.status)
  assert.equal(await statusOf(first.id), 'SCHEDULED', 'the overlapping one stays booked')
  assertNamesNothing(await move(60), clinic.tenantId)
  assert.deepEqual((await tryToBook(clinic, 48)).body.error.details, { overlap: { id: first.id } })
  const { rows } = await owner.query('select verified_at from users where id = $1', [clinic.doctor.id])
  await owner.query('update users set verified_at = null where id = $1', [clinic.doctor.id])
  assert.equal((await move(60)).status, 200, 'before the verification')
  await owner.query('update users set verified_at = $2 where id = $1', [clinic.doctor.id, rows[0].verified_at])
})

test('a slot that is taken in another organisation does not reveal whether a patient id exists', async () => {
  const { clinic, otherClinic } = await twoClinics()
  await book(platform, otherClinic.admin, otherClinic.doctor, otherClinic.patient, 48)
  const stranger = await newPerson(platform, clinic.tenantId, 'PATIENT')
  const bookAt = (patient: Pick<Person, 'id'>, hours: number) =>
    platform.call('POST', '/api/appointments', {
      token: clinic.doctor.token,
      body: booking(platform, clinic.doctor, patient as Person, hours),
    })
  const [known, unknown] = [await bookAt(stranger, 48), await bookAt({ id: 'usr_unknown' }, 48)]
  assertNamesNothing(known)
  assertNamesNothing(unknown)
  assert.equal((await bookAt({ id: 'usr_unknown' }, 60)).status, 422, 'a free slot')
})
