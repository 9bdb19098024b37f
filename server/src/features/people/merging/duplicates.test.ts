import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform

type Clinic = Awaited<ReturnType<typeof newClinic>>

async function patientWith({ tenantId, admin }: Clinic, name: string, identity: object): Promise<Person> {
  const patient = await newPerson(platform, tenantId, 'PATIENT', undefined, name)
  const answer = await call('PUT', `/api/patients/${patient.id}/identity`, { token: admin.token, body: identity })
  assert.equal(answer.status, 200, answer.text)
  return patient
}

type Pair = { patients: { id: string }[]; sameNationalId: boolean; sameNameAndBirthDate: boolean }

async function pairsOf({ admin }: Clinic, query = '') {
  const answer = await call('GET', `/api/patients/duplicates${query}`, { token: admin.token })
  assert.equal(answer.status, 200, answer.text)
  const { duplicates, pagination } = answer.body as { duplicates: Pair[]; pagination: { total: number } }
  return {
    total: pagination.total,
    pairs: duplicates.map(({ patients, sameNationalId, sameNameAndBirthDate }) => [
      ...patients.map(({ id }) => id),
      sameNationalId,
      sameNameAndBirthDate,
    ]),
  }
}

test('lists pairs with the same national id or the same name and birth date, in any spelling', async () => {
  const clinic = await newClinic(platform)
  const born = { birthDate: '1984-05-17' }
  const one = await patientWith(clinic, 'Amine El Fassi', { ...born, nationalId: 'ZZ 100001' })
  const two = await patientWith(clinic, 'AMINE  EL-FASSÏ', { ...born, nationalId: 'AB7' })
  const three = await patientWith(clinic, 'Someone Else', { birthDate: '1990-01-01', nationalId: 'zz100001' })
  await patientWith(clinic, 'Amine El Fassi', { birthDate: '1984-05-18' })
  await patientWith(clinic, 'Amine El Fassi', { nationalId: 'ZZ200001' })
  assert.deepEqual((await pairsOf(clinic)).pairs, [
    [one.id, three.id, true, false],
    [one.id, two.id, false, true],
  ])
  const second = await pairsOf(clinic, '?pageSize=1&page=2')
  assert.deepEqual([second.total, second.pairs.length], [2, 1])
  const foreign = await newClinic(platform)
  assert.deepEqual((await pairsOf(foreign)).pairs, [])
})

test('correcting a birth date can remove a pair, and correcting a name can add one', async () => {
  const clinic = await newClinic(platform)
  const born = { birthDate: '1971-03-02' }
  const one = await patientWith(clinic, 'Salma Idrissi', born)
  const two = await patientWith(clinic, 'Salma Idrisi', born)
  assert.equal((await pairsOf(clinic)).total, 0)
  const rename = (name: string) => call('PUT', `/api/users/${two.id}`, { token: clinic.admin.token, body: { name } })
  await rename('Salma Idrissi')
  assert.deepEqual((await pairsOf(clinic)).pairs, [[one.id, two.id, false, true]])
  await call('PUT', `/api/patients/${one.id}/identity`, {
    token: clinic.admin.token,
    body: { birthDate: '1971-03-03' },
  })
  assert.equal((await pairsOf(clinic)).total, 0)
})

test('a merge removes its pair, and keeps the pairs of the survivor with other records', async () => {
  const clinic = await newClinic(platform)
  const papers = { nationalId: 'QQ300' }
  const [one, two, three] = [
    await patientWith(clinic, 'One', papers),
    await patientWith(clinic, 'Two', papers),
    await patientWith(clinic, 'Three', papers),
  ]
  assert.equal((await pairsOf(clinic)).total, 3)
  const answer = await call('POST', `/api/patients/${one.id}/merge`, {
    token: clinic.admin.token,
    body: { otherId: two.id, reason: 'Same card', loginOf: one.id },
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual((await pairsOf(clinic)).pairs, [[one.id, three.id, true, false]])
})

test('both patients of a listed pair are in the audit log', async () => {
  const clinic = await newClinic(platform)
  const papers = { nationalId: 'QQ400' }
  const [one, two] = [await patientWith(clinic, 'One', papers), await patientWith(clinic, 'Two', papers)]
  await pairsOf(clinic)
  const { rows } = await owner.query(
    `select patient_ids from audit_log where tenant_id = $1 and operation = 'listDuplicates'`,
    [clinic.tenantId],
  )
  assert.deepEqual(rows[0].patient_ids.toSorted(), [one.id, two.id].toSorted())
})

test('two records with the same national id that are entered concurrently become a pair', async () => {
  const clinic = await newClinic(platform)
  const [one, two] = [
    await newPerson(platform, clinic.tenantId, 'PATIENT'),
    await newPerson(platform, clinic.tenantId, 'PATIENT'),
  ]
  const enter = ({ id }: Person) =>
    call('PUT', `/api/patients/${id}/identity`, { token: clinic.admin.token, body: { nationalId: 'QQ500' } })
  await Promise.all([enter(one), enter(two)])
  assert.equal((await pairsOf(clinic)).total, 1)
})

test('looks up a person among 10,000 with the same birth date without reading all of them', async () => {
  const clinic = await newClinic(platform)
  const client = await owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `insert into users (tenant_id, id, name, role) select $1, 'usr_same_' || g, 'Person ' || g, 'PATIENT' from generate_series(1, 10000) g`,
      [clinic.tenantId],
    )
    await client.query(
      `insert into patient_identities (tenant_id, patient_id, birth_date, updated_by)
       select $1, 'usr_same_' || g, date '1970-01-01', 'usr_same_' || g from generate_series(1, 10000) g`,
      [clinic.tenantId],
    )
    await client.query('commit')
    await client.query('analyze patient_identities; analyze users')
    await client.query('begin')
    await client.query(`select set_config('app.tenant', $1, true), pg_stat_force_next_flush()`, [clinic.tenantId])
    const read = async () =>
      Number(
        (
          await client.query(`
            select sum(pg_stat_get_xact_tuples_returned(c) + pg_stat_get_xact_tuples_fetched(c)) as rows
            from unnest(array['patient_identities'::regclass, 'users'::regclass]) c`)
        ).rows[0].rows,
      )
    const before = await read()
    const { rows } = await client.query(`select id from patients_like($1, 'person 777', '1970-01-01', null)`, [
      clinic.tenantId,
    ])
    assert.deepEqual(rows, [{ id: 'usr_same_777' }])
    assert.ok((await read()) - before < 50, 'rows read')
    await client.query('rollback')
  } finally {
    client.release()
  }
})

test('looks up a person among many by index', async () => {
  const clinic = await newClinic(platform)
  const client = await owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `insert into users (tenant_id, id, name, role) select $1, 'usr_many_' || g, 'Person ' || g, 'PATIENT' from generate_series(1, 50000) g`,
      [clinic.tenantId],
    )
    await client.query(
      `insert into patient_identities (tenant_id, patient_id, birth_date, national_id, updated_by)
       select $1, 'usr_many_' || g, date '1940-01-01' + g % 25000, 'N' || g, 'usr_many_' || g from generate_series(1, 50000) g`,
      [clinic.tenantId],
    )
    await client.query('commit')
    await client.query('analyze patient_identities')
    await client.query('analyze users')
    await client.query('begin')
    await client.query(`select set_config('app.tenant', $1, true), pg_stat_force_next_flush()`, [clinic.tenantId])
    const read = async () =>
      Number(
        (
          await client.query(`
            select sum(pg_stat_get_xact_tuples_returned(c) + pg_stat_get_xact_tuples_fetched(c)) as rows
            from unnest(array['patient_identities'::regclass, 'users'::regclass]) c`)
        ).rows[0].rows,
      )
    const before = await read()
    const { rows } = await client.query('select * from patients_like($1, $2, $3, $4)', [
      clinic.tenantId,
      'person 777',
      '1942-02-16',
      'n 777',
    ])
    assert.deepEqual(rows, [{ id: 'usr_many_777', same_national_id: true, same_name_and_birth_date: true }])
    assert.ok((await read()) - before < 50, 'rows read')
    await client.query('rollback')
  } finally {
    client.release()
  }
})

test('the front desk can list duplicates, but not merge them', async () => {
  const clinic = await newClinic(platform)
  const papers = { nationalId: 'QQ600' }
  const [one, two] = [await patientWith(clinic, 'One', papers), await patientWith(clinic, 'Two', papers)]
  const { token } = await newPerson(platform, clinic.tenantId, 'RECEPTIONIST')
  const { status, body } = await call('GET', '/api/patients/duplicates', { token })
  assert.deepEqual([status, body.pagination?.total], [200, 1])
  const merge = { otherId: two.id, reason: 'Same card', loginOf: one.id }
  assert.equal((await call('POST', `/api/patients/${one.id}/merge`, { token, body: merge })).status, 403)
  assert.equal((await call('GET', `/api/patients/${one.id}/merge-preview/${two.id}`, { token })).status, 403)
  for (const caller of [clinic.doctor, clinic.patient])
    assert.equal((await call('GET', '/api/patients/duplicates', { token: caller.token })).status, 403)
})

describe('the locks of possible duplicates', () => {
  const ofDuplicates = `l.locktype = 'advisory' and l.classid::bigint = hashtext('possible_duplicates')::bigint & 4294967295`

  test('cover national id and birth date, and are not taken for unknown values', async () => {
    const { tenantId } = await newClinic(platform)
    const client = await owner.connect()
    try {
      for (const [locks, birthDate, nationalId] of [
        [0, null, null],
        [1, '1990-01-01', null],
        [1, '1990-01-01', ' '],
        [1, null, 'QQ700'],
      ]) {
        const { id } = await newPerson(platform, tenantId, 'PATIENT')
        await client.query('begin')
        await client.query(
          `insert into patient_identities (tenant_id, patient_id, birth_date, national_id, updated_by)
           values ($1, $2, $3, $4, $2)`,
          [tenantId, id, birthDate, nationalId],
        )
        const { rows } = await client.query(
          `select count(*)::int as n from pg_locks l where l.pid = pg_backend_pid() and ${ofDuplicates}`,
        )
        await client.query('rollback')
        assert.equal(rows[0].n, locks, `${birthDate} ${nationalId}`)
      }
    } finally {
      client.release()
    }
  })

  test('are taken after the lock of the guardian when a dependant is registered, as in an identity change', async () => {
    const { tenantId } = await newClinic(platform)
    const guardian = await newPerson(platform, tenantId, 'PATIENT')
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query('select from users where id = $1 for no key update', [guardian.id])
      const registering = call('POST', `/api/patients/${guardian.id}/dependants`, {
        token: guardian.token,
        body: { name: 'Yassine Alami', birthDate: '2019-04-02', sex: 'M', kind: 'PARENT' },
      })
      const waiting = async () =>
        (await owner.query<{ pid: number }>('select distinct pid from pg_locks where not granted')).rows
      while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      const { rows } = await owner.query(
        `select from pg_locks l where ${ofDuplicates} and l.pid in (select pid from pg_locks where not granted)`,
      )
      await client.query('rollback')
      assert.equal((await registering).status, 201)
      assert.equal(rows.length, 0)
    } finally {
      client.release()
    }
  })
})
