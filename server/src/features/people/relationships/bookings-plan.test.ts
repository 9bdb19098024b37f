import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson } from '../../../../testing/factories.ts'
import { asOwner, newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { excessReads, recordPlans, rowsRead } from '../../../../testing/plans.ts'

/** Relationships of the patient with other professionals. */
const OTHER_RELATIONSHIPS = 5000
/** Visits of the patient and doctor in the booking. */
const VISITS = 20

const ownerUrl = await newDatabase()
await asOwner(ownerUrl, (db) => db.query('alter table care_relationships set (autovacuum_enabled = false)'))
const executed = await recordPlans(ownerUrl)
const platform = await startPlatform({}, ownerUrl)
const { owner } = platform

for (const [when, before, after] of [
  ['for a small table', 'analyze', 'select'],
  ['for a full table', 'select', 'analyze'],
])
  test(`a booking by the staff reads no relationships of other visits, with plans made ${when}`, async () => {
    await owner.query(before!)
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
    for (let n = 0; n < VISITS; n++) await book(platform, desk, doctor, patient, 100 + 24 * n)
    await owner.query(
      `with others as (
         insert into users (tenant_id, id, email, name, role, verified_at)
         select $1, new_id('usr'), n || $1 || '@other.example', 'Other', 'DOCTOR', now() from generate_series(1, $3::int) n
         returning id
       )
       insert into care_relationships (tenant_id, professional_id, patient_id, source_id, basis, until)
       select $1, id, $2, 'CONSENTED', 'CONSENTED', now() + interval '1 year' from others`,
      [tenantId, patient.id, OTHER_RELATIONSHIPS],
    )
    await owner.query(after!)
    executed.length = 0
    await book(platform, desk, doctor, patient, 2000)
    await book(platform, admin, doctor, patient, 2024)
    const found = executed.filter(({ statement }) => statement.includes('care_relationships'))
    assert.equal(found.length, 2, 'one statement for each booking')
    const wasteful = found.flatMap(({ plan, statement }) =>
      excessReads(plan, (table) => table === 'care_relationships', 1).map((waste) => `${waste}\n${statement}`),
    )
    assert.deepEqual(wasteful, [])
    const read = found.map(({ plan }) => rowsRead(plan, 'care_relationships'))
    assert.deepEqual(read, [0, 0], 'none of the other visits of the pair')
  })
