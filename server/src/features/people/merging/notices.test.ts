import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messagesTo, newPerson, newSession, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform
const tenantId = await newTenant(platform)
const [admin, colleague, desk] = await Promise.all([
  newPerson(platform, tenantId, 'ADMIN'),
  newPerson(platform, tenantId, 'ADMIN'),
  newPerson(platform, tenantId, 'RECEPTIONIST'),
])
const callAs = (caller: Person, method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })

let numbers = 620_000_000
const newPhone = () => `+212${numbers++}`
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')

/** A patient whom the front desk registered, without an account. */
async function newRecord(phone: string): Promise<string> {
  const name = `Fatima ${phone.slice(-6)}`
  const answer = await callAs(desk, 'POST', 'patients', { name, birthDate: '1980-01-02', phone })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.patient.id
}
const confirmPhone = ({ id }: Person, phone: string) =>
  owner.query(
    `insert into contacts (tenant_id, user_id, phone, phone_confirmed_at) values ($1, $2, $3, now())
     on conflict (tenant_id, user_id) do update set phone = $3, phone_confirmed_at = now()`,
    [tenantId, id, phone],
  )
const merge = (survivor: string, otherId: string, loginOf?: string | null) =>
  callAs(admin, 'POST', `patients/${survivor}/merge`, {
    otherId,
    reason: 'Same person',
    ...(loginOf !== undefined && { loginOf }),
  })
const noticeAddresses = async (userId: string) => {
  const { rows } = await owner.query<{ address: string }>(
    `select coalesce(to_email, to_phone) as address
     from messages
     where recipient_user_id = $1 and template_code = 'RECORDS_MERGED'
     order by address`,
    [userId],
  )
  return rows.map(({ address }) => address)
}
const reports = async ({ id }: Person, about: string) =>
  (await messagesTo(platform, id, 'RECORDS_MERGED_REPORT')).filter((one) => one.about.includes(about)).length

describe('an administrator who merges a record without an account', () => {
  test('cannot give it to a login of their own, in either direction', async () => {
    const phone = newPhone()
    const victim = await newRecord(phone)
    const own = await newPatient()
    for (const [survivor, merged, loginOf] of [
      [victim, own.id, own.id],
      [own.id, victim, own.id],
      [own.id, victim, undefined],
    ] as const) {
      const answer = await merge(survivor, merged, loginOf)
      assert.equal(answer.status, 409, answer.text)
      assert.equal(answer.body.error.details.unproved, victim)
    }
    const { preview } = (await callAs(admin, 'GET', `patients/${victim}/merge-preview/${own.id}`)).body
    assert.deepEqual(preview.logins, [
      { id: own.id, email: `${own.id}@test.example`, emailConfirmed: true, mayStay: false },
    ])
    // Changing the record's number to the number of the own account does not help.
    await confirmPhone(own, newPhone())
    const { rows } = await owner.query('select phone from contacts where user_id = $1', [own.id])
    await callAs(admin, 'PUT', `users/${victim}/contact`, { phone: rows[0].phone })
    assert.equal((await merge(victim, own.id, own.id)).status, 409)
    assert.equal((await merge(victim, own.id, null)).status, 200)
  })

  test('cannot give it to an account that entered the number but did not confirm it', async () => {
    const phone = newPhone()
    const [victim, own] = [await newRecord(phone), await newPatient()]
    await callAs(await newSession(platform, own), 'PUT', `users/${own.id}/contact`, { phone })
    assert.equal((await merge(victim, own.id, own.id)).status, 409)
  })

  test('can give it to the person who confirmed its number', async () => {
    const phone = newPhone()
    const [record, patient] = [await newRecord(phone), await newPatient()]
    await confirmPhone(patient, phone)
    const { preview } = (await callAs(admin, 'GET', `patients/${record}/merge-preview/${patient.id}`)).body
    assert.equal(preview.logins[0].mayStay, true)
    const answer = await merge(record, patient.id, patient.id)
    assert.equal(answer.status, 200, answer.text)
  })
})

describe('a merge', () => {
  test('is reported to the patient at the addresses of both records, and to the other administrators', async () => {
    const phone = newPhone()
    const [record, patient] = [await newRecord(phone), await newPatient()]
    const answer = await merge(record, patient.id, null)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await noticeAddresses(record), [phone, `${patient.id}@test.example`])
    assert.deepEqual([await reports(colleague, record), await reports(admin, record)], [1, 0])
  })

  test('of two people with logins is reported to both, even at an address that the staff replaced before', async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    const replaced = `accomplice-${one.id}@test.example`
    assert.equal((await callAs(admin, 'PUT', `users/${one.id}/contact`, { email: replaced })).status, 200)
    const answer = await merge(other.id, one.id, other.id)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      await noticeAddresses(other.id),
      [replaced, `${one.id}@test.example`, `${other.id}@test.example`].toSorted(),
    )
  })
})
