import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin } = await newPractice(platform)
const newPatient = async () => newSession(platform, await newPerson(platform, tenantId, 'PATIENT'))
const ask = async (by: Person, dependantId: string) =>
  (
    await call('POST', '/api/guardianships/requests', {
      token: by.token,
      body: { dependantId, kind: 'CARER', address: 'EMAIL' },
    })
  ).status

test('requests of others keep no patient from the codes of their own', async () => {
  const [victim, ...strangers] = await Promise.all(Array.from({ length: 6 }, newPatient))
  for (const stranger of strangers) await ask(stranger, victim!.id)
  await owner.query('update users set email_confirmed_at = null where id = $1', [victim!.id])
  const path = `/api/users/${victim!.id}/contact/codes`
  const { status, text } = await call('POST', path, { token: victim!.token, body: { address: 'EMAIL' } })
  assert.equal(status, 200, text)
})

test('a person who asks too often is refused alike for patients and for unknown ids', async () => {
  const [victim, one, two] = [await newPatient(), await newPatient(), await newPatient()]
  const statuses = async (by: Person, id: string) => {
    const seen: number[] = []
    for (let times = 0; times < 21; times++) seen.push(await ask(by, id))
    return seen
  }
  const known = await statuses(one, victim.id)
  assert.deepEqual(known, await statuses(two, 'usr_0190000000007000800000000000000a'))
  assert.equal(known.at(-1), 429)
})

test('a patient who ends guardianships registers no further dependants', async () => {
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
    assert.equal((await register()).status, 201, `${set}: it no longer counts`)
    assert.equal((await register()).status, 409)
  }
})

test('a carer of a person who turns out to be a minor acts until majority, and on if they are no minor after all', async () => {
  const [carer, cared] = [await newPatient(), await newPatient()]
  const on = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    call(method, `/api/${path}`, { token: admin.token, ...(body && { body }) })
  await on('POST', 'guardianships', { guardianId: carer.id, dependantId: cared.id, kind: 'CARER' })
  await on('PUT', `patients/${cared.id}/identity`, { birthDate: '2015-07-01' })
  const [{ kind, until, active }] = (await on('GET', `guardianships?dependantId=${cared.id}`)).body.guardianships
  assert.deepEqual([kind, until, active], ['CARER', '2033-07-01T00:00:00.000Z', true])
  await on('PUT', `patients/${cared.id}/identity`, { birthDate: '1985-07-01' })
  const [goesOn] = (await on('GET', `guardianships?dependantId=${cared.id}`)).body.guardianships
  assert.deepEqual([goesOn.kind, goesOn.until, goesOn.active], ['CARER', null, true])
})
