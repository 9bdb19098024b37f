import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '../src/app.ts'
import type { Operation } from '../src/http/operation.ts'
import { newPerson, type Person } from './factories.ts'
import { startPlatform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

/**
 * Calls every operation of a patient as their guardian, as a former guardian, and as another patient's guardian, with the
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
const guardianOfAnother = await guardianOf(await newPerson(platform, world.tenantId, 'PATIENT'))
const former = await guardianOf(patient)
const read = (caller: Person) => call('GET', `/api/patients/${patient.id}`, { token: caller.token })
assert.equal((await read(former)).status, 200) // caches the token's rights before the guardianship ends
const endResponse = await call('DELETE', `/api/guardianships/${former.guardianshipId}`, { token: former.token })
assert.equal(endResponse.status, 200, endResponse.text)
await new Promise((resolve) => setTimeout(resolve, 1000)) // revocations take effect within a second

/** A new sample of the operation, sent by a person. */
async function send(op: Operation, caller: Person) {
  const sample = await samples[op.name]!()
  const answer = await call(op.method, pathOf(op, sample), {
    token: caller.token,
    ...(op.body ? { body: sample.body } : {}),
  })
  return { sample, answer }
}

/**
 * Operations that only patients themselves may call, with the status that a guardian gets: those about their own
 * dependants, and the end of another person's guardianship.
 */
const patientOnlyRefusals: Record<string, number> = {
  listDependants: 404,
  registerDependant: 404,
  endGuardianship: 404,
}

const operations = allOperations()
  .map(({ operation }) => operation)
  .filter(({ scope, roles }) => scope !== 'public' && (!roles || roles.includes('PATIENT')))

let admitted = 0
for (const op of operations)
  test(`${op.name}: a guardian has the rights of the patient, unlike former and other guardians`, async () => {
    const own = await send(op, patient)
    const byGuardian = await send(op, guardian)
    const refusal = patientOnlyRefusals[op.name]
    if (refusal) assert.equal(byGuardian.answer.status, refusal)
    else assert.equal(byGuardian.answer.status, own.answer.status, byGuardian.answer.text)

    const refused = await send(op, stranger)
    for (const caller of [former, guardianOfAnother]) {
      const { answer } = await send(op, caller)
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

test('many operations about a patient were tested', () => assert.ok(admitted > 25, `${admitted}`))
