import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import { isAccepted } from './failures.ts'

const platform = await startPlatform()
const { owner } = platform

test('a statement is refused by the named constraint alone', async () => {
  const { tenantId, doctor, patient } = await newClinic(platform)
  const signInAs = (id: string) =>
    owner.query(
      `update users set login_id = (select login_id from users where id = $2) where tenant_id = $1 and id = $3`,
      [tenantId, doctor.id, id],
    )
  assert.equal(await isAccepted(signInAs(doctor.id), 'users_login'), true)
  assert.equal(await isAccepted(signInAs(patient.id), 'users_login'), false)
  await assert.rejects(isAccepted(signInAs(patient.id), 'logins_email'), /users_login/)
  await assert.rejects(isAccepted(owner.query('select 1 / 0'), 'users_login'), /division by zero/)
})
