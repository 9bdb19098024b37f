import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '../src/app.ts'
import type { Operation } from '../src/http/operation.ts'
import { newPerson, type Person } from './factories.ts'
import { startPlatform } from './harness.ts'
import type { Sample } from './samples/scene.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

/**
 * Tries every operation of a patient as their guardian, as a former guardian, and as the guardian of another patient, with the
 * requests of `samples.ts`.
 */
const platform = await startPlatform()
const { call, owner } = platform
const world = await newWorld(platform)
const samples = await samplesOf(platform, world)
const { ADMIN: admin, PATIENT: patient } = world.involved
const { PATIENT: stranger } = world.strangers

async function guardianOf(dependant: Person): Promise<Person & { guardianshipId: string }> {
  const guardian = await newPerson(platform, world.tenantId, 'PATIENT')
  const body = { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' }
  const answer = await call('POST', '/api/guardianships', { token: admin.token, body })
  assert.equal(answer.status, 201, answer.text)
  return { ...guardian, guardianshipId: answer.body.guardianship.id }
}

const guardian = await guardianOf(patient)
const ofAnother = await guardianOf(await newPerson(platform, world.tenantId, 'PATIENT'))
const former = await guardianOf(patient)
const read = (by: Person) => call('GET', `/api/patients/${patient.id}`, { token: by.token })
assert.equal((await read(former)).status, 200) // the token's rights are cached before the end
const ending = await call('DELETE', `/api/guardianships/${former.guardianshipId}`, { token: former.token })
assert.equal(ending.status, 200, ending.text)
await new Promise((resolve) => setTimeout(resolve, 1000)) // a second, in which revocations take effect

const pathOf = (op: Operation, { id = '', query }: Sample) => {
  const parts = id.split('/')
  return op.path.replace(/\{\w+\}/g, () => parts.shift() ?? id) + (query === undefined ? '' : `?${query}`)
}

/** A new sample of the operation, sent by a person. */
async function send(op: Operation, by: Person) {
  const sample = await samples[op.name]!()
  const answer = await call(op.method, pathOf(op, sample), {
    token: by.token,
    ...(op.body ? { body: sample.body } : {}),
  })
  return { sample, answer }
}

/**
 * Acts of the person: a guardian gets this status. Only patients themselves have dependants, and end what others may do for
 * them.
 */
const forThemselves: Record<string, number> = {
  listDependants: 404,
  registerDependant: 404,
  endGuardianship: 404,
}

const operations = allOperations()
  .map(({ operation }) => operation)
  .filter(({ scope, roles }) => scope !== 'public' && (!roles || roles.includes('PATIENT')))

let admitted = 0
for (const op of operations)
  test(`${op.name}: a guardian has the rights of the patient, a former one or another's none`, async () => {
    const own = await send(op, patient)
    const byGuardian = await send(op, guardian)
    const refusal = forThemselves[op.name]
    if (refusal) assert.equal(byGuardian.answer.status, refusal)
    else assert.equal(byGuardian.answer.status, own.answer.status, byGuardian.answer.text)

    const refused = await send(op, stranger)
    for (const by of [former, ofAnother]) {
      const { answer } = await send(op, by)
      assert.equal(answer.status, refused.answer.status, answer.text)
      assert.ok(!answer.text.includes(world.canary), answer.text)
    }
    if (own.answer.status >= 300 || refused.answer.status < 300 || refusal) return
    admitted++
    const { rows } = await owner.query<{ patient_ids: string[] }>(
      `select patient_ids from audit_log where user_id = $1 and request_id = $2 and outcome = 'OK'`,
      [guardian.id, byGuardian.answer.headers.get('x-request-id')],
    )
    assert.deepEqual(
      rows.map(({ patient_ids }) => patient_ids.includes(patient.id)),
      [true],
      'the audit row names the guardian as user and the dependant as patient',
    )
  })

test('operations about a patient were tried', () => assert.ok(admitted > 25, `${admitted}`))
