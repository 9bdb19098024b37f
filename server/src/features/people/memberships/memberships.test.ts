import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, messagesTo, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consent, newPractice, orderTests, placeOrder, prescribe } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, patient } = await newPractice(platform)

const member = (role: 'DOCTOR' | 'PHARMACIST' | 'LABORATORY' | 'RECEPTIONIST' | 'ADMIN' | 'PATIENT') =>
  newPerson(platform, tenantId, role)
const leave = async (caller: Person) =>
  call('POST', '/api/users/me/leave', { token: (await newSession(platform, caller)).token })
const statusFor = async ({ token }: Person) => (await call('GET', '/api/users/me', { token })).status
/** Longer than the status of a token is cached. */
const waitASecond = () => new Promise((resolve) => setTimeout(resolve, 1000))

describe('leaving an organisation', () => {
  test('ends sessions, tokens, clients and care relationships, and notifies the user and the administrators', async () => {
    const doctor = await member('DOCTOR')
    const former = await member('PATIENT')
    for (const one of [patient, former]) await consent(platform, one, doctor)
    const path = `/api/patients/${former.id}/relationships/${doctor.id}`
    assert.equal((await call('DELETE', path, { token: former.token })).status, 200)
    const session = await newSession(platform, doctor)
    assert.deepEqual([await statusFor(doctor), await statusFor(session)], [200, 200])
    const answer = await leave(doctor)
    assert.deepEqual([answer.status, answer.body], [200, { ok: true }], answer.text)
    await waitASecond()
    assert.deepEqual([await statusFor(doctor), await statusFor(session)], [401, 401])
    const { rows } = await owner.query(
      `select u.disabled_at is not null as disabled,
         (select count(*)::int from sessions s where s.user_id = u.id) as sessions,
         (select bool_and(c.ended_at is not null and c.acting_allowed_at is null) from clients c where c.acts_as = u.id)
           as clients_ended,
         (select json_object_agg(r.patient_id, r.ended_by) from care_relationships r where r.professional_id = u.id) as ended_by
       from users u
       where u.id = $1`,
      [doctor.id],
    )
    const endedBy = { [patient.id]: doctor.id, [former.id]: former.id }
    assert.deepEqual(rows, [{ disabled: true, sessions: 0, clients_ended: true, ended_by: endedBy }])
    for (const to of [admin, doctor])
      assert.equal(
        (await messagesTo(platform, to.id, 'MEMBER_LEFT')).filter(({ about }) => about.includes(doctor.id)).length,
        1,
      )
    const audit = await owner.query(`select user_id, outcome from audit_log where operation = 'leaveOrganization'`)
    assert.deepEqual(audit.rows, [{ user_id: doctor.id, outcome: 'OK' }])
  })

  test('does not end the membership in another organisation', async () => {
    const [staffMember, otherPractice] = [await member('DOCTOR'), await newPractice(platform)]
    const elsewhere = await newPerson(platform, otherPractice.tenantId, 'DOCTOR')
    await owner.query('update users set login_id = (select login_id from users where id = $1) where id = $2', [
      staffMember.id,
      elsewhere.id,
    ])
    assert.equal((await leave(staffMember)).status, 200)
    assert.equal(await statusFor(elsewhere), 200)
    const { body } = await call('GET', '/api/users/me/memberships', {
      token: (await newSession(platform, elsewhere)).token,
    })
    assert.deepEqual(
      body.memberships.map(({ organization }: { organization: { id: string } }) => organization.id),
      [otherPractice.tenantId],
    )
  })

  test('is refused with open appointments, orders and lab orders, and counts them', async () => {
    const doctor = await member('DOCTOR')
    const { id } = await book(platform, admin, doctor, patient, 5)
    const mistaken = await book(platform, admin, doctor, patient, 6)
    assert.equal((await call('DELETE', `/api/appointments/${mistaken.id}`, { token: admin.token })).status, 200)
    await owner.query(`update appointments set status = 'SCHEDULED' where id = $1`, [mistaken.id])
    const past = await book(platform, admin, doctor, patient, 7)
    await owner.query(
      `update appointments
       set start_time = start_time - interval '1 day', end_time = end_time - interval '1 day'
       where id = $1`,
      [past.id],
    )
    const pharmacist = await member('PHARMACIST')
    const other = await member('DOCTOR')
    await consent(platform, patient, other)
    await placeOrder(platform, patient, (await prescribe(platform, other, patient)).id, pharmacist)
    const laboratory = await member('LABORATORY')
    await orderTests(platform, other, patient, { laboratoryId: laboratory.id })
    const cancelled = await orderTests(platform, other, patient, { laboratoryId: laboratory.id })
    const body = { status: 'CANCELLED' }
    const ended = await call('PUT', `/api/lab-orders/${cancelled.id}`, { token: other.token, body })
    assert.equal(ended.status, 200, ended.text)
    const withdrawn = await placeOrder(platform, patient, (await prescribe(platform, other, patient)).id, pharmacist)
    assert.equal((await call('PUT', `/api/orders/${withdrawn.id}`, { token: patient.token, body })).status, 200)
    const none = { appointments: 0, orders: 0, labOrders: 0 }
    for (const [caller, open] of [
      [doctor, { ...none, appointments: 1 }],
      [pharmacist, { ...none, orders: 1 }],
      [laboratory, { ...none, labOrders: 1 }],
    ] as const) {
      const refused = await leave(caller)
      assert.deepEqual([refused.status, refused.body.error?.details], [409, { open }], refused.text)
      assert.equal(await statusFor(caller), 200)
    }
    await call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status: 'CANCELLED' } })
    assert.equal((await leave(doctor)).status, 200)
  })

  test('is allowed to the staff in their own session, but not to the only administrator', async () => {
    const doctor = await member('DOCTOR')
    assert.equal((await call('POST', '/api/users/me/leave', { token: doctor.token })).status, 403)
    assert.equal((await leave(patient)).status, 403)
    assert.equal((await leave(await member('RECEPTIONIST'))).status, 200)
    assert.equal((await leave(admin)).status, 409)
    const colleague = await member('ADMIN')
    const answers = await Promise.all([leave(admin), leave(colleague)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409], 'one stays')
  })
})
