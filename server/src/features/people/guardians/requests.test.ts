import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin } = await newPractice(platform)
const newPatient = async () => newSession(platform, await newPerson(platform, tenantId, 'PATIENT'))
const request = async (caller: Person, dependantId: string) =>
  (
    await call('POST', '/api/guardianships/requests', {
      token: caller.token,
      body: { dependantId, kind: 'CARER', address: 'EMAIL' },
    })
  ).status

test('requests by other users do not use up the codes of a patient', async () => {
  const [victim, ...strangers] = await Promise.all(Array.from({ length: 6 }, newPatient))
  for (const stranger of strangers) await request(stranger, victim!.id)
  await owner.query('update users set email_confirmed_at = null where id = $1', [victim!.id])
  const path = `/api/users/${victim!.id}/contact/codes`
  const { status, text } = await call('POST', path, { token: victim!.token, body: { address: 'EMAIL' } })
  assert.equal(status, 200, text)
})

test('send a code to patients with an account only, without a word to the others', async () => {
  const sent = async (id: string) =>
    (await owner.query(`select from messages where recipient_user_id = $1 and template_code = 'GUARDIAN_CODE'`, [id]))
      .rowCount
  const [patient, disabled, without] = [await newPatient(), await newPatient(), await newPatient()]
  const doctor = await newSession(platform, await newPerson(platform, tenantId, 'DOCTOR'))
  const elsewhere = await newPerson(platform, (await newPractice(platform)).tenantId, 'PATIENT')
  await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
  await owner.query('update users set login_id = null where id = $1', [without.id])
  const asked = async ({ id }: Person) => [await request(await newPatient(), id), await sent(id)]
  const [status, codes] = await asked(patient)
  assert.equal(codes, 1)
  for (const other of [disabled, without, doctor, elsewhere]) assert.deepEqual(await asked(other), [status, 0])
})

test('too many requests are refused in the same way for patients and for unknown ids', async () => {
  const [victim, one, two] = [await newPatient(), await newPatient(), await newPatient()]
  const statuses = async (caller: Person, id: string) => {
    const seen: number[] = []
    for (let times = 0; times < 21; times++) seen.push(await request(caller, id))
    return seen
  }
  const known = await statuses(one, victim.id)
  assert.deepEqual(known, await statuses(two, 'usr_0190000000007000800000000000000a'))
  assert.equal(known.at(-1), 429)
})

test('ended guardianships count against the limit of dependants that a patient registers in a year', async () => {
  const parent = await newPatient()
  const register = () =>
    call('POST', `/api/patients/${parent.id}/dependants`, {
      token: parent.token,
      body: { name: 'Yassine Alami', birthDate: '2019-03-21', sex: 'M', kind: 'PARENT' },
    })
  for (let times = 0; times < 20; times++) {
    const { guardianship } = (await register()).body
    await call('DELETE', `/api/guardianships/${guardianship.id}`, { token: parent.token })
  }
  assert.equal((await register()).status, 409)
  const change = (set: string) =>
    owner.query(
      `update guardianships set ${set}
       where id = (select id from guardianships where guardian_id = $1 and verified_at is null order by id desc limit 1)`,
      [parent.id],
    )
  for (const set of [
    `created_at = created_at - interval '1 year'`,
    'verified_at = created_at, verified_by = created_by',
  ]) {
    await change(set)
    assert.equal((await register()).status, 201, `${set}: the guardianship no longer counts`)
    assert.equal((await register()).status, 409)
  }
})

test('a carer acts until majority if the person turns out to be a minor, and without end if that was a mistake', async () => {
  const [guardian, dependant] = [await newPatient(), await newPatient()]
  const callAs = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    call(method, `/api/${path}`, { token: admin.token, ...(body && { body }) })
  await callAs('POST', 'guardianships', { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' })
  await callAs('PUT', `patients/${dependant.id}/identity`, { birthDate: '2015-07-01' })
  const [{ kind, until, active }] = (await callAs('GET', `guardianships?dependantId=${dependant.id}`)).body
    .guardianships
  assert.deepEqual([kind, until, active], ['CARER', '2033-07-01T00:00:00.000Z', true])
  await callAs('PUT', `patients/${dependant.id}/identity`, { birthDate: '1985-07-01' })
  const [corrected] = (await callAs('GET', `guardianships?dependantId=${dependant.id}`)).body.guardianships
  assert.deepEqual([corrected.kind, corrected.until, corrected.active], ['CARER', null, true])
})
