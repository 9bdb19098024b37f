import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson, type Person } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform

test('concurrent reads return only rows that the caller may read, and record each read', async () => {
  const { tenantId, admin, doctor, patient } = await newClinic(platform)
  const other = await newPerson(platform, tenantId, 'PATIENT')
  const ownAppointment = await book(platform, admin, doctor, patient)
  const otherAppointment = await book(platform, admin, doctor, other, 48)
  const appointments: [id: string, owner: Person][] = [
    [ownAppointment.id, patient],
    [otherAppointment.id, other],
  ]
  const reads = [admin, doctor, patient, other].flatMap((caller) =>
    appointments.map(([id, holder]) => ({ caller, id, holder, sees: [admin, doctor, holder].includes(caller) })),
  )
  const all = [...reads, ...reads, ...reads, ...reads].map((read, n) => ({ ...read, requestId: `read-${n}` }))
  const answers = await Promise.all(
    all.map(({ caller, id, requestId }) =>
      call('GET', `/api/appointments/${id}`, { token: caller.token, headers: { 'x-request-id': requestId } }),
    ),
  )
  const { rows } = await owner.query(
    `select request_id, user_id, client_id, outcome, subject_id, patient_ids
     from audit_log
     where tenant_id = $1 and operation = 'readAppointment'`,
    [tenantId],
  )
  assert.equal(rows.length, all.length)
  const recorded = new Map(rows.map(({ request_id, ...row }) => [request_id, row]))
  for (const [n, { caller, id, holder, sees, requestId }] of all.entries()) {
    assert.equal(answers[n]!.status, sees ? 200 : 404, `${caller.id} reads ${id}`)
    if (sees)
      assert.deepEqual([answers[n]!.body.appointment.id, answers[n]!.body.appointment.patientId], [id, holder.id])
    assert.deepEqual(recorded.get(requestId), {
      user_id: caller.id,
      client_id: caller.clientId,
      outcome: sees ? 'OK' : 'NOT_FOUND',
      subject_id: id,
      patient_ids: sees ? [holder.id] : [],
    })
  }
})

test('simultaneous reads of several tenants and operations do not mix', async () => {
  const clinics = await Promise.all([newClinic(platform), newClinic(platform)])
  const answers = await Promise.all(
    clinics.flatMap(({ admin, patient, doctor }) =>
      [patient, doctor].flatMap(({ id }) => [
        call('GET', `/api/users/${id}`, { token: admin.token }),
        call('GET', `/api/users/${id}/contact`, { token: admin.token }),
        call('GET', '/api/users/me', { token: admin.token }),
      ]),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
  const users = answers.filter((_, n) => n % 3 === 0).map(({ body }) => body.user.id)
  assert.deepEqual(
    users,
    clinics.flatMap(({ patient, doctor }) => [patient.id, doctor.id]),
  )
  for (const { tenantId, admin } of clinics) {
    const { rows } = await owner.query(
      `select distinct user_id
       from audit_log
       where tenant_id = $1 and operation = 'readUser'`,
      [tenantId],
    )
    assert.deepEqual(rows, [{ user_id: admin.id }])
  }
  const [first, second] = clinics
  const foreign = await call('GET', `/api/users/${second!.patient.id}`, { token: first!.admin.token })
  assert.equal(foreign.status, 404)
})
