import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice, recordCondition } from '../../../../testing/practice.ts'
import { codeIn } from '../codes/codes-testing.ts'

/**
 * The attack: a stranger registers with a patient's name. The administrator merges the double and rejects the stranger's login.
 */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor } = await newPractice(platform)

const callAs = async (method: 'GET' | 'PUT' | 'POST', caller: Person, path: string, body?: object) => {
  const answer = await call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
const merge = (survivor: Person, merged: Person, loginOf: string | null) =>
  callAs('POST', admin, `patients/${survivor.id}/merge`, { otherId: merged.id, reason: 'Registered twice', loginOf })

let numbers = 0
let hours = 40
const nextHour = () => hours++
/** A patient who confirmed a number of their own. */
async function newReachable() {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const phone = `+21266160${String(++numbers).padStart(4, '0')}`
  const session = await newSession(platform, patient)
  await callAs('PUT', session, `users/${patient.id}/contact`, { phone })
  await callAs('POST', session, `users/${patient.id}/contact/codes`, { address: 'PHONE' })
  const body = { address: 'PHONE', code: await codeIn(platform, patient.id) }
  await callAs('POST', session, `users/${patient.id}/contact/confirmations`, body)
  return { ...patient, phone }
}
const withoutLogin = async (contact: object = {}) => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  await owner.query('update users set login_id = null, email = null, email_confirmed_at = null where id = $1', [
    patient.id,
  ])
  if (Object.keys(contact).length > 0) await callAs('PUT', admin, `users/${patient.id}/contact`, contact)
  return patient
}
const addressesOf = async ({ id }: Person) => {
  const { contact } = await callAs('GET', admin, `users/${id}/contact`)
  return { email: contact.email, phone: contact.phone, phoneConfirmed: contact.phoneConfirmed }
}
async function visit(dentist: Person, patient: Person): Promise<void> {
  const { id } = await book(platform, patient, dentist, patient, nextHour())
  await owner.query(
    `update appointments set start_time = now() - interval '60 minutes', end_time = now() - interval '30 minutes' where id = $1`,
    [id],
  )
  await callAs('PUT', dentist, `appointments/${id}`, { status: 'COMPLETED' })
  const { rows } = await owner.query('select basis from care_relationships where source_id = $1', [id])
  assert.deepEqual(rows, [{ basis: 'VISITED' }])
}
const both = ['away', 'into'] as const
const pair = (direction: (typeof both)[number], real: Person, double: Person) =>
  direction === 'away' ? ([real, double] as const) : ([double, real] as const)

for (const direction of both)
  describe(`a double that is merged ${direction}, with its login rejected`, () => {
    test('does not change the number and e-mail address of the patient', async () => {
      const [real, double] = [await newReachable(), await newReachable()]
      const [survivor, merged] = pair(direction, real, double)
      await merge(survivor, merged, real.id)
      const expected = { email: `${real.id}@test.example`, phone: real.phone, phoneConfirmed: true }
      assert.deepEqual(await addressesOf(survivor), expected)
    })

    test('does not let an accomplice become a carer with its number', async () => {
      const [real, double] = [await newPerson(platform, tenantId, 'PATIENT'), await newReachable()]
      const accomplice = await newPerson(platform, tenantId, 'PATIENT')
      const [survivor, merged] = pair(direction, real, double)
      await merge(survivor, merged, real.id)
      assert.equal((await addressesOf(survivor)).phone, null)
      const requestBody = { dependantId: double.id, kind: 'CARER', address: 'PHONE' }
      await callAs('POST', accomplice, 'guardianships/requests', requestBody)
      const sent = await owner.query(`select from messages where template_code = 'GUARDIAN_CODE' and to_phone = $1`, [
        double.phone,
      ])
      assert.equal(sent.rows.length, 0)
    })

    test('does not change the addresses of a record without an account', async () => {
      const real = await withoutLogin({ phone: '0661700001', email: 'real@test.example' })
      const double = await newReachable()
      const [survivor, merged] = pair(direction, real, double)
      await merge(survivor, merged, null)
      const expected = { email: 'real@test.example', phone: '+212661700001', phoneConfirmed: false }
      assert.deepEqual(await addressesOf(survivor), expected)
    })

    test('leaves no address to which a claim code can be sent', async () => {
      const [real, double] = [await withoutLogin(), await newReachable()]
      const [survivor, merged] = pair(direction, real, double)
      await merge(survivor, merged, null)
      for (const address of ['PHONE', 'EMAIL']) {
        const sent = await call('POST', `/api/patients/${survivor.id}/claim-codes`, {
          token: admin.token,
          body: { address },
        })
        assert.equal(sent.status, 409, address)
      }
    })

    for (const basis of ['consent', 'a booking', 'a visit'] as const)
      test(`does not open the file to a dentist who has ${basis} of the double`, async () => {
        const dentist = await newPerson(platform, tenantId, 'DENTIST')
        const [real, double] = [
          await newPerson(platform, tenantId, 'PATIENT'),
          await newPerson(platform, tenantId, 'PATIENT'),
        ]
        await book(platform, real, doctor, real, nextHour())
        await recordCondition(platform, doctor, real)
        if (basis === 'consent') await callAs('PUT', double, `patients/${double.id}/relationships/${dentist.id}`, {})
        if (basis === 'a booking') await book(platform, double, dentist, double, nextHour())
        if (basis === 'a visit') await visit(dentist, double)
        const opens = async (caller: Person, { id }: Person) =>
          (await call('GET', `/api/patients/${id}/conditions`, { token: caller.token })).status === 200
        assert.equal(await opens(dentist, double), true)
        const [survivor, merged] = pair(direction, real, double)
        await merge(survivor, merged, real.id)
        assert.equal(await opens(dentist, survivor), false)
        assert.equal(await opens(doctor, survivor), true, 'the doctor of the patient keeps access')
      })

    test('can no longer act at once, neither with a session nor with a client', async () => {
      const [real, double] = [
        await newPerson(platform, tenantId, 'PATIENT'),
        await newPerson(platform, tenantId, 'PATIENT'),
      ]
      const session = await newSession(platform, double)
      const read = (token: string) => call('GET', `/api/patients/${double.id}/conditions`, { token })
      const [survivor, merged] = pair(direction, real, double)
      for (const { token } of [session, double]) assert.equal((await read(token)).status, 200)
      await merge(survivor, merged, real.id)
      const write = await call('PUT', `/api/users/${double.id}/contact`, {
        token: session.token,
        body: { language: 'ar' },
      })
      assert.deepEqual(
        [write.status, (await read(session.token)).status, (await read(double.token)).status],
        [401, 401, 403],
      )
    })
  })

test('a dentist keeps access to a patient with an attested identity, even if the login of the patient ends', async () => {
  const dentist = await newPerson(platform, tenantId, 'DENTIST')
  const [real, double] = [
    await newPerson(platform, tenantId, 'PATIENT'),
    await newPerson(platform, tenantId, 'PATIENT'),
  ]
  await callAs('PUT', admin, `patients/${double.id}/identity`, { birthDate: '1984-05-17' })
  await visit(dentist, double)
  await merge(real, double, real.id)
  assert.equal((await call('GET', `/api/patients/${real.id}/conditions`, { token: dentist.token })).status, 200)
})

test('the login that stays acts as the survivor without interruption', async () => {
  const [real, double] = [
    await newPerson(platform, tenantId, 'PATIENT'),
    await newPerson(platform, tenantId, 'PATIENT'),
  ]
  const read = () => call('GET', '/api/users/me', { token: double.token })
  assert.equal((await read()).status, 200)
  await merge(real, double, double.id)
  const me = await read()
  assert.deepEqual([me.status, me.body.id], [200, real.id])
  await eventually(async () => (await read()).status === 200, 'the same a second later')
})
