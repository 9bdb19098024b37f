import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, booking, newClinic, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: '5,2' })
const { call, owner } = platform
const { tenantId, admin } = await newClinic(platform)
const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const [doctor, second, third] = await Promise.all([newDoctor(), newDoctor(), newDoctor()])

const HOUR_MS = 3_600_000
const began = platform.services.clock.nowMs()
const timeIn = (hoursAhead: number) => new Date(began + hoursAhead * HOUR_MS).toISOString()
type BookingOptions = { caller: Person; doctor?: Person; patient?: Person; from: number; hours?: number; more?: object }
const tryToBook = ({
  caller,
  doctor: bookedDoctor = doctor,
  patient = caller,
  from,
  hours = 0.5,
  more,
}: BookingOptions) =>
  call('POST', '/api/appointments', {
    token: caller.token,
    body: {
      doctorId: bookedDoctor.id,
      patientId: patient.id,
      startTime: timeIn(from),
      endTime: timeIn(from + hours),
      ...more,
    },
  })
const move = (caller: Person, id: string, from: number, hours = 0.5) =>
  call('PUT', `/api/appointments/${id}`, {
    token: caller.token,
    body: { startTime: timeIn(from), endTime: timeIn(from + hours) },
  })
const openOf = async ({ id }: Person): Promise<number> =>
  (
    await owner.query(`select count(*)::int as n from appointments where patient_id = $1 and status = 'SCHEDULED'`, [
      id,
    ])
  ).rows[0].n
const pathsOf = (answer: { body: { error: { details: { path: string[] }[] } } }) =>
  answer.body.error.details.map(({ path }) => path.join('.'))

let hour = 100
const nextHour = () => hour++

describe('a patient', () => {
  test('has at most two open bookings with one professional, and five in the organisation', async () => {
    const patient = await newPatient()
    const first = await tryToBook({ caller: patient, from: nextHour() })
    assert.equal(first.status, 201, first.text)
    assert.equal((await tryToBook({ caller: patient, from: nextHour() })).status, 201)
    const refused = await tryToBook({ caller: patient, from: nextHour() })
    assert.equal(refused.status, 409, refused.text)
    assert.deepEqual(refused.body.error.details, { limit: { kind: 'WITH_PROFESSIONAL', max: 2, open: 2 } })

    for (const bookedDoctor of [second, second, third])
      assert.equal((await tryToBook({ caller: patient, doctor: bookedDoctor, from: nextHour() })).status, 201)
    const sixth = await tryToBook({ caller: patient, doctor: third, from: nextHour() })
    assert.equal(sixth.status, 409, sixth.text)
    assert.deepEqual(sixth.body.error.details, { limit: { kind: 'ORGANISATION', max: 5, open: 5 } })

    await call('PUT', `/api/appointments/${first.body.appointment.id}`, {
      token: patient.token,
      body: { status: 'CANCELLED' },
    })
    assert.equal((await tryToBook({ caller: patient, from: nextHour() })).status, 201, 'a cancelled one is not open')
    assert.equal(
      (await tryToBook({ caller: admin, patient, from: nextHour() })).status,
      201,
      'staff book beyond the limit',
    )
    assert.equal((await tryToBook({ caller: doctor, patient, from: nextHour() })).status, 201)
  })

  test('cannot exceed the limits by booking for dependants', async () => {
    const guardian = await newPatient()
    const children: Person[] = []
    for (const name of ['Lina', 'Sami', 'Nora'])
      children.push(
        (
          await call('POST', `/api/patients/${guardian.id}/dependants`, {
            token: guardian.token,
            body: { name, birthDate: '2020-01-01', kind: 'PARENT' },
          })
        ).body.guardianship?.dependant,
      )
    const { token } = await newSession(platform, guardian) // the new session acts for the dependants
    const caller = { ...guardian, token }
    const dermatologist = third
    const [first, other, last] = children as [Person, Person, Person]
    assert.equal((await tryToBook({ caller, patient: first, from: nextHour() })).status, 201)
    assert.equal((await tryToBook({ caller, patient: other, from: nextHour() })).status, 201)
    const refused = await tryToBook({ caller, patient: last, from: nextHour() })
    assert.deepEqual(
      [refused.status, refused.body.error?.details],
      [409, { limit: { kind: 'WITH_PROFESSIONAL', max: 2, open: 2 } }],
    )
    assert.equal((await tryToBook({ caller, from: nextHour() })).status, 409)
    for (const [patient, bookedDoctor] of [
      [last, second],
      [caller, second],
      [first, dermatologist],
    ] as const)
      assert.equal((await tryToBook({ caller, patient, doctor: bookedDoctor, from: nextHour() })).status, 201)
    const sixth = await tryToBook({ caller, patient: other, doctor: dermatologist, from: nextHour() })
    assert.deepEqual(sixth.body.error?.details, { limit: { kind: 'ORGANISATION', max: 5, open: 5 } })
  })

  test('cannot exceed the limits with twelve concurrent bookings', async () => {
    for (let round = 0; round < 3; round++) {
      const patient = await newPatient()
      const doctors = await Promise.all(Array.from({ length: 6 }, newDoctor))
      const answers = await Promise.all(
        doctors.flatMap((bookedDoctor) =>
          [1, 2].map(() => tryToBook({ caller: patient, doctor: bookedDoctor, from: nextHour() })),
        ),
      )
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [201, 201, 201, 201, 201, 409, 409, 409, 409, 409, 409, 409])
      assert.equal(await openOf(patient), 5)
    }
    const patient = await newPatient()
    const answers = await Promise.all(Array.from({ length: 6 }, () => tryToBook({ caller: patient, from: nextHour() })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 2)
    assert.equal(await openOf(patient), 2)
  })

  test('cannot have two consultations at the same time, even if both are booked concurrently', async () => {
    const patient = await newPatient()
    const from = nextHour()
    const answers = await Promise.all(
      [doctor, second].map((bookedDoctor) => tryToBook({ caller: patient, doctor: bookedDoctor, from })),
    )
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    assert.deepEqual([won!.status, lost!.status], [201, 409])
    assert.deepEqual(lost!.body.error.details, { overlap: { id: won!.body.appointment.id } })
    const other = await tryToBook({ caller: patient, doctor: third, from: nextHour() })
    const moved = await move(patient, other.body.appointment.id, from)
    assert.equal(moved.status, 409, moved.text)
    assert.deepEqual(moved.body.error.details, { overlap: { id: won!.body.appointment.id } })
    assert.equal((await move(patient, won!.body.appointment.id, from + 0.25)).status, 200, 'not with itself')
  })

  test('cannot have two consultations at the same time, even if both are moved concurrently', async () => {
    const patient = await newPatient()
    const ids = [
      (await tryToBook({ caller: patient, from: nextHour() })).body.appointment.id,
      (await tryToBook({ caller: patient, doctor: second, from: nextHour() })).body.appointment.id,
    ]
    const to = nextHour()
    const holder = await owner.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table appointments in share mode') // both requests can read, neither can write
      const moves = ids.map((id) => move(patient, id, to))
      await eventually(async () => {
        const { rowCount } = await owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount! >= 2
      }, 'both moves to wait')
      await holder.query('commit')
      const statuses = (await Promise.all(moves)).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [200, 409])
    } finally {
      holder.release()
    }
  })

  test('can only book and move to future times, for at most two hours', async () => {
    const patient = await newPatient()
    assert.deepEqual(pathsOf(await tryToBook({ caller: patient, from: -0.1 })), ['startTime'])
    assert.deepEqual(pathsOf(await tryToBook({ caller: patient, from: nextHour(), hours: 2.01 })), ['endTime'])
    assert.deepEqual(pathsOf(await tryToBook({ caller: patient, from: -50, more: { pastVisit: true } })), [
      'pastVisit',
      'startTime',
    ])
    const from = nextHour()
    hour += 3
    const booked = await tryToBook({ caller: patient, from, hours: 2 })
    assert.equal(booked.status, 201, booked.text)
    const { id } = booked.body.appointment
    assert.deepEqual(pathsOf(await move(patient, id, -1)), ['startTime'])
    assert.deepEqual(pathsOf(await move(patient, id, from, 2.5)), ['endTime'])
    assert.equal((await move(patient, id, from, 1)).status, 200)
    const longer = await book(platform, admin, third, patient, nextHour())
    const far = nextHour()
    hour += 8
    assert.equal((await move(admin, longer.id, far, 4)).status, 200)
    assert.equal((await move(patient, longer.id, far + 1, 4)).status, 200, 'keeps the length that staff chose')
  })

  test('can book beyond appointments that are over, which count again when they are moved into the future', async () => {
    const patient = await newPatient()
    const over = await book(platform, admin, doctor, patient, -2)
    for (let n = 0; n < 2; n++) assert.equal((await tryToBook({ caller: patient, from: nextHour() })).status, 201)
    const moved = await move(patient, over.id, nextHour())
    assert.equal(moved.status, 409, moved.text)
    assert.deepEqual(moved.body.error.details, { limit: { kind: 'WITH_PROFESSIONAL', max: 2, open: 2 } })
  })

  test('cannot book a doctor who was disabled', async () => {
    const [former, patient] = await Promise.all([newDoctor(), newPatient()])
    const path = `/api/users/${former.id}`
    assert.equal((await call('PUT', path, { token: admin.token, body: { disabled: true } })).status, 200)
    const answer = await tryToBook({ caller: patient, doctor: former, from: nextHour() })
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual(pathsOf(answer), ['doctorId'])
  })

  test('has the same limits with a browser session', async () => {
    const session = await newSession(platform, await newPatient())
    for (const expected of [201, 201, 409])
      assert.equal((await tryToBook({ caller: session, from: nextHour() })).status, expected)
  })
})

describe('a doctor', () => {
  const newPatientOfDoctor = async () => {
    const patient = await newPatient()
    assert.equal((await tryToBook({ caller: patient, from: nextHour() })).status, 201)
    return patient
  }

  test('can book at most 24 hours in the past', async () => {
    const patient = await newPatientOfDoctor()
    assert.equal((await tryToBook({ caller: doctor, patient, from: -22 })).status, 201)
    const refused = await tryToBook({ caller: doctor, patient, from: -24.1 })
    assert.equal(refused.status, 422, refused.text)
    assert.deepEqual(pathsOf(refused), ['startTime'])
    const { id } = (await tryToBook({ caller: doctor, patient, from: nextHour() })).body.appointment
    assert.deepEqual(pathsOf(await move(doctor, id, -400_000)), ['startTime'])
  })

  test('can record a past visit, which is marked as such', async () => {
    const patient = await newPatientOfDoctor()
    const recorded = await tryToBook({ caller: doctor, patient, from: -1000, more: { pastVisit: true } })
    assert.equal(recorded.status, 201, recorded.text)
    const shown = async (id: string) => (await call('GET', `/api/appointments/${id}`, { token: patient.token })).body
    assert.equal((await shown(recorded.body.appointment.id)).appointment.pastVisit, true)
    const ahead = await tryToBook({ caller: doctor, patient, from: nextHour(), more: { pastVisit: true } })
    assert.deepEqual([ahead.status, pathsOf(ahead)], [422, ['endTime']])
    const { id } = (await tryToBook({ caller: doctor, patient, from: nextHour() })).body.appointment
    assert.equal((await shown(id)).appointment.pastVisit, false)
  })
})

test('an administrator can enter old appointments without limits', async () => {
  const patient = await newPatient()
  const { startTime, endTime } = booking(platform, doctor, patient, -3000)
  assert.equal((await tryToBook({ caller: admin, patient, from: 0, more: { startTime, endTime } })).status, 201)
})
