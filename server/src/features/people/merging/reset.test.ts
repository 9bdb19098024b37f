import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'
import { newBrowser, PASSWORD } from '../../platform/sign-in/browser-testing.ts'

const platform = await startPlatform()
const { call, owner, tokenOf } = platform
const FIXED = 'usr_sandbox_patient'

async function anotherPatient(token: string): Promise<string> {
  const { body } = await call('GET', '/api/patients', { token })
  return body.patients.find(({ id }: { id: string }) => id !== FIXED).id
}

for (const [name, survivor, merged, loginOf] of [
  ['merged away', 'other', 'fixed', 'other'],
  ['given another login', 'fixed', 'other', 'other'],
  ['merged away with its login', 'other', 'fixed', 'fixed'],
] as const)
  test(`a reset of the sandbox restores a fixed patient that was ${name}`, async () => {
    const token = await tokenOf('sandbox-admin')
    const ids = { fixed: FIXED, other: await anotherPatient(token) }
    const answer = await call('POST', `/api/patients/${ids[survivor]}/merge`, {
      token,
      body: { otherId: ids[merged], reason: 'A trial', loginOf: ids[loginOf], identityOf: FIXED },
    })
    assert.equal(answer.status, 200, answer.text)
    const reset = await call('POST', '/api/sandbox/reset', { token })
    assert.equal(reset.status, 200, reset.text)
    const me = await call('GET', '/api/users/me', { token: await tokenOf('sandbox-patient') })
    assert.deepEqual([me.body.id, me.body.email], [FIXED, 'patient@sandbox.example'])
    const browser = newBrowser(platform)
    await browser.signIn('patient@sandbox.example', PASSWORD)
    assert.equal((await browser.session()).body.user?.id, FIXED)
    const { rows } = await owner.query(
      `select (select count(*)::int from merged_patients) as merged,
        (select count(*)::int from users where tenant_id = 'ten_sandbox' and id = any($1)) as people`,
      [Object.values(ids)],
    )
    assert.deepEqual(rows, [{ merged: 0, people: 2 }])
    const read = await call('GET', `/api/patients/${ids[merged]}`, { token })
    assert.equal(read.body.patient.id, ids[merged])
  })
