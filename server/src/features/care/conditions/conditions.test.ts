import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, openFile, recordCondition } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, pharmacist, patient } = practice
await consult(platform, doctor, patient)
await openFile(platform, admin, patient)

const list = (caller: Person, query = '', about = patient) =>
  call('GET', `/api/patients/${about.id}/conditions${query}`, { token: caller.token })
const post = (caller: Person, body: unknown, about = patient) =>
  call('POST', `/api/patients/${about.id}/conditions`, { token: caller.token, body })
const put = (caller: Person, id: string, body: unknown) =>
  call('PUT', `/api/patients/conditions/${id}`, { token: caller.token, body })
const remove = (caller: Person, id: string) => call('DELETE', `/api/patients/conditions/${id}`, { token: caller.token })
const idsOf = ({ body }: Answer): string[] => body.conditions.map(({ id }: { id: string }) => id)
const asthma = { name: 'Asthme', since: '2011-03-01', longTerm: true }

describe('conditions', () => {
  test('can be recorded by staff who see the patient, and changed, resolved and deleted by the user who recorded them', async () => {
    for (const caller of [doctor, admin]) {
      const recorded = await post(caller, asthma)
      assert.equal(recorded.status, 201)
      const { condition } = recorded.body
      assert.deepEqual(Object.keys(condition.recordedBy), ['id', 'name'])
      assert.partialDeepStrictEqual(condition, {
        ...asthma,
        patientId: patient.id,
        status: 'ACTIVE',
        recordedBy: { id: caller.id },
      })
      await platform.advance(1)
      const resolved = (await put(caller, condition.id, { status: 'RESOLVED', since: null })).body.condition
      assert.ok(resolved.updatedAt > condition.updatedAt)
      assert.deepEqual(resolved, { ...condition, status: 'RESOLVED', since: null, updatedAt: resolved.updatedAt })
      assert.deepEqual((await put(caller, condition.id, {})).body.condition, resolved, 'an empty body changes nothing')
      assert.deepEqual((await remove(caller, condition.id)).body, { ok: true })
      assert.equal((await put(caller, condition.id, {})).status, 404)
      assert.equal((await remove(caller, condition.id)).status, 404)
      assert.ok(!idsOf(await list(caller)).includes(condition.id))
    }
  })

  test('can be read by the patient, and listed newest first by status', async () => {
    const own = await newPractice(platform)
    await consult(platform, own.doctor, own.patient)
    await openFile(platform, own.admin, own.patient)
    const [first, second] = [
      await recordCondition(platform, own.doctor, own.patient),
      await recordCondition(platform, own.doctor, own.patient, { status: 'RESOLVED', longTerm: false }),
    ]
    for (const caller of [own.patient, own.doctor, own.admin]) {
      assert.deepEqual(idsOf(await list(caller, '', own.patient)), [second, first])
      assert.deepEqual(idsOf(await list(caller, '?status=ACTIVE', own.patient)), [first])
      assert.deepEqual((await list(caller, '?pageSize=1&page=2', own.patient)).body.pagination.total, 2)
      assert.deepEqual(idsOf(await list(caller, '?pageSize=1&page=2', own.patient)), [first])
    }
    assert.equal((await list(own.patient, '?status=GONE', own.patient)).status, 422)
  })

  test('are hidden from users who cannot see the patient, and read-only for the patient', async () => {
    const id = await recordCondition(platform, doctor, patient)
    const elsewhere = await newPractice(platform)
    const stranger = await newPerson(platform, practice.tenantId, 'PATIENT')
    for (const caller of [dentist, elsewhere.admin, elsewhere.doctor]) {
      for (const answer of [
        await list(caller),
        await post(caller, asthma),
        await put(caller, id, {}),
        await remove(caller, id),
      ])
        assert.equal(answer.status, 404)
      assert.equal((await put(caller, id, {})).text, (await put(caller, 'cnd_absent', {})).text)
    }
    for (const caller of [pharmacist, stranger, elsewhere.patient]) {
      assert.equal((await list(caller)).status, caller === pharmacist ? 403 : 404)
      for (const answer of [await post(caller, asthma), await put(caller, id, {}), await remove(caller, id)])
        assert.equal(answer.status, 403)
    }
    assert.equal((await post(patient, asthma)).status, 403)
    assert.equal((await post(admin, asthma, doctor)).status, 404, 'a doctor is not a patient')
    assert.partialDeepStrictEqual((await list(admin)).body.conditions[0], { id, status: 'ACTIVE' })
  })

  test('can only be changed and deleted by the user who recorded them, even if another professional treats the patient', async () => {
    const own = await newPractice(platform)
    for (const caller of [own.doctor, own.dentist]) await consult(platform, caller, own.patient)
    const id = await recordCondition(platform, own.doctor, own.patient)
    await openFile(platform, own.admin, own.patient)
    for (const caller of [own.dentist, own.admin])
      for (const answer of [await put(caller, id, { status: 'RESOLVED' }), await remove(caller, id)])
        assert.equal(answer.status, 403)
    const another = await recordCondition(platform, own.dentist, own.patient)
    assert.deepEqual(idsOf(await list(own.doctor, '', own.patient)), [another, id])
    assert.equal((await list(own.doctor, '?status=ACTIVE', own.patient)).body.conditions.length, 2)
  })

  test('can be struck by an administrator with a reason, and can still be read', async () => {
    const id = await recordCondition(platform, doctor, patient)
    const strike = (caller: Person, body: unknown = { reason: 'Another patient' }) =>
      call('POST', `/api/patients/conditions/${id}/strike`, { token: caller.token, body })
    for (const caller of [doctor, patient, pharmacist]) assert.equal((await strike(caller)).status, 403)
    assert.equal((await strike((await newPractice(platform)).admin)).status, 404)
    for (const body of [{}, { reason: ' ' }]) assert.equal((await strike(admin, body)).status, 422)
    const struck = await strike(admin)
    assert.equal(struck.status, 200)
    assert.partialDeepStrictEqual(struck.body.condition.struck, { by: { id: admin.id }, reason: 'Another patient' })
    assert.deepEqual((await strike(admin, { reason: 'Again' })).body, struck.body, 'struck once')
    for (const caller of [patient, doctor, admin])
      assert.deepEqual((await list(caller)).body.conditions[0].struck, struck.body.condition.struck)
    for (const answer of [await put(doctor, id, { status: 'RESOLVED' }), await remove(doctor, id)])
      assert.equal(answer.status, 409)
  })

  test('report each invalid field', async () => {
    const tomorrow = new Date(platform.services.clock.nowMs() + 2 * 86_400_000).toISOString().slice(0, 10)
    for (const [body, paths] of [
      [{}, ['name', 'longTerm']],
      [{ name: ' ', longTerm: 'yes', since: '2011-02-30', status: 'GONE' }, ['name', 'since', 'longTerm', 'status']],
      [{ ...asthma, name: 'x'.repeat(201), since: '1899-12-31' }, ['name', 'since']],
      [{ ...asthma, since: tomorrow }, ['since']],
    ] as const) {
      const answer = await post(doctor, body)
      assert.equal(answer.status, 422)
      const faulty = answer.body.error.details.map(({ path }: { path: string[] }) => path[0])
      assert.deepEqual(faulty, paths)
    }
    const id = await recordCondition(platform, doctor, patient)
    assert.equal((await put(doctor, id, { since: tomorrow })).status, 422)
    assert.equal((await put(doctor, id, { name: null })).status, 422)
  })

  test('are audited with the patient', async () => {
    const { id } = (await post(doctor, asthma)).body.condition
    await put(doctor, id, { status: 'RESOLVED' })
    await remove(doctor, id)
    const { rows } = await platform.owner.query(
      'select operation, patient_ids from audit_log where subject_id = $1 order by id',
      [id],
    )
    assert.deepEqual(
      rows,
      ['recordCondition', 'updateCondition', 'deleteCondition'].map((operation) => ({
        operation,
        patient_ids: [patient.id],
      })),
    )
    await list(patient)
    const read = await platform.owner.query(
      `select patient_ids from audit_log where operation = 'listConditions' and user_id = $1 order by id desc limit 1`,
      [patient.id],
    )
    assert.deepEqual(read.rows, [{ patient_ids: [patient.id] }])
  })
})
