import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf } = await startPlatform()
const callAs = async (person: string, path: string, method: 'GET' | 'POST' = 'GET') =>
  call(method, `/api/${path}`, { token: await tokenOf(`sandbox-${person}`) })

test('front desk, laboratory and pending doctor have clients and can sign in', async () => {
  for (const [name, role] of [
    ['reception', 'RECEPTIONIST'],
    ['laboratory', 'LABORATORY'],
    ['pending', 'DOCTOR'],
  ] as const) {
    const { body } = await callAs(name, 'users/me')
    assert.deepEqual([body.id, body.email, body.role], [`usr_sandbox_${name}`, `${name}@sandbox.example`, role])
  }
  const appointments = await callAs('reception', 'appointments')
  assert.ok(appointments.body.pagination.total > 20)
  for (const { notes } of appointments.body.appointments) assert.equal(notes, null)
  assert.ok((await callAs('reception', 'invoices')).body.pagination.total > 0)
})

test('the pending doctor waits for the administrator, and waits again after a reset', async () => {
  const waiting = async () =>
    (await callAs('admin', 'users?verified=false')).body.users.map(({ id }: { id: string }) => id) as string[]
  const refused = async () => (await callAs('pending', 'appointments')).status
  assert.deepEqual(await waiting(), ['usr_sandbox_pending'])
  assert.equal(await refused(), 403)
  assert.equal((await callAs('admin', 'users/usr_sandbox_pending/verify', 'POST')).status, 200)
  await sleep(1000) // the status of a token is cached for a second
  assert.equal(await refused(), 200)
  assert.equal((await callAs('admin', 'sandbox/reset', 'POST')).status, 200)
  await sleep(1000)
  assert.deepEqual(await waiting(), ['usr_sandbox_pending'])
  assert.equal(await refused(), 403)
})
