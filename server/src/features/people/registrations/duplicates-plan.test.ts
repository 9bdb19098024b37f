import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic } from '../../../../testing/factories.ts'
import { newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { recordPlans } from '../../../../testing/plans.ts'

const ownerUrl = await newDatabase()
const executed = await recordPlans(ownerUrl)
const platform = await startPlatform({}, ownerUrl)
const { tenantId, admin } = await newClinic(platform)

test('duplicates are found by index among 20,000 patients', async () => {
  const { owner, call } = platform
  await owner.query(
    `with made as (
       insert into users (tenant_id, id, name, role)
       select $1, 'usr_' || lpad(to_hex(n), 32, '0'), 'Patient ' || n, 'PATIENT' from generate_series(1, 20000) n
       returning tenant_id, id
     )
     insert into patient_identities (tenant_id, patient_id, birth_date, national_id, updated_by, updated_at)
     select tenant_id, id, '1950-01-01'::date + (row_number() over ())::int % 20000, 'P' || row_number() over (), id, now()
     from made`,
    [tenantId],
  )
  await owner.query('analyze patient_identities; analyze users')
  executed.length = 0
  const body = { name: 'Patient 0', birthDate: '1980-01-01', nationalId: 'p 77' }
  const { status } = await call('POST', '/api/patients', { token: admin.token, body })
  assert.equal(status, 409)
  const plan = JSON.stringify(executed.filter(({ statement }) => statement.includes('national_id_key')))
  assert.match(plan, /patient_identities_national_id/)
  assert.match(plan, /patient_identities_birth_date/)
  assert.doesNotMatch(plan, /"Node Type":"Seq Scan"/)
})
