import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'
import { hasConsent } from './actions.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor, dentist, pharmacist } = practice
const newPatient = (tenant = tenantId) => newPerson(platform, tenant, 'PATIENT')

const get = (caller: Person, path: string) => call('GET', `/api/patients${path}`, { token: caller.token })
const put = (caller: Person, id: string, consents: unknown, headers: Record<string, string> = {}) =>
  call('PUT', `/api/patients/${id}/consents`, { token: caller.token, body: { consents }, headers })
const grant = async (patient: Person, ...consents: string[]) =>
  assert.equal((await put(patient, patient.id, consents)).status, 200)
const idsOf = (answer: { body: { patients: { id: string }[] } }) => answer.body.patients.map(({ id }) => id)
const versionsOf = async ({ id }: Person) =>
  (await get(admin, `/${id}/consents/history?pageSize=100`)).body.history as {
    name: string
    version: number
    granted: boolean
  }[]

const undecided = { granted: false, version: 0, at: null }
const unanswered = ['MARKETING', 'TELECONSULTATION', 'DATA_SHARING', 'RECORDING'].map((name) => ({
  name,
  ...undecided,
}))

describe('patients', () => {
  test('are visible to administrators, to themselves, and to professionals who treat them', async () => {
    const own = await newPractice(platform)
    const other = await newPatient(own.tenantId)
    await consult(platform, own.doctor, own.patient)
    await placeOrder(platform, other, (await prescribe(platform, own.dentist, other)).id, own.pharmacist)
    for (const [caller, seen] of [
      [own.admin, [other.id, own.patient.id]],
      [own.patient, [own.patient.id]],
      [other, [other.id]],
      [own.doctor, [own.patient.id]],
      [own.dentist, [other.id]],
      [own.pharmacist, []],
    ] as const) {
      const listed = await get(caller, '')
      assert.deepEqual([...idsOf(listed)].sort(), [...seen].sort())
      assert.equal(listed.body.pagination.total, seen.length)
      for (const { id } of [own.patient, other]) {
        const visible = (seen as readonly string[]).includes(id)
        for (const path of [`/${id}`, `/${id}/consents`, `/${id}/consents/history`])
          assert.equal((await get(caller, path)).status, visible ? 200 : 404, path)
      }
    }
    assert.deepEqual(idsOf(await get(own.admin, '?pageSize=1&page=2')).length, 1)
  })

  test('show their e-mail address to administrators and themselves only', async () => {
    const { patient } = practice
    await consult(platform, doctor, patient)
    const { rows } = await platform.owner.query('select name, email, created_at from users where id = $1', [patient.id])
    const { name, email, created_at } = rows[0]
    const createdAt = created_at.toISOString()
    const shown = { id: patient.id, name, birthDate: null, createdAt, lastActivityAt: createdAt }
    assert.deepEqual((await get(admin, `/${patient.id}`)).body, { patient: { ...shown, email } })
    assert.deepEqual((await get(patient, `/${patient.id}`)).body, { patient: { ...shown, email } })
    assert.deepEqual((await get(doctor, `/${patient.id}`)).body, { patient: { ...shown, email: null } })
  })

  test('show their birth date in lists to everyone who may read their identity', async () => {
    const own = await newPractice(platform)
    const desk = await newPerson(platform, own.tenantId, 'RECEPTIONIST')
    await consult(platform, own.doctor, own.patient)
    const body = { birthDate: '1951-07-14' }
    const path = `/api/patients/${own.patient.id}/identity`
    assert.equal((await call('PUT', path, { token: own.admin.token, body })).status, 200)
    for (const by of [own.admin, desk, own.doctor, own.patient]) {
      const [listed] = (await get(by, '')).body.patients
      assert.equal(listed.birthDate, '1951-07-14')
      assert.equal((await get(by, `/${own.patient.id}`)).body.patient.birthDate, '1951-07-14')
      assert.equal((await get(by, `/${own.patient.id}/identity`)).body.identity.birthDate, '1951-07-14')
    }
    for (const role of ['DENTIST', 'PHARMACIST', 'LABORATORY', 'PENDING'] as const) {
      const listed = await get(await newPerson(platform, own.tenantId, role), '')
      assert.ok(!listed.text.includes('1951-07-14'), role)
    }
  })

  test('exclude staff and patients of other organisations, whose ids get the same answer as unknown ids', async () => {
    const elsewhere = await newPractice(platform)
    const absent = (await get(admin, '/usr_absent')).text
    for (const { id } of [doctor, pharmacist, admin, elsewhere.patient])
      for (const path of [`/${id}`, `/${id}/consents`, `/${id}/consents/history`]) {
        const answer = await get(admin, path)
        assert.deepEqual([answer.status, answer.text], [404, absent])
      }
    assert.equal((await put(admin, doctor.id, ['MARKETING'])).status, 404)
    assert.equal((await put(admin, elsewhere.patient.id, ['MARKETING'])).status, 404)
  })

  test('are hidden from unverified professionals', async () => {
    const unverified = await newPerson(platform, tenantId, 'DOCTOR')
    const patient = await newPatient()
    await consult(platform, unverified, patient)
    assert.deepEqual(idsOf(await get(unverified, '')), [patient.id])
    await platform.owner.query('update users set verified_at = null where id = $1', [unverified.id])
    const { body } = await call('POST', '/api/auth/token', {
      body: { grant_type: 'client_credentials', client_id: unverified.clientId, client_secret: unverified.secret },
    })
    const afterwards = { ...unverified, token: body.access_token }
    for (const answer of [
      await get(afterwards, ''),
      await get(afterwards, `/${patient.id}`),
      await put(afterwards, patient.id, ['MARKETING']),
    ])
      assert.equal(answer.status, 403)
  })
})

describe('consents', () => {
  test('are four in a fixed order, none granted by default', async () => {
    const patient = await newPatient()
    assert.deepEqual((await get(patient, `/${patient.id}/consents`)).body, { consents: unanswered })
  })

  test('are replaced by the given list, with a new version for each change', async () => {
    const patient = await newPatient()
    const expected: { event: string; data: object }[] = []
    for (const [given, versions] of [
      [['MARKETING'], [1, 0, 0, 0]],
      [
        ['RECORDING', 'MARKETING'],
        [1, 0, 0, 1],
      ],
      [['TELECONSULTATION'], [2, 1, 0, 2]],
      [[], [2, 2, 0, 2]],
      [
        ['MARKETING', 'TELECONSULTATION', 'DATA_SHARING', 'RECORDING'],
        [3, 3, 1, 3],
      ],
    ] as const) {
      const before = Date.now()
      const changed = await put(patient, patient.id, given)
      assert.equal(changed.status, 200)
      assert.deepEqual(changed.body, (await get(admin, `/${patient.id}/consents`)).body)
      const { consents } = changed.body
      assert.deepEqual(
        consents.map((one: { name: string }) => one.name),
        unanswered.map(({ name }) => name),
      )
      for (const [at, { name, granted, version, at: since }] of consents.entries()) {
        assert.equal(granted, (given as readonly string[]).includes(name), name)
        assert.equal(version, versions[at], name)
        assert.equal(since === null, version === 0)
        assert.ok(since === null || Date.parse(since) <= Date.now())
      }
      assert.ok(consents.some((one: { at: string | null }) => one.at !== null && Date.parse(one.at) >= before - 1))
      const inOrder = unanswered.map(({ name }) => name).filter((name) => (given as readonly string[]).includes(name))
      expected.push({ event: 'patient.consent_updated', data: { patientId: patient.id, consents: inOrder } })
      assert.deepEqual(await eventsOf(platform, patient.id), expected)
    }
    const { rows } = await platform.owner.query('select distinct audience from events where subject_id = $1', [
      patient.id,
    ])
    assert.deepEqual(rows, [{ audience: [patient.id] }])
  })

  test('do not change and publish no event if the same list is sent again', async () => {
    const patient = await newPatient()
    assert.deepEqual((await put(patient, patient.id, [])).body, { consents: unanswered })
    const first = await put(patient, patient.id, ['RECORDING', 'MARKETING'])
    assert.deepEqual((await put(patient, patient.id, ['MARKETING', 'RECORDING'])).text, first.text)
    assert.deepEqual((await put(admin, patient.id, ['MARKETING', 'RECORDING'])).text, first.text)
    assert.equal((await eventsOf(platform, patient.id)).length, 1)
    assert.equal((await versionsOf(patient)).length, 2)
  })

  test('are changed by the patient or an administrator, and only read by a doctor', async () => {
    const patient = await newPatient()
    await consult(platform, doctor, patient)
    assert.equal((await put(doctor, patient.id, ['MARKETING'])).status, 403)
    for (const caller of [dentist, pharmacist, await newPatient(), (await newPractice(platform)).admin]) {
      const refused = await put(caller, patient.id, ['MARKETING'])
      assert.deepEqual([refused.status, refused.text], [404, (await put(caller, 'usr_absent', ['MARKETING'])).text])
    }
    assert.deepEqual((await get(doctor, `/${patient.id}/consents`)).body, { consents: unanswered })
    assert.equal((await put(admin, patient.id, ['MARKETING'])).status, 200)
  })

  test('have a history with author, time and client of each answer, newest first', async () => {
    const patient = await newPatient()
    await grant(patient, 'MARKETING', 'RECORDING')
    await put(admin, patient.id, ['RECORDING'])
    await consult(platform, doctor, patient)
    for (const caller of [patient, admin, doctor]) {
      const { history, pagination } = (await get(caller, `/${patient.id}/consents/history`)).body
      assert.deepEqual(
        history.map((one: { at: string; decidedBy: { id: string; name: string } }) => {
          assert.ok(Math.abs(Date.parse(one.at) - Date.now()) < 60_000 && one.decidedBy.name)
          return { ...one, at: undefined, decidedBy: one.decidedBy.id }
        }),
        [
          { name: 'MARKETING', granted: false, version: 2, decidedBy: admin.id, clientId: admin.clientId },
          { name: 'MARKETING', granted: true, version: 1, decidedBy: patient.id, clientId: patient.clientId },
          { name: 'RECORDING', granted: true, version: 1, decidedBy: patient.id, clientId: patient.clientId },
        ].map((one) => ({ ...one, at: undefined })),
      )
      assert.equal(pagination.total, 3)
    }
    const { history } = (await get(patient, `/${patient.id}/consents/history?pageSize=1&page=2`)).body
    assert.deepEqual(
      history.map(({ version, granted }: { version: number; granted: boolean }) => [version, granted]),
      [[1, true]],
    )
  })

  test('get consecutive versions from twenty concurrent changes', async () => {
    const patient = await newPatient()
    const lists = [['MARKETING'], [], ['MARKETING', 'RECORDING'], ['DATA_SHARING']]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(patient, patient.id, lists[n % 4])))
    assert.ok(answers.every(({ status }) => status === 200))
    const versions = await versionsOf(patient)
    for (const { name } of unanswered) {
      const own = versions.filter((one) => one.name === name).reverse()
      assert.deepEqual(
        own.map(({ version, granted }) => [version, granted]),
        own.map((_, at) => [at + 1, at % 2 === 0]),
      )
    }
    const published = await eventsOf(platform, patient.id)
    const { consents } = (await get(patient, `/${patient.id}/consents`)).body
    const current = consents.flatMap((one: { granted: boolean; name: string }) => (one.granted ? [one.name] : []))
    assert.deepEqual((published.at(-1)!.data as { consents: string[] }).consents, current, 'the last event is current')
  })

  test('are recorded once for one idempotency key', async () => {
    const patient = await newPatient()
    const headers = { 'idempotency-key': 'consent-1' }
    const [first, again] = [
      await put(patient, patient.id, ['MARKETING'], headers),
      await put(patient, patient.id, ['MARKETING'], headers),
    ]
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await eventsOf(platform, patient.id)).length, 1)
  })

  test('must have known names without duplicates', async () => {
    const patient = await newPatient()
    for (const [given, path] of [
      [undefined, ['consents']],
      [null, ['consents']],
      ['MARKETING', ['consents']],
      [['SPAM'], ['consents', 0]],
      [['marketing'], ['consents', 0]],
      [['MARKETING', 'MARKETING'], ['consents']],
    ] as const) {
      const refused = await put(patient, patient.id, given)
      assert.equal(refused.status, 422)
      assert.deepEqual(refused.body.error.details[0].path, path)
    }
    assert.deepEqual(await versionsOf(patient), [])
  })

  test('are append-only, and the database refuses gaps between versions', async () => {
    const { pool } = platform.services.database
    for (const change of [
      'update patient_consents set granted = true',
      'delete from patient_consents',
      'delete from consents_in_force',
      `insert into consents_in_force values ('t', 'MARKETING', 'p', 1)`,
    ])
      await assert.rejects(pool.query(change), /permission denied/)
    const patient = await newPatient()
    const insert = (version: number, granted: boolean) =>
      platform.owner.query(
        `insert into patient_consents (tenant_id, patient_id, name, version, granted, decided_by, client_id)
         values ($1, $2, 'MARKETING', $3, $4, $2, 'test')`,
        [tenantId, patient.id, version, granted],
      )
    await assert.rejects(insert(2, false), /foreign key/)
    await assert.rejects(insert(1, false), /check constraint/)
    await insert(1, true)
    await assert.rejects(insert(1, true), /duplicate key/)
    await assert.rejects(insert(3, true), /foreign key/)
    await insert(2, false)
  })
})

describe('the filter consent=MARKETING', () => {
  test('lists enabled patients with a current consent', async () => {
    const own = await newPractice(platform)
    const [consented, unconsented, withdrew, disabled] = await Promise.all(
      Array.from({ length: 4 }, () => newPatient(own.tenantId)),
    )
    const listed = async (caller: Person, consent = 'MARKETING') =>
      idsOf(await get(caller, `?consent=${consent}`)).sort()
    assert.deepEqual(await listed(own.admin), [])
    await grant(unconsented!, 'TELECONSULTATION', 'DATA_SHARING', 'RECORDING')
    assert.deepEqual(await listed(own.admin), [])
    for (const one of [consented!, withdrew!, disabled!]) await grant(one, 'MARKETING')
    assert.deepEqual(await listed(own.admin), [consented!.id, withdrew!.id, disabled!.id].sort())
    await grant(withdrew!)
    const disable = (isDisabled: boolean) =>
      call('PUT', `/api/users/${disabled!.id}`, { token: own.admin.token, body: { disabled: isDisabled } })
    await disable(true)
    assert.deepEqual(await listed(own.admin), [consented!.id])
    assert.equal((await get(own.admin, '?consent=MARKETING&pageSize=1')).body.pagination.total, 1)
    assert.deepEqual(await listed(own.admin, 'RECORDING'), [unconsented!.id])
    await disable(false)
    await grant(withdrew!, 'MARKETING')
    assert.deepEqual(await listed(own.admin), [consented!.id, withdrew!.id, disabled!.id].sort())
    assert.deepEqual(await listed(own.doctor), [], 'only visible patients')
    await consult(platform, own.doctor, consented!)
    assert.deepEqual(await listed(own.doctor), [consented!.id])
    assert.equal((await get(own.admin, '?consent=SPAM')).status, 422)
  })

  test('gives the same result as hasConsent, which other features call for one patient', async () => {
    const patient = await newPatient()
    const consents = (name: 'MARKETING' | 'RECORDING', id = patient.id, tenant = tenantId) =>
      hasConsent(platform.services.database.reader(tenant), tenant, id, name)
    assert.equal(await consents('MARKETING'), false)
    await grant(patient, 'MARKETING')
    assert.deepEqual([await consents('MARKETING'), await consents('RECORDING')], [true, false])
    assert.equal(await consents('MARKETING', 'usr_absent'), false)
    assert.equal(await consents('MARKETING', patient.id, (await newPractice(platform)).tenantId), false)
    const inside = await platform.services.database.inTransaction(tenantId, (tx) =>
      hasConsent(tx, tenantId, patient.id, 'MARKETING'),
    )
    assert.equal(inside, true)
    await grant(patient)
    assert.equal(await consents('MARKETING'), false)
  })
})
