import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const { tenantId, admin, doctor } = await newPractice(platform)
/** With a session, because a client cannot change an address of its user. */
const newPatient = async () => newSession(platform, await newPerson(platform, tenantId, 'PATIENT'))
const get = (caller: Person, id: string) => call('GET', `/api/users/${id}/contact`, { token: caller.token })
const put = (caller: Person, id: string, body: object) =>
  call('PUT', `/api/users/${id}/contact`, { token: caller.token, body })

test('the default is French, and e-mail if there is no telephone number', async () => {
  const { id, ...patient } = await newPatient()
  assert.deepEqual((await get({ id, ...patient }, id)).body.contact, {
    ...{ userId: id, email: `${id}@test.example`, emailConfirmed: true, phone: null, phoneConfirmed: false },
    ...{ language: 'fr', preferredChannel: null, optOuts: [], quietHours: null },
  })
})

test('a user without an e-mail address has a null address everywhere, and gets messages by telephone', async () => {
  const patient = await newPatient()
  await put(patient, patient.id, { email: null })
  const emailIn = async (path: string, caller: Person, name: string) =>
    (await call('GET', path, { token: caller.token })).body[name].email
  assert.equal((await call('GET', '/api/users/me', { token: patient.token })).body.email, null)
  assert.equal(await emailIn(`/api/users/${patient.id}`, admin, 'user'), null)
  assert.equal(await emailIn(`/api/patients/${patient.id}`, admin, 'patient'), null)
  assert.equal(await emailIn(`/api/users/${patient.id}/contact`, patient, 'contact'), null)
  const send = () =>
    call('POST', '/api/notifications/send', {
      token: admin.token,
      body: {
        recipientUserId: patient.id,
        templateCode: 'PRESCRIPTION_ISSUED',
        variables: { doctorName: 'Dr Benali' },
      },
    })
  const unreachable = await send()
  assert.deepEqual(
    [unreachable.status, unreachable.body.error.details[0].message],
    [422, 'has no address on any channel'],
  )
  await put(patient, patient.id, { phone: '0612345678' })
  assert.equal((await send()).status, 200)
})

test('an update keeps absent fields, and stores numbers as E.164', async () => {
  const patient = await newPatient()
  const hours = { from: '22:00', to: '08:00' }
  const first = await put(patient, patient.id, { phone: '06 12 34 56 78', preferredChannel: 'SMS', quietHours: hours })
  const { contact } = first.body
  assert.deepEqual([contact.phone, contact.preferredChannel, contact.quietHours], ['+212612345678', 'SMS', hours])
  const second = (await put(admin, patient.id, { language: 'ar', optOuts: ['EMAIL'] })).body.contact
  assert.deepEqual(second, { ...contact, language: 'ar', optOuts: ['EMAIL'] })
  assert.deepEqual((await get(patient, patient.id)).body.contact, second)
  const emptied = { phone: null, preferredChannel: null, quietHours: null, optOuts: [] }
  assert.deepEqual((await put(patient, patient.id, emptied)).body.contact, { ...second, ...emptied })
})

test('keeps all of twenty concurrent updates', async () => {
  const patient = await newPatient()
  const changes = [
    { phone: '0612345678' },
    { language: 'en' },
    { optOuts: ['SMS'] },
    { quietHours: { from: '23:00', to: '07:00' } },
  ]
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(patient, patient.id, changes[n % 4]!)))
  assert.ok(answers.every(({ status }) => status === 200))
  const { phone, language, optOuts, quietHours } = (await get(patient, patient.id)).body.contact
  assert.deepEqual(
    [phone, language, optOuts, quietHours],
    ['+212612345678', 'en', ['SMS'], { from: '23:00', to: '07:00' }],
  )
})

test('reports each invalid field', async () => {
  const patient = await newPatient()
  for (const [body, path] of [
    [{ phone: '12' }, 'phone'],
    [{ phone: '612345678' }, 'phone'],
    [{ language: 'de' }, 'language'],
    [{ preferredChannel: 'PIGEON' }, 'preferredChannel'],
    [{ preferredChannel: 'SMS' }, 'preferredChannel'],
    [{ optOuts: ['SMS', 'SMS'] }, 'optOuts.1'],
    [{ quietHours: { from: '22:00', to: '22:00' } }, 'quietHours.to'],
    [{ quietHours: { from: '24:00', to: '08:00' } }, 'quietHours.from'],
    [{ quietHours: { from: '22:00' } }, 'quietHours.to'],
  ] as const) {
    const answer = await put(patient, patient.id, body)
    assert.equal(answer.status, 422, JSON.stringify(body))
    assert.equal(answer.body.error.details[0].path.join('.'), path)
  }
})

test('a contact is visible to the user and administrators only', async () => {
  const patient = await newPatient()
  const elsewhere = await newPractice(platform)
  for (const caller of [doctor, await newPatient(), elsewhere.admin]) {
    const [read, changed] = [await get(caller, patient.id), await put(caller, patient.id, { language: 'en' })]
    assert.deepEqual([read.status, changed.status], [404, 404])
    assert.equal(read.text, (await get(caller, 'usr_absent')).text)
  }
  assert.equal((await get(admin, patient.id)).body.contact.language, 'fr')
  assert.equal((await put(doctor, doctor.id, { language: 'en' })).status, 200)
})

test('an update without fields does not let a token with only write scope read contact data', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT', ['users:write'])
  const refused = await put(patient, patient.id, {})
  assert.equal(refused.status, 403, refused.text)
  assert.match(refused.body.error.message, /users:read/)
  assert.equal((await put(patient, patient.id, { language: 'ar' })).status, 200)
  const writer = await newPerson(platform, tenantId, 'DOCTOR', ['patients:write'])
  const unread = await call('PUT', '/api/patients/conditions/cnd_absent', { token: writer.token, body: {} })
  assert.equal(unread.status, 403, unread.text)
})
