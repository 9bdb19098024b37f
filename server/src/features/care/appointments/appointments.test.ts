import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { z } from 'zod'
import { book, booking, eventsOf, newClinic, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { createPlace, createVisitType } from '../../../../testing/scheduling.ts'
import type { bookAppointment, updateAppointment } from './contract.ts'

const platform = await startPlatform()
const { call } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient } = clinic

const put = (caller: Person, id: string, body: object) =>
  call('PUT', `/api/appointments/${id}`, { token: caller.token, body })
const statusOf = async (id: string) =>
  (await call('GET', `/api/appointments/${id}`, { token: admin.token })).body.appointment.status

describe('booking', () => {
  test('assigns a video room, returns UTC times, and publishes an event', async () => {
    const booked = await call('POST', '/api/appointments', {
      token: admin.token,
      body: {
        doctorId: doctor.id,
        patientId: patient.id,
        startTime: '2031-03-01T10:00:00+01:00',
        endTime: '2031-03-01T10:30:00+01:00',
        notes: 'Première visite · زيارة أولى 🩺',
      },
    })
    assert.equal(booked.status, 201)
    const { id, status, videoRoomId } = booked.body.appointment
    assert.match(id, /^apt_[0-9a-f]{32}$/)
    assert.match(videoRoomId, /^room_[0-9a-f]{32}$/)
    assert.equal(status, 'SCHEDULED')
    const read = await call('GET', `/api/appointments/${id}`, { token: patient.token })
    assert.deepEqual(
      { ...read.body.appointment, patient: undefined, doctor: undefined },
      {
        id,
        doctorId: doctor.id,
        patientId: patient.id,
        startTime: '2031-03-01T09:00:00.000Z',
        endTime: '2031-03-01T09:30:00.000Z',
        status: 'SCHEDULED',
        notes: 'Première visite · زيارة أولى 🩺',
        videoRoomId,
        pastVisit: false,
        proposed: false,
        visitTypeId: null,
        placeId: null,
        mode: 'VIDEO',
        visitReason: null,
        lateCancel: false,
        movedCount: 0,
        seriesId: null,
        patient: undefined,
        doctor: undefined,
      },
    )
    assert.equal(read.body.appointment.patient.id, patient.id)
    assert.deepEqual(await eventsOf(platform, id), [
      {
        event: 'appointment.created',
        data: { appointmentId: id, doctorId: doctor.id, patientId: patient.id, startTime: '2031-03-01T09:00:00.000Z' },
      },
    ])
  })

  // The types require every field of the contract here, so that no field is accepted and then dropped.
  test('reads back every field of a booking and of a change', async () => {
    const booked: Required<Omit<z.input<NonNullable<typeof bookAppointment.body>>, 'holdId'>> = {
      ...booking(platform, doctor, patient, -900),
      pastVisit: true,
      notes: 'Booked',
      visitTypeId: (await createVisitType(platform, admin, { mode: 'HOME' })).id,
      placeId: await createPlace(platform, admin),
      mode: 'HOME',
      visitReason: 'Contrôle',
    }
    const relationship = `/api/patients/${patient.id}/relationships/${doctor.id}`
    await call('PUT', relationship, { token: patient.token, body: {} }) // only a professional who treats the patient records past visits
    const answer = await call('POST', '/api/appointments', { token: doctor.token, body: booked })
    assert.equal(answer.status, 201, answer.text)
    const { id } = answer.body.appointment
    const read = async (like: object) => {
      const { appointment } = (await call('GET', `/api/appointments/${id}`, { token: doctor.token })).body
      return Object.fromEntries(Object.keys(like).map((field) => [field, appointment[field]]))
    }
    assert.deepEqual(await read(booked), booked)
    const { startTime, endTime } = booking(platform, doctor, patient, -901)
    const change: Required<
      Omit<z.input<NonNullable<typeof updateAppointment.body>>, 'reason' | 'holdId' | 'lateCancel'>
    > = {
      startTime,
      endTime,
      notes: 'Changed',
      placeId: await createPlace(platform, admin),
      visitReason: null,
      status: 'CONFIRMED',
    }
    await put(doctor, id, change)
    assert.deepEqual(await read(change), change)
  })

  test('gives the slot to one of twenty concurrent bookings, and returns its id in the conflicts', async () => {
    for (let slot = 0; slot < 10; slot++) {
      const body = booking(platform, doctor, patient, 1000 + slot)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => call('POST', '/api/appointments', { token: admin.token, body })),
      )
      const won = answers.filter(({ status }) => status === 201)
      assert.equal(won.length, 1)
      for (const lost of answers.filter((answer) => answer !== won[0])) {
        assert.equal(lost.status, 409)
        assert.equal(lost.body.error.code, 'CONFLICT')
        assert.deepEqual(lost.body.error.details, { overlap: { id: won[0]!.body.appointment.id } })
      }
    }
  })

  test('accepts adjacent appointments and refuses every kind of overlap', async () => {
    const at = (from: string, to: string) => ({
      doctorId: doctor.id,
      patientId: patient.id,
      startTime: `2032-01-01T${from}:00Z`,
      endTime: `2032-01-01T${to}:00Z`,
    })
    const post = (from: string, to: string) =>
      call('POST', '/api/appointments', { token: admin.token, body: at(from, to) })
    assert.equal((await post('10:00', '11:00')).status, 201)
    assert.equal((await post('09:00', '10:00')).status, 201)
    assert.equal((await post('11:00', '19:00')).status, 201)
    for (const [from, to] of [
      ['10:15', '10:30'],
      ['09:30', '10:30'],
      ['10:30', '11:30'],
      ['08:00', '12:00'],
      ['18:59', '19:01'],
    ] as const) {
      assert.equal((await post(from, to)).status, 409, `${from} to ${to}`)
    }
    assert.equal((await post('19:00', '20:00')).status, 201)
  })

  test('frees the slot of a cancelled, deleted or completed appointment', async () => {
    for (const [hours, free] of [
      [2000, (id: string) => put(patient, id, { status: 'CANCELLED' })],
      [2001, (id: string) => put(doctor, id, { status: 'COMPLETED' })],
      [2002, (id: string) => call('DELETE', `/api/appointments/${id}`, { token: admin.token })],
    ] as const) {
      const { id } = await book(platform, admin, doctor, patient, hours)
      assert.equal((await free(id)).status, 200)
      await book(platform, admin, doctor, patient, hours)
    }
  })

  test('lets patients and doctors book for themselves only, and administrators for everyone', async () => {
    const [otherDoctor, otherPatient, dentist, pharmacist] = await Promise.all([
      newPerson(platform, clinic.tenantId, 'DOCTOR'),
      newPerson(platform, clinic.tenantId, 'PATIENT'),
      newPerson(platform, clinic.tenantId, 'DENTIST'),
      newPerson(platform, clinic.tenantId, 'PHARMACIST'),
    ])
    const status = async (caller: Person, withDoctor: Person, to: Person, hours: number) =>
      (await call('POST', '/api/appointments', { token: caller.token, body: booking(platform, withDoctor, to, hours) }))
        .status
    assert.equal(await status(otherPatient, doctor, otherPatient, 2100), 201)
    assert.equal(await status(otherPatient, doctor, patient, 2101), 403)
    assert.equal(await status(doctor, doctor, patient, 2102), 201)
    assert.equal(await status(doctor, otherDoctor, patient, 2103), 403)
    assert.equal(await status(dentist, dentist, patient, 2104), 201)
    assert.equal(await status(pharmacist, doctor, patient, 2105), 403)
    assert.equal(await status(admin, otherDoctor, otherPatient, 2106), 201)
  })

  test('returns the same fault for unknown users, foreign users and users with another role, for both people in one response', async () => {
    const elsewhere = await newClinic(platform)
    const times = booking(platform, doctor, patient, 2200)
    for (const doctorId of ['usr_nobody', elsewhere.doctor.id, patient.id, admin.id]) {
      for (const caller of [admin, patient]) {
        const answer = await call('POST', '/api/appointments', {
          token: caller.token,
          body: { ...times, doctorId, patientId: 'usr_nobody' },
        })
        assert.equal(answer.status, 422, doctorId)
        assert.deepEqual(
          answer.body.error.details.map((fault: { path: string[] }) => fault.path),
          [['doctorId'], ['patientId']],
        )
      }
    }
  })

  test('refuses time spans that end before they start or last longer than 8 hours', async () => {
    for (const [startTime, endTime] of [
      ['2031-05-01T10:00:00Z', '2031-05-01T10:00:00Z'],
      ['2031-05-01T10:00:00Z', '2031-05-01T09:00:00Z'],
      ['2031-05-01T10:00:00Z', '2031-05-01T18:00:00.001Z'],
    ]) {
      const answer = await call('POST', '/api/appointments', {
        token: admin.token,
        body: { doctorId: doctor.id, patientId: patient.id, startTime, endTime },
      })
      assert.equal(answer.status, 422)
      assert.deepEqual(answer.body.error.details[0].path, ['endTime'])
    }
  })
})

describe('an update', () => {
  test('of the status publishes an event with the changed fields', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2300)
    for (const status of ['CONFIRMED', 'IN_PROGRESS', 'COMPLETED'])
      assert.partialDeepStrictEqual((await put(doctor, id, { status })).body, { appointment: { id, status } })
    const [, ...changes] = await eventsOf(platform, id)
    const updated = { event: 'appointment.updated', data: { appointmentId: id, changes: ['status'] } }
    assert.deepEqual(changes, [
      updated,
      updated,
      updated,
      { event: 'appointment.completed', data: { appointmentId: id, durationSec: 0 } },
    ])
  })

  test('to the current status returns 200 and publishes no event', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2301)
    await put(doctor, id, { status: 'CONFIRMED' })
    const before = await eventsOf(platform, id)
    assert.equal((await put(doctor, id, { status: 'CONFIRMED' })).status, 200)
    assert.equal((await put(doctor, id, {})).status, 200)
    assert.deepEqual(await eventsOf(platform, id), before)
  })

  test('with a forbidden transition returns a conflict with the allowed ones', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2302)
    assert.deepEqual((await put(doctor, id, { status: 'IN_PROGRESS' })).body.error.details, {
      state: { from: 'SCHEDULED', to: 'IN_PROGRESS', allowed: ['CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] },
    })
    await put(doctor, id, { status: 'CANCELLED' })
    for (const status of ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW']) {
      const answer = await put(admin, id, { status })
      assert.equal(answer.status, 409)
      assert.deepEqual(answer.body.error.details, { state: { from: 'CANCELLED', to: status, allowed: [] } })
    }
  })

  test('to NO_SHOW is refused before the start time', async () => {
    const { id } = await book(platform, admin, doctor, patient, 0.5)
    assert.equal((await put(doctor, id, { status: 'NO_SHOW' })).status, 409)
    await platform.advance(1800)
    assert.equal((await put(doctor, id, { status: 'NO_SHOW' })).status, 200)
  })

  test('by a patient can only set the status CANCELLED', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2303)
    for (const status of ['CONFIRMED', 'COMPLETED', 'NO_SHOW', 'IN_PROGRESS'])
      assert.equal((await put(patient, id, { status })).status, 403)
    assert.equal((await put(patient, id, { status: 'CANCELLED' })).status, 200)
    const [, , cancelled] = await eventsOf(platform, id)
    assert.deepEqual(cancelled, {
      event: 'appointment.cancelled',
      data: { appointmentId: id, reason: 'patient_request' },
    })
  })

  test('to CANCELLED publishes the given reason, or a default for the role', async () => {
    const reasonOf = async (caller: Person, hours: number, body: object) => {
      const { id } = await book(platform, admin, doctor, patient, hours)
      await put(caller, id, { status: 'CANCELLED', ...body })
      return (await eventsOf(platform, id)).at(-1)!.data
    }
    assert.partialDeepStrictEqual(await reasonOf(doctor, 2310, {}), { reason: 'doctor_request' })
    assert.partialDeepStrictEqual(await reasonOf(admin, 2311, {}), { reason: 'admin_request' })
    assert.partialDeepStrictEqual(await reasonOf(patient, 2312, { reason: 'voyage' }), { reason: 'voyage' })
  })

  test('of the time needs a new confirmation if the patient makes it, but not if the doctor does', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2320)
    await put(doctor, id, { status: 'CONFIRMED' })
    const { startTime, endTime } = booking(platform, doctor, patient, 2321)
    assert.equal((await put(doctor, id, { startTime, endTime })).body.appointment.status, 'CONFIRMED')
    const later = booking(platform, doctor, patient, 2322)
    assert.equal(
      (await put(patient, id, { startTime: later.startTime, endTime: later.endTime })).body.appointment.status,
      'SCHEDULED',
    )
    assert.deepEqual((await eventsOf(platform, id)).at(-1), {
      event: 'appointment.updated',
      data: { appointmentId: id, changes: ['status', 'startTime', 'endTime'] },
    })
  })

  test('of the time conflicts with a taken slot, but not with the own slot', async () => {
    const first = await book(platform, admin, doctor, patient, 2330)
    const second = await book(platform, admin, doctor, patient, 2332)
    const moveTarget = booking(platform, doctor, patient, 2330)
    const moved = await put(admin, second.id, { startTime: moveTarget.startTime, endTime: moveTarget.endTime })
    assert.equal(moved.status, 409)
    assert.deepEqual(moved.body.error.details, { overlap: { id: first.id } })
    const longer = new Date(Date.parse(moveTarget.endTime) + 60_000).toISOString()
    assert.equal((await put(admin, first.id, { endTime: longer })).status, 200)
    const shrunk = await put(admin, first.id, { endTime: '2026-01-01T00:00:00Z' })
    assert.equal(shrunk.status, 422)
    assert.deepEqual(shrunk.body.error.details[0].path, ['endTime'])
  })

  test('of the time is refused for a completed appointment', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2340)
    await put(doctor, id, { status: 'COMPLETED' })
    const { startTime, endTime } = booking(platform, doctor, patient, 2341)
    assert.equal((await put(doctor, id, { startTime, endTime })).status, 409)
  })

  test('of the notes to null clears them; patients cannot write notes after the end', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2350)
    await put(patient, id, { notes: 'Allergie à la pénicilline' })
    await put(doctor, id, { notes: null, status: 'COMPLETED' })
    assert.equal((await put(patient, id, { notes: 'encore' })).status, 409)
    assert.equal((await put(doctor, id, { notes: 'Compte rendu' })).status, 200)
    assert.equal(
      (await call('GET', `/api/appointments/${id}`, { token: doctor.token })).body.appointment.notes,
      'Compte rendu',
    )
  })

  test('takes effect once if it is repeated concurrently', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2360)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        put(n % 2 ? doctor : admin, id, { status: n % 2 ? 'CONFIRMED' : 'CANCELLED' }),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.equal((await eventsOf(platform, id)).filter(({ event }) => event === 'appointment.cancelled').length, 1)
    assert.equal(await statusOf(id), 'CANCELLED')
  })
})

describe('deletion', () => {
  test('is allowed to administrators, and hides the appointment from reads, updates and lists', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2400)
    for (const caller of [doctor, patient])
      assert.equal((await call('DELETE', `/api/appointments/${id}`, { token: caller.token })).status, 403)
    assert.deepEqual((await call('DELETE', `/api/appointments/${id}`, { token: admin.token })).body, { ok: true })
    assert.deepEqual((await eventsOf(platform, id)).at(-1), {
      event: 'appointment.cancelled',
      data: { appointmentId: id, reason: 'deleted_by_admin' },
    })
    for (const method of ['GET', 'PUT', 'DELETE']) {
      assert.equal(
        (
          await call(method, `/api/appointments/${id}`, {
            token: admin.token,
            ...(method === 'PUT' ? { body: {} } : {}),
          })
        ).status,
        404,
      )
    }
    const listed = await call('GET', `/api/appointments?patientId=${patient.id}&pageSize=100`, { token: admin.token })
    assert.ok(!listed.body.appointments.some((each: { id: string }) => each.id === id))
  })

  test('of a completed appointment publishes no event', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2401)
    await put(doctor, id, { status: 'COMPLETED' })
    const before = await eventsOf(platform, id)
    await call('DELETE', `/api/appointments/${id}`, { token: admin.token })
    assert.deepEqual(await eventsOf(platform, id), before)
  })
})

describe('visibility', () => {
  test('patients and doctors see their own appointments, administrators all of their tenant, pharmacies none; totals count visible ones only', async () => {
    const own = await newClinic(platform)
    const other = {
      doctor: await newPerson(platform, own.tenantId, 'DOCTOR'),
      patient: await newPerson(platform, own.tenantId, 'PATIENT'),
    }
    const pharmacist = await newPerson(platform, own.tenantId, 'PHARMACIST')
    const a = await book(platform, own.admin, own.doctor, own.patient, 1)
    const b = await book(platform, own.admin, other.doctor, own.patient, 2)
    const c = await book(platform, own.admin, own.doctor, other.patient, 3)
    const seenBy = async (caller: Person, query = '') => {
      const { body } = await call('GET', `/api/appointments${query}`, { token: caller.token })
      assert.equal(body.pagination.total, body.appointments.length)
      return body.appointments.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await seenBy(own.admin), [c.id, b.id, a.id])
    assert.deepEqual(await seenBy(own.patient), [b.id, a.id])
    assert.deepEqual(await seenBy(own.doctor), [c.id, a.id])
    assert.deepEqual(await seenBy(pharmacist), [])
    assert.deepEqual(await seenBy(admin, `?doctorId=${own.doctor.id}`), [], 'filters do not widen visibility')
    assert.deepEqual(await seenBy(own.patient, `?patientId=${other.patient.id}`), [])
    for (const [caller, id] of [
      [own.patient, c.id],
      [other.doctor, a.id],
      [pharmacist, a.id],
      [admin, a.id],
    ] as const) {
      const foreign = await call('GET', `/api/appointments/${id}`, { token: caller.token })
      const absent = await call('GET', '/api/appointments/apt_absent', { token: caller.token })
      assert.equal(foreign.status, 404)
      assert.equal(foreign.text, absent.text, 'identical responses')
      assert.equal((await put(caller, id, { notes: 'x' })).status, 404)
    }
  })

  test('lists by status, person and time, page by page, newest first', async () => {
    const own = await newClinic(platform)
    const created: string[] = []
    for (let n = 0; n < 5; n++) created.unshift((await book(platform, own.admin, own.doctor, own.patient, 10 + n)).id)
    await put(own.doctor, created[0]!, { status: 'CONFIRMED' })
    const list = async (query: string) =>
      (await call('GET', `/api/appointments?${query}`, { token: own.admin.token })).body
    const second = await list('page=2&pageSize=2')
    assert.deepEqual(
      second.appointments.map(({ id }: { id: string }) => id),
      created.slice(2, 4),
    )
    const { nextCursor, ...counted } = second.pagination
    assert.equal(typeof nextCursor, 'string')
    assert.deepEqual(counted, { page: 2, pageSize: 2, total: 5, totalPages: 3 })
    assert.deepEqual((await list('page=9')).appointments, [])
    assert.equal((await list('status=CONFIRMED')).pagination.total, 1)
    assert.equal((await list('status=CONFIRMED,SCHEDULED')).pagination.total, 5)
    const from = new Date(platform.services.clock.nowMs() + 12.5 * 3_600_000).toISOString()
    assert.equal((await list(`from=${from}`)).pagination.total, 2)
    assert.equal((await list(`to=${from}`)).pagination.total, 3)
  })

  test('every read, write and refusal leaves one audit row that names the patient', async () => {
    const own = await newClinic(platform)
    const { id } = await book(platform, own.doctor, own.doctor, own.patient)
    await call('GET', `/api/appointments/${id}`, { token: own.patient.token, headers: { 'x-request-id': 'audit-1' } })
    await call('GET', '/api/appointments', { token: own.admin.token })
    await call('GET', '/api/appointments/apt_absent', { token: own.admin.token })
    await call('DELETE', `/api/appointments/${id}`, { token: own.doctor.token })
    const { rows } = await platform.owner.query(
      'select user_id, operation, outcome, subject_id, patient_ids, request_id from audit_log where tenant_id = $1 and operation <> $2 order by id',
      [own.tenantId, 'issueToken'],
    )
    assert.deepEqual(
      rows.map(({ request_id, ...row }) => row),
      [
        {
          user_id: own.doctor.id,
          operation: 'bookAppointment',
          outcome: 'OK',
          subject_id: id,
          patient_ids: [own.patient.id],
        },
        {
          user_id: own.patient.id,
          operation: 'readAppointment',
          outcome: 'OK',
          subject_id: id,
          patient_ids: [own.patient.id],
        },
        {
          user_id: own.admin.id,
          operation: 'listAppointments',
          outcome: 'OK',
          subject_id: null,
          patient_ids: [own.patient.id],
        },
        {
          user_id: own.admin.id,
          operation: 'readAppointment',
          outcome: 'NOT_FOUND',
          subject_id: 'apt_absent',
          patient_ids: [],
        },
        {
          user_id: own.doctor.id,
          operation: 'deleteAppointment',
          outcome: 'FORBIDDEN',
          subject_id: null,
          patient_ids: [],
        },
      ],
    )
    assert.equal(rows[1].request_id, 'audit-1')
  })
})

test('a tenant without doctors and patients lists no appointments', async () => {
  const tenant = await newTenant(platform)
  const onlyAdmin = await newPerson(platform, tenant, 'ADMIN')
  assert.deepEqual((await call('GET', '/api/appointments', { token: onlyAdmin.token })).body.appointments, [])
})
