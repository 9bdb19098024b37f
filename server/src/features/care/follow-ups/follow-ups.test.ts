import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, booking, eventsOf, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consent, newPractice, openFile, propose } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor, dentist, patient, pharmacist } = practice

await openFile(platform, admin, patient)
await Promise.all([doctor, dentist].map((one) => consent(platform, patient, one)))

const post = (caller: Person, body: object) => call('POST', '/api/follow-ups', { token: caller.token, body })
const settle = (caller: Person, id: string, verb: 'accept' | 'decline' | 'cancel', body?: object) =>
  call('POST', `/api/follow-ups/${id}/${verb}`, {
    token: caller.token,
    ...(verb === 'accept' ? { body: body ?? {} } : {}),
  })
const read = async (id: string, caller = admin) =>
  (await call('GET', `/api/follow-ups/${id}`, { token: caller.token })).body.followUp
const report = (followUpId: unknown, token = 'sandbox-internal-token') =>
  call('POST', '/api/internal/follow-up-accepted', { body: { followUpId }, headers: { 'x-internal-token': token } })
const appointmentsOf = async (person: Person) =>
  (await call('GET', `/api/appointments?patientId=${person.id}&pageSize=100`, { token: admin.token })).body.appointments
let hours = 100
/** A time after all others of this file. */
const slot = () => {
  const { startTime, endTime } = booking(platform, doctor, patient, hours++)
  return { startTime, endTime }
}
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')

describe('proposing a follow-up', () => {
  test('creates it PROPOSED without an appointment, and does not reserve the time', async () => {
    const times = slot()
    const reason = 'Contrôle de la tension · مراقبة الضغط'
    const created = await post(doctor, { doctorId: doctor.id, patientId: patient.id, ...times, reason })
    assert.equal(created.status, 201)
    const { id } = created.body.followUp
    assert.match(id, /^fu_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(created.body, { followUp: { id, status: 'PROPOSED', appointmentId: null } })
    for (const caller of [doctor, patient, admin]) {
      const shown = await read(id, caller)
      assert.ok(shown.doctor.name && shown.patient.name)
      assert.deepEqual(
        { ...shown, doctor: shown.doctor.id, patient: shown.patient.id },
        {
          id,
          status: 'PROPOSED',
          appointmentId: null,
          doctorId: doctor.id,
          patientId: patient.id,
          ...times,
          reason,
          createdAt: shown.createdAt,
          settledAt: null,
          doctor: doctor.id,
          patient: patient.id,
        },
      )
    }
    assert.deepEqual(await eventsOf(platform, id), [], 'the catalogue has no follow-up events')
    await book(platform, admin, doctor, patient, hours - 1)
  })

  test('is allowed to the doctor and administrators', async () => {
    const body = { doctorId: doctor.id, patientId: patient.id }
    for (const caller of [patient, pharmacist, dentist]) assert.equal((await post(caller, body)).status, 403)
    for (const caller of [doctor, admin]) assert.equal((await post(caller, body)).status, 201)
    assert.equal((await post(dentist, { ...body, doctorId: dentist.id })).status, 201)
  })

  test('returns the same fault for unknown users, foreign users and users with another role, with all other faults', async () => {
    const elsewhere = await newPractice(platform)
    const startTime = '2001-01-01T10:00:00Z'
    const endTime = '2001-01-01T10:30:00Z'
    for (const doctorId of ['usr_absent', elsewhere.doctor.id, patient.id, pharmacist.id])
      for (const patientId of ['usr_absent', elsewhere.patient.id, doctor.id]) {
        const refused = await post(admin, { doctorId, patientId, startTime, endTime })
        assert.equal(refused.status, 422)
        assert.deepEqual(pathsOf(refused), ['doctorId', 'patientId', 'startTime'])
        const absent = { doctorId: 'usr_absent', patientId: 'usr_absent', startTime, endTime }
        assert.equal(refused.text, (await post(admin, absent)).text)
      }
  })

  test('needs both times or none, with a valid time span in the future', async () => {
    for (const [times, path] of [
      [{ startTime: '2031-01-01T10:00:00Z' }, 'endTime'],
      [{ endTime: '2031-01-01T10:00:00Z' }, 'startTime'],
      [{ startTime: '2031-01-01T10:00:00Z', endTime: '2031-01-01T10:00:00Z' }, 'endTime'],
      [{ startTime: '2031-01-01T10:00:00Z', endTime: '2031-01-01T18:00:00.001Z' }, 'endTime'],
      [{ startTime: '2031-01-01T10:00:00', endTime: '2031-01-01T11:00:00Z' }, 'startTime'],
      [{ startTime: '2001-01-01T10:00:00Z', endTime: '2001-01-01T11:00:00Z' }, 'startTime'],
    ] as const) {
      const refused = await post(doctor, { doctorId: doctor.id, patientId: patient.id, ...times })
      assert.equal(refused.status, 422)
      assert.deepEqual(pathsOf(refused), [path])
      const id = await propose(platform, doctor, patient)
      const notAccepted = await settle(patient, id, 'accept', times)
      assert.deepEqual([notAccepted.status, ...pathsOf(notAccepted)], [422, path])
      assert.equal((await read(id)).status, 'PROPOSED')
    }
  })
})

describe('accepting a follow-up', () => {
  test('books the proposed time with the reason as notes, and publishes the appointment', async () => {
    const times = slot()
    const id = await propose(platform, doctor, patient, { ...times, reason: 'Contrôle' })
    const accepted = await settle(patient, id, 'accept')
    assert.equal(accepted.status, 200)
    const { appointmentId } = accepted.body.followUp
    assert.partialDeepStrictEqual(accepted.body, { followUp: { id, status: 'ACCEPTED', appointmentId } })
    const { appointment } = (await call('GET', `/api/appointments/${appointmentId}`, { token: patient.token })).body
    assert.partialDeepStrictEqual(appointment, {
      ...times,
      doctorId: doctor.id,
      patientId: patient.id,
      status: 'SCHEDULED',
      notes: 'Contrôle',
    })
    const { startTime } = times
    assert.deepEqual(await eventsOf(platform, appointmentId), [
      {
        event: 'appointment.created',
        data: { appointmentId, doctorId: doctor.id, patientId: patient.id, startTime },
      },
    ])
    const shown = await read(id)
    assert.ok(Math.abs(Date.parse(shown.settledAt) - platform.services.clock.nowMs()) < 60_000)
    assert.equal(shown.appointmentId, appointmentId)
  })

  test('with another time books that time, and keeps the proposed one', async () => {
    const proposed = slot()
    const given = slot()
    for (const offered of [proposed, {}]) {
      const id = await propose(platform, doctor, patient, offered)
      const { appointmentId } = (await settle(admin, id, 'accept', given)).body.followUp
      const { appointment } = (await call('GET', `/api/appointments/${appointmentId}`, { token: admin.token })).body
      assert.partialDeepStrictEqual(appointment, given)
      const { startTime, endTime } = await read(id)
      assert.deepEqual({ startTime, endTime }, { startTime: null, endTime: null, ...offered })
      await call('PUT', `/api/appointments/${appointmentId}`, { token: admin.token, body: { status: 'CANCELLED' } })
    }
  })

  test('without a time books nothing', async () => {
    const own = await newPatient()
    const id = await propose(platform, doctor, own)
    const accepted = await settle(own, id, 'accept')
    assert.partialDeepStrictEqual(accepted.body, { followUp: { id, status: 'ACCEPTED', appointmentId: null } })
    assert.deepEqual(await appointmentsOf(own), [])
  })

  test('again returns the same response and books nothing', async () => {
    const own = await newPatient()
    const id = await propose(platform, doctor, own, slot())
    const first = await settle(own, id, 'accept')
    for (const caller of [own, admin])
      for (const body of [{}, slot()]) {
        const again = await settle(caller, id, 'accept', body)
        assert.deepEqual([again.status, again.text], [200, first.text])
      }
    const [{ id: appointmentId }, ...more] = await appointmentsOf(own)
    assert.deepEqual([appointmentId, more], [first.body.followUp.appointmentId, []])
    assert.equal((await eventsOf(platform, appointmentId)).length, 1)
  })

  test('by twenty concurrent calls to the API and the hook books one appointment', async () => {
    for (let round = 0; round < 3; round++) {
      const own = await newPatient()
      const id = await propose(platform, doctor, own, slot())
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          n % 3 === 0 ? report(id) : settle(n % 3 === 1 ? own : admin, id, 'accept'),
        ),
      )
      const [{ id: appointmentId }, ...more] = await appointmentsOf(own)
      assert.deepEqual(more, [])
      for (const { status, body } of answers) {
        assert.equal(status, 200)
        if (body.followUp) assert.partialDeepStrictEqual(body.followUp, { id, status: 'ACCEPTED', appointmentId })
        else assert.equal(body.ok, true)
      }
      assert.equal((await eventsOf(platform, appointmentId)).length, 1)
    }
  })

  test('at a taken time returns a conflict without the id of another patient’s appointment, and leaves it PROPOSED', async () => {
    const times = slot()
    const { id: other } = await book(platform, admin, doctor, await newPatient(), hours - 1)
    const id = await propose(platform, doctor, patient, times)
    const refused = await settle(patient, id, 'accept')
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.details, { overlap: { id: null } })
    assert.ok(!refused.text.includes(other))
    assert.partialDeepStrictEqual(await read(id), { status: 'PROPOSED', appointmentId: null, settledAt: null })
    assert.equal((await settle(patient, id, 'accept', slot())).status, 200)
  })

  test('twenty times for proposals at one time books one appointment', async () => {
    const times = slot()
    const ids = await Promise.all(Array.from({ length: 20 }, () => propose(platform, doctor, patient, times)))
    const answers = await Promise.all(ids.map((id) => settle(patient, id, 'accept')))
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    for (const lost of answers.filter((answer) => answer !== won[0])) {
      assert.equal(lost.status, 409)
      assert.deepEqual(lost.body.error.details, { overlap: { id: won[0]!.body.followUp.appointmentId } })
    }
  })

  test('is allowed to the patient and administrators, and hidden from other users', async () => {
    const elsewhere = await newPractice(platform)
    const id = await propose(platform, doctor, patient)
    for (const verb of ['accept', 'decline'] as const) assert.equal((await settle(doctor, id, verb)).status, 403)
    assert.equal((await settle(patient, id, 'cancel')).status, 403)
    for (const caller of [await newPatient(), dentist, pharmacist, elsewhere.patient, elsewhere.admin])
      for (const verb of ['accept', 'decline', 'cancel'] as const) {
        const refused = await settle(caller, id, verb)
        assert.deepEqual([refused.status, refused.text], [404, (await settle(caller, 'fu_absent', verb)).text])
      }
    assert.equal((await read(id)).status, 'PROPOSED')
  })

  test('with a disabled doctor returns 422 and books nothing', async () => {
    const leaving = await newPerson(platform, tenantId, 'DOCTOR')
    const id = await propose(platform, leaving, patient, slot())
    await call('PUT', `/api/users/${leaving.id}`, { token: admin.token, body: { disabled: true } })
    const refused = await settle(patient, id, 'accept')
    assert.deepEqual([refused.status, ...pathsOf(refused)], [422, 'doctorId'])
    assert.equal((await read(id)).status, 'PROPOSED')
  })
})

test('declining and cancelling are final: repeating changes nothing, other transitions conflict', async () => {
  const transitions = [
    ['accept', patient, 'ACCEPTED'],
    ['decline', patient, 'DECLINED'],
    ['cancel', doctor, 'CANCELLED'],
  ] as const
  for (const [first, caller, from] of transitions)
    for (const [previous, next, to] of transitions) {
      const id = await propose(platform, doctor, patient)
      const settled = await settle(caller, id, first)
      assert.partialDeepStrictEqual(settled.body, { followUp: { id, status: from, appointmentId: null } })
      const { settledAt } = await read(id)
      assert.ok(settledAt)
      for (const caller of [next, admin]) {
        const answer = await settle(caller, id, previous)
        if (from === to) assert.deepEqual([answer.status, answer.text], [200, settled.text])
        else {
          assert.equal(answer.status, 409)
          assert.deepEqual(answer.body.error.details, { state: { from, to, allowed: [] } })
        }
      }
      assert.partialDeepStrictEqual(await read(id), { status: from, settledAt })
    }
})

test('concurrent acceptance, refusal and cancellation have one outcome', async () => {
  for (let round = 0; round < 5; round++) {
    const own = await newPatient()
    const id = await propose(platform, doctor, own, slot())
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        settle(n % 3 === 2 ? doctor : own, id, (['accept', 'decline', 'cancel'] as const)[n % 3]!),
      ),
    )
    const outcomes = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.followUp.status] : [])))
    const { status, appointmentId } = await read(id)
    assert.deepEqual([...outcomes], [status])
    assert.equal(answers.filter((answer) => answer.status === 200).length, 4)
    assert.equal((await appointmentsOf(own)).length, appointmentId ? 1 : 0)
  }
})

test('callers list their own follow-ups, newest first, by status, time and person', async () => {
  const own = await newPractice(platform)
  const other = await newPerson(platform, own.tenantId, 'PATIENT')
  const first = await propose(platform, own.doctor, own.patient)
  const second = await propose(platform, own.dentist, own.patient)
  const third = await propose(platform, own.doctor, other)
  await settle(own.patient, second, 'decline')
  for (const [caller, query, expected] of [
    [own.admin, '', [third, second, first]],
    [own.patient, '', [second, first]],
    [other, '', [third]],
    [own.doctor, '', [third, first]],
    [own.dentist, '', [second]],
    [own.pharmacist, '', []],
    [own.admin, '?status=PROPOSED', [third, first]],
    [own.admin, '?status=DECLINED,CANCELLED', [second]],
    [own.admin, `?doctorId=${own.doctor.id}&patientId=${other.id}`, [third]],
    [own.patient, `?patientId=${other.id}`, []],
    [own.admin, '?from=2100-01-01T00:00:00Z', []],
    [own.admin, '?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z', [third, second, first]],
    [own.admin, '?to=2000-01-01T00:00:00Z', []],
    [own.admin, '?pageSize=1&page=3', [first]],
    [admin, `?doctorId=${own.doctor.id}`, []],
  ] as const) {
    const { body } = await call('GET', `/api/follow-ups${query}`, { token: caller.token })
    assert.deepEqual(
      body.followUps.map(({ id }: { id: string }) => id),
      expected,
      query,
    )
  }
})

describe('the hook follow-up-accepted', () => {
  test('accepts and books once if it is called repeatedly', async () => {
    const own = await newPatient()
    const id = await propose(platform, doctor, own, slot())
    for (let times = 0; times < 2; times++) {
      const { status, body } = await report(id)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['ok', 'timestamp'])
      assert.ok(body.ok && Date.parse(body.timestamp))
    }
    const [{ id: appointmentId }, ...more] = await appointmentsOf(own)
    assert.deepEqual(more, [])
    assert.partialDeepStrictEqual(await read(id), { status: 'ACCEPTED', appointmentId })
    const { rows } = await platform.owner.query(
      `select distinct user_id, client_id, patient_ids from audit_log where subject_id = $1 and operation like '/api/internal/%'`,
      [id],
    )
    assert.deepEqual(rows, [{ user_id: 'platform', client_id: 'internal', patient_ids: [own.id] }])
  })

  test('fails with an error code, and leaves the follow-up unchanged', async () => {
    const declined = await propose(platform, doctor, patient)
    await settle(patient, declined, 'decline')
    const times = slot()
    await book(platform, admin, doctor, patient, hours - 1)
    const taken = await propose(platform, doctor, patient, times)
    for (const [id, status, error] of [
      ['fu_absent', 404, 'follow_up_not_found'],
      [declined, 409, 'invalid_transition'],
      [taken, 409, 'invalid_transition'],
      ['apt_1', 422, 'unprocessable'],
      [undefined, 422, 'unprocessable'],
    ] as const) {
      const answer = await report(id)
      assert.deepEqual([answer.status, answer.body], [status, { error }])
    }
    const refused = await report(taken, 'wrong')
    assert.deepEqual([refused.status, refused.body], [403, { error: 'forbidden' }])
    assert.equal((await read(taken)).status, 'PROPOSED')
  })
})

test('a proposed time in the past is not booked; another time can be accepted', async () => {
  const { startTime, endTime } = booking(platform, doctor, patient, 0.1)
  const id = await propose(platform, doctor, patient, { startTime, endTime })
  await platform.advance(600)
  const refused = await settle(patient, id, 'accept')
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
  assert.deepEqual((await report(id)).body, { error: 'invalid_transition' })
  assert.equal((await read(id)).status, 'PROPOSED')
  assert.equal((await settle(patient, id, 'accept', slot())).status, 200)
})
