import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, booking, messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, recordCondition } from '../../../../testing/practice.ts'
import { builder } from '../../../db/kysely.ts'
import { treats } from './queries.ts'
import { bases, isInForce } from './rules.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor, dentist, pharmacist } = practice
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')
const MONTH_SEC = 31 * 86_400

const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const fileStatus = async (caller: Person, { id }: Person) => (await callAs('GET', caller, `patients/${id}`)).status
const relationshipsOf = async (caller: Person, { id }: Person) =>
  (await callAs('GET', caller, `patients/${id}/relationships`)).body.relationships
const pathOf = (patient: Person, professional: Person) => `patients/${patient.id}/relationships/${professional.id}`
const end = (caller: Person, patient: Person, professional: Person) =>
  callAs('DELETE', caller, pathOf(patient, professional))
const state = (caller: Person, patient: Person, professional: Person, body: object = {}) =>
  callAs('PUT', caller, pathOf(patient, professional), body)
const complete = async (caller: Person, id: string) =>
  assert.equal((await callAs('PUT', caller, `appointments/${id}`, { status: 'COMPLETED' })).status, 200)
const openInEmergency = (caller: Person, { id }: Pick<Person, 'id'>, reason = 'Unconscious on arrival') =>
  callAs('POST', caller, `patients/${id}/emergency-access`, { reason })

describe('an answer that is repeated under an idempotency key', () => {
  const record = (caller: Person, patient: Person, key: string) =>
    call('POST', `/api/patients/${patient.id}/conditions`, {
      token: caller.token,
      body: { name: 'Diabète', longTerm: true },
      headers: { 'idempotency-key': key },
    })

  test('is repeated while the doctor treats the patient, and refused after the patient has ended the relationship', async () => {
    const patient = await newPatient()
    await state(patient, patient, doctor)
    const first = await record(doctor, patient, 'ended')
    assert.equal(first.status, 201, first.text)
    assert.equal((await record(doctor, patient, 'ended')).text, first.text)
    await end(patient, patient, doctor)
    const refused = await record(doctor, patient, 'ended')
    assert.deepEqual([refused.status, refused.text.includes('Diabète')], [403, false])
  })

  test('is repeated to a doctor who has only an open proposal with the patient', async () => {
    const [patient, proposing] = [await newPatient(), await newDoctor()]
    const body = booking(platform, proposing, patient, 5_000)
    const propose = () =>
      call('POST', '/api/appointments', { token: proposing.token, body, headers: { 'idempotency-key': 'proposal' } })
    const first = await propose()
    assert.equal(first.status, 201, first.text)
    assert.equal((await propose()).text, first.text)
  })
})

test('a patient is notified when an administrator states a relationship, and only the patient can state consent', async () => {
  const [patient, professional] = [await newPatient(), await newDoctor()]
  const otherAdmin = await newPerson(platform, tenantId, 'ADMIN')
  const path = `patients/${patient.id}/relationships/${professional.id}`
  assert.equal((await callAs('PUT', admin, path, { basis: 'CONSENTED' })).status, 403)
  assert.equal((await callAs('PUT', admin, path, { basis: 'REFERRED' })).status, 200)
  assert.equal((await callAs('PUT', admin, path, { basis: 'REFERRED' })).status, 200)
  assert.equal((await messagesTo(platform, patient.id, 'RELATIONSHIP_STATED')).length, 1, 'once')
  assert.equal((await messagesTo(platform, otherAdmin.id, 'RELATIONSHIP_STATED_REPORT')).length, 1)
  assert.deepEqual(await messagesTo(platform, admin.id, 'RELATIONSHIP_STATED_REPORT'), [])
  await owner.query(`update care_relationships set until = app_now() where patient_id = $1`, [patient.id])
  assert.equal((await callAs('PUT', admin, path, { basis: 'REFERRED' })).status, 200)
  assert.equal((await messagesTo(platform, patient.id, 'RELATIONSHIP_STATED')).length, 2, 'it had ended')
  const ofProfessional = `patients/${doctor.id}/relationships`
  assert.equal((await callAs('PUT', admin, `${ofProfessional}/${professional.id}`, { basis: 'REFERRED' })).status, 404)
  assert.equal((await callAs('GET', admin, ofProfessional)).status, 404, 'no patient')
})

describe('an attacker who is a doctor and knows the id of a patient', () => {
  const attempts = async (attacker: Person, patient: Person) => {
    const condition = await recordCondition(platform, doctor, patient)
    return async () => {
      const { id } = patient
      for (const path of ['', '/conditions', '/identity', '/consents', '/consents/history'])
        assert.equal((await callAs('GET', attacker, `patients/${id}${path}`)).status, 404, path)
      assert.equal((await callAs('GET', attacker, `users/${id}`)).status, 404)
      assert.deepEqual((await callAs('GET', attacker, 'patients')).body.patients, [])
      const forged = { nationalId: 'FORGED', birthDate: '1990-01-01', sex: 'F' }
      assert.equal((await callAs('PUT', attacker, `patients/${id}/identity`, forged)).status, 404)
      assert.equal((await callAs('DELETE', attacker, `patients/conditions/${condition}`)).status, 404)
      const extra = { name: 'X', longTerm: true }
      assert.equal((await callAs('POST', attacker, `patients/${id}/conditions`, extra)).status, 404)
      assert.equal((await callAs('POST', attacker, 'invoices', { patientId: id, amountMAD: 100 })).status, 403)
      const notice = { recipientUserId: id, templateCode: 'FOLLOW_UP_PROPOSED', variables: { doctorName: 'X' } }
      assert.equal((await callAs('POST', attacker, 'notifications/send', notice)).status, 403)
      const kept = await callAs('GET', patient, `patients/${id}/identity`)
      assert.equal(kept.body.identity.nationalId, 'AB123456')
      assert.equal((await callAs('GET', patient, `patients/${id}/conditions`)).body.conditions.length, 1)
    }
  }

  const victim = async () => {
    const patient = await newPatient()
    await consult(platform, doctor, patient)
    await callAs('PUT', patient, `patients/${patient.id}/identity`, { nationalId: 'AB123456' })
    return patient
  }
  const in1970 = { startTime: '1970-01-02T10:00:00.000Z', endTime: '1970-01-02T10:30:00.000Z' }

  for (const status of ['CANCELLED', 'COMPLETED', 'NO_SHOW', 'CONFIRMED'])
    test(`gets no access by booking the patient into 1970 and setting ${status}`, async () => {
      const [attacker, patient] = [await newDoctor(), await victim()]
      const expectRefusal = await attempts(attacker, patient)
      const body = { doctorId: attacker.id, patientId: patient.id, ...in1970 }
      const booked = await callAs('POST', attacker, 'appointments', body)
      if (booked.status === 201) await callAs('PUT', attacker, `appointments/${booked.body.appointment.id}`, { status })
      await expectRefusal()
    })

  test('gets no access by booking, moving, confirming and completing a visit', async () => {
    const [attacker, patient] = [await newDoctor(), await victim()]
    const expectRefusal = await attempts(attacker, patient)
    const { id } = await book(platform, attacker, attacker, patient, 24)
    const { startTime, endTime } = booking(platform, attacker, patient, 30)
    for (const [body, status] of [
      [{ startTime, endTime }, 200],
      [{ status: 'CONFIRMED' }, 200],
      [{ status: 'COMPLETED' }, 409],
    ] as const)
      assert.equal((await callAs('PUT', attacker, `appointments/${id}`, body)).status, status)
    await expectRefusal()
  })

  test('gets no access when the application of the clinic confirms their booking', async () => {
    const [attacker, patient] = [await newDoctor(), await victim()]
    const expectRefusal = await attempts(attacker, patient)
    const { id } = await book(platform, attacker, attacker, patient, 24)
    const confirmed = await call('POST', '/api/internal/appointment-confirmed', {
      headers: { 'x-internal-token': 'sandbox-internal-token' },
      body: { appointmentId: id },
    })
    assert.equal(confirmed.status, 200, confirmed.text)
    await expectRefusal()
  })

  test('gets no document about a visit that they booked themselves', async () => {
    const [attacker, patient] = [await newDoctor(), await victim()]
    const past = await callAs('POST', attacker, 'appointments', booking(platform, attacker, patient, -2))
    assert.deepEqual([past.status, past.body.error.details[0].path], [422, ['startTime']])
    const { id } = await book(platform, attacker, attacker, patient, 24)
    const data = { appointmentId: id, language: 'fr' }
    const created = await callAs('POST', attacker, 'pdf/generate', { templateId: 'attestation', data })
    assert.equal(created.status, 403, created.text)
  })

  test('cannot turn emergency access into a lasting relationship', async () => {
    const [attacker, patient, treated] = [await newDoctor(), await newPatient(), await newPatient()]
    await state(treated, treated, attacker)
    assert.equal((await openInEmergency(attacker, patient)).status, 201)
    const past = booking(platform, attacker, patient, -2)
    assert.equal((await callAs('POST', attacker, 'appointments', past)).status, 422)
    const { id } = await book(platform, attacker, attacker, patient, 2)
    assert.equal((await callAs('PUT', attacker, `appointments/${id}`, { status: 'COMPLETED' })).status, 409)
    const rows = await relationshipsOf(patient, patient)
    assert.deepEqual(rows[0].bases, ['EMERGENCY'])
  })
})

describe('a care relationship', () => {
  test('begins when the patient or an administrator books', async () => {
    for (const caller of ['patient', 'administrator']) {
      const patient = await newPatient()
      assert.equal(await fileStatus(dentist, patient), 404)
      await book(platform, caller === 'patient' ? patient : admin, dentist, patient, caller === 'patient' ? 200 : 20)
      assert.equal(await fileStatus(dentist, patient), 200, caller)
      assert.equal(await fileStatus(doctor, patient), 404, 'another doctor')
      const [{ professional, bases: found, active }] = await relationshipsOf(patient, patient)
      assert.deepEqual([professional.id, found, active], [dentist.id, ['BOOKED_BY_PATIENT'], true])
    }
  })

  test('begins when the patient moves, or an administrator confirms, an appointment that a doctor booked', async () => {
    for (const [caller, body] of [
      [(patient: Person) => patient, booking(platform, doctor, doctor, 302)],
      [() => admin, { status: 'CONFIRMED' }],
    ] as const) {
      const [own, patient] = [await newDoctor(), await newPatient()]
      const { id } = await book(platform, own, own, patient, 20)
      assert.equal(await fileStatus(own, patient), 404)
      const { doctorId: _, patientId: __, ...change } = { doctorId: '', patientId: '', ...body }
      assert.equal((await callAs('PUT', caller(patient), `appointments/${id}`, change)).status, 200)
      assert.equal(await fileStatus(own, patient), 200)
    }
  })

  test('begins when the patient accepts a follow-up that the organisation proposed with a time', async () => {
    const [own, patient] = [await newDoctor(), await newPatient()]
    const proposed = await callAs('POST', admin, 'follow-ups', booking(platform, own, patient, 310))
    assert.equal(await fileStatus(own, patient), 404)
    assert.equal((await callAs('POST', patient, `follow-ups/${proposed.body.followUp.id}/accept`, {})).status, 200)
    assert.equal(await fileStatus(own, patient), 200)
  })

  test('outlasts a cancellation, but not the deletion of a mistaken booking', async () => {
    const [own, patient] = [await newDoctor(), await newPatient()]
    const { id } = await book(platform, patient, own, patient, 320)
    await callAs('PUT', patient, `appointments/${id}`, { status: 'CANCELLED' })
    assert.equal(await fileStatus(own, patient), 200)
    assert.equal((await callAs('DELETE', admin, `appointments/${id}`)).status, 200)
    assert.equal(await fileStatus(own, patient), 404)
  })

  test('continues after a booking is deleted if there is a second one', async () => {
    const [own, patient] = [await newDoctor(), await newPatient()]
    const { id } = await book(platform, patient, own, patient, 330)
    await book(platform, patient, own, patient, 331)
    await callAs('DELETE', admin, `appointments/${id}`)
    assert.equal(await fileStatus(own, patient), 200)
  })

  test('ends alone: those of other patients and professionals stay', async () => {
    const [patient, other] = [await newPatient(), await newPatient()]
    for (const [one, professional] of [
      [patient, doctor],
      [patient, dentist],
      [other, doctor],
    ] as const)
      assert.equal((await state(one, one, professional)).status, 200)
    assert.equal((await end(patient, patient, doctor)).status, 200)
    assert.deepEqual(
      await Promise.all([fileStatus(doctor, patient), fileStatus(dentist, patient), fileStatus(doctor, other)]),
      [404, 200, 200],
    )
  })

  test('ends when the patient ends it, and begins anew only if the patient consents or books', async () => {
    const [own, colleague, patient] = [await newDoctor(), await newDoctor(), await newPatient()]
    const { id } = await book(platform, admin, own, patient, -2)
    for (const professional of [own, colleague]) assert.equal((await state(patient, patient, professional)).status, 200)
    assert.equal((await end(patient, patient, own)).status, 200)
    assert.equal(await fileStatus(colleague, patient), 200, 'the relationship with the colleague goes on')
    assert.equal((await end(patient, patient, own)).status, 404)
    assert.equal(await fileStatus(own, patient), 404)
    await complete(own, id)
    assert.equal(await fileStatus(own, patient), 404, 'the professional completed the visit')
    const ended = (await relationshipsOf(patient, patient)).filter(({ active }: { active: boolean }) => !active)
    assert.deepEqual(
      ended.map(({ professional }: { professional: { id: string } }) => professional.id),
      [own.id],
    )
    assert.equal((await state(patient, patient, own)).status, 200)
    assert.equal(await fileStatus(own, patient), 200)
    assert.equal((await end(admin, patient, own)).status, 200)
    const again = await book(platform, patient, own, patient, 340)
    assert.equal(await fileStatus(own, patient), 200)
    assert.equal((await end(patient, patient, own)).status, 200)
    const { startTime, endTime } = booking(platform, own, patient, 342)
    const moved = await callAs('PUT', patient, `appointments/${again.id}`, { startTime, endTime })
    assert.equal(moved.status, 200, moved.text)
    assert.equal(await fileStatus(own, patient), 404, 'the same appointment does not give access again')
  })

  test('can be read, stated and ended only by the patient and administrators', async () => {
    const [patient, other] = [await newPatient(), await newPatient()]
    await consult(platform, doctor, patient)
    for (const caller of [doctor, dentist, pharmacist]) {
      assert.equal((await callAs('GET', caller, `patients/${patient.id}/relationships`)).status, 403)
      assert.equal((await state(caller, patient, doctor)).status, 403)
      assert.equal((await end(caller, patient, doctor)).status, 403)
    }
    assert.equal((await callAs('GET', other, `patients/${patient.id}/relationships`)).status, 404)
    assert.equal((await state(other, patient, doctor)).status, 404)
    assert.equal((await end(other, patient, doctor)).status, 404)
    for (const wrong of [pharmacist, admin, other]) assert.equal((await state(patient, patient, wrong)).status, 404)
    assert.equal((await state(patient, patient, dentist, { basis: 'REGISTERED' })).status, 403)
    assert.equal((await state(patient, patient, dentist, { basis: 'EMERGENCY' })).status, 422)
    assert.equal((await state(admin, patient, dentist, { basis: 'REGISTERED' })).status, 200)
    const shown = await relationshipsOf(admin, patient)
    assert.deepEqual(
      new Set(shown.map((row: { bases: string[] }) => row.bases.join())),
      new Set(['BOOKED_BY_PATIENT', 'REGISTERED']),
    )
  })

  test('is in force by the same rule in SQL and in memory, for random relationships', async () => {
    const professionals = await Promise.all(Array.from({ length: 4 }, newDoctor))
    const patients = await Promise.all(Array.from({ length: 4 }, newPatient))
    const now = platform.services.clock.nowMs()
    const randomOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!
    const rows = Array.from({ length: 24 }, (_, at) => ({
      professionalId: randomOf(professionals).id,
      patientId: randomOf(patients).id,
      sourceId: `apt_${at}`,
      basis: randomOf(bases),
      until: new Date(now + randomOf([-1000, 1, -1, 1000]) * 60_000),
      endedAt: randomOf([null, null, null, new Date(now - 60_000)]),
      opensAt: randomOf([null, null, new Date(now - 60_000), new Date(now + 3_600_000)]),
    }))
    for (const { professionalId, patientId, sourceId, basis, until, endedAt, opensAt } of rows)
      await owner.query(
        `insert into care_relationships
           (tenant_id, professional_id, patient_id, source_id, basis, until, ended_at, ended_by, reason, opens_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[tenantId, professionalId, patientId, sourceId, basis, until, endedAt],
          ...[endedAt && patientId, basis === 'EMERGENCY' || basis === 'ADMINISTRATION' ? 'Unconscious' : null],
          opensAt,
        ],
      )
    for (const professional of professionals)
      for (const { id: patientId, ...patient } of patients) {
        const inMemory = rows.some(
          (row) =>
            row.professionalId === professional.id && row.patientId === patientId && isInForce(row, new Date(now)),
        )
        const { sql, parameters } = treats({ tenantId, professionalId: professional.id, patientId }).compile(builder)
        const { rows: inSql } = await owner.query(`select ${sql} as treats`, [...parameters])
        assert.equal(inSql[0].treats, inMemory)
        assert.equal((await fileStatus(professional, { id: patientId, ...patient })) === 200, inMemory)
      }
  })
})

describe('emergency access', () => {
  test('opens a file without a relationship, is reported to patient and administrators, and is in the audit log', async () => {
    const [own, patient] = [await newDoctor(), await newPatient()]
    assert.equal(await fileStatus(own, patient), 404)
    assert.equal((await openInEmergency(own, patient, ' ')).status, 422)
    const opened = await openInEmergency(own, patient)
    assert.equal(opened.status, 201, opened.text)
    const { id, since, until } = opened.body.emergencyAccess
    assert.equal(Date.parse(until) - Date.parse(since), 86_400_000)
    assert.equal(await fileStatus(own, patient), 200)
    assert.equal((await callAs('GET', own, `patients/${patient.id}/conditions`)).status, 200)
    assert.match(id, /^emg_/)

    const [message] = await messagesTo(platform, patient.id, 'EMERGENCY_ACCESS')
    assert.equal(message!.purpose, 'CRITICAL')
    const reports = await messagesTo(platform, admin.id, 'EMERGENCY_ACCESS_REPORT')
    assert.equal(reports.filter(({ about }) => about.includes(patient.id)).length, 1)
    const [shown] = await relationshipsOf(patient, patient)
    assert.deepEqual(shown.bases, ['EMERGENCY'])
    assert.deepEqual(shown.emergencies, [{ at: since, until, reason: 'Unconscious on arrival' }])
    const audit = await callAs('GET', admin, `audit?operation=openInEmergency&patientId=${patient.id}`)
    assert.equal(audit.status, 200, audit.text)
    assert.deepEqual(
      audit.body.audit.map((entry: { userId: string; subjectId: string }) => [entry.userId, entry.subjectId]),
      [[own.id, patient.id]],
    )
  })

  test('is refused to other roles, to unverified professionals, and for unknown ids', async () => {
    const patient = await newPatient()
    for (const caller of [patient, pharmacist, admin])
      assert.equal((await openInEmergency(caller, patient)).status, 403)
    for (const wrong of [{ id: 'usr_absent' }, admin, (await newPractice(platform)).patient])
      assert.equal((await openInEmergency(doctor, wrong)).status, 404)
    const unverified = await newDoctor()
    await owner.query('update users set verified_at = null where id = $1', [unverified.id])
    const { body } = await call('POST', '/api/auth/token', {
      body: { grant_type: 'client_credentials', client_id: unverified.clientId, client_secret: unverified.secret },
    })
    assert.equal((await openInEmergency({ ...unverified, token: body.access_token }, patient)).status, 403)
  })

  test('is refused if the setting disables it', async () => {
    const strict = await startPlatform({ EMERGENCY_ACCESS: '0' }, platform.ownerUrl)
    const answer = await strict.call('POST', '/api/patients/usr_sandbox_patient/emergency-access', {
      token: await strict.tokenOf('sandbox-doctor'),
      body: { reason: 'Unconscious' },
    })
    assert.equal(answer.status, 403)
    assert.match(answer.text, /disabled/)
  })
})

test('relationships end 24 months after the last visit, emergency accesses after 24 hours', async () => {
  const [own, patient, urgent] = [await newDoctor(), await newPatient(), await newPatient()]
  const withNewToken = async (person: Person) => ({
    ...person,
    token: (
      await call('POST', '/api/auth/token', {
        body: { grant_type: 'client_credentials', client_id: person.clientId, client_secret: person.secret },
      })
    ).body.access_token as string,
  })
  await book(platform, patient, own, patient, 1)
  await openInEmergency(own, urgent)
  await platform.advance(86_399)
  assert.equal(await fileStatus(await withNewToken(own), urgent), 200)
  await platform.advance(2)
  assert.equal(await fileStatus(await withNewToken(own), urgent), 404)
  await platform.advance(23 * 30 * 86_400)
  assert.equal(await fileStatus(await withNewToken(own), patient), 200)
  const returning = await withNewToken(own)
  const { id } = await book(platform, returning, returning, patient, 1)
  await platform.advance(2 * 3600)
  await complete(await withNewToken(own), id)
  await platform.advance(3 * MONTH_SEC)
  assert.equal(await fileStatus(await withNewToken(own), patient), 200, 'the completed visit extended it')
  await platform.advance(24 * MONTH_SEC)
  assert.equal(await fileStatus(await withNewToken(own), patient), 404)
})
