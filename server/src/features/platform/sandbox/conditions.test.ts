import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf, owner } = await startPlatform()

type Condition = { name: string; longTerm: boolean; status: string; recordedBy: { name: string } }
const conditionsOf = async (person: string, id: string): Promise<Condition[]> => {
  if (person.endsWith('admin')) {
    const token = await tokenOf(`sandbox-${person}`)
    const body = { reason: 'Check of the seeded conditions' }
    const opened = await call('POST', `/api/patients/${id}/administrative-access`, { token, body })
    assert.equal(opened.status, 201, opened.text)
  }
  const answer = await call('GET', `/api/patients/${id}/conditions`, { token: await tokenOf(`sandbox-${person}`) })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.conditions
}

test('the fixed patients have a long-term condition that they and their doctors see', async () => {
  for (const prefix of ['', 'b-'])
    for (const person of ['patient', 'doctor', 'admin']) {
      const conditions = await conditionsOf(`${prefix}${person}`, `usr_sandbox_${prefix.replace('-', '_')}patient`)
      assert.deepEqual(
        conditions.map(({ name, longTerm, status }) => [name, longTerm, status]),
        [['Hypertension artérielle', true, 'ACTIVE']],
      )
      assert.match(conditions[0]!.recordedBy.name, /^Dr /)
    }
})

test('some other patients have conditions, and past ones are resolved', async () => {
  const { rows } = await owner.query(
    `select tenant_id, status, long_term, count(*)::int as n from conditions group by 1, 2, 3 order by 1, 2`,
  )
  assert.deepEqual(
    rows.map(({ tenant_id, status, long_term }) => [tenant_id, status, long_term]),
    ['ten_sandbox', 'ten_sandbox_b'].flatMap((tenant) => [
      [tenant, 'ACTIVE', true],
      [tenant, 'RESOLVED', false],
    ]),
  )
  assert.ok(rows[0].n >= 10)
})

test('one patient of each organisation is recalled at once, and no other until time passes', async () => {
  const recall = () => call('POST', '/api/cron/recall', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
  assert.deepEqual((await recall()).body, { ok: true, processed: 2, succeeded: 2, failed: 0 })
  assert.equal((await recall()).body.processed, 0)
})
