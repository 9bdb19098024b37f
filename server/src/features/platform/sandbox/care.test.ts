import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf } = await startPlatform()
const fixed = ['admin', 'doctor', 'dentist', 'patient', 'pharmacy', 'b-admin', 'b-doctor', 'b-patient', 'b-pharmacy']

async function listed<T>(kind: string, person: string): Promise<T[]> {
  const { body } = await call('GET', `/api/${kind}?pageSize=100`, { token: await tokenOf(`sandbox-${person}`) })
  assert.equal(body.pagination.total, body[kind].length)
  return body[kind]
}

test('every fixed person has prescriptions and orders', async () => {
  for (const person of fixed)
    for (const kind of ['prescriptions', 'orders'])
      assert.ok((await listed(kind, person)).length >= 3, `${kind} of ${person}`)
})

test('prescriptions have valid signatures', async () => {
  const all = await listed<{ id: string; status: string; items: object[] }>('prescriptions', 'admin')
  assert.ok(all.length > 20, 'more than a page')
  assert.ok(all.some(({ items }) => items.length > 1) && all.some(({ status }) => status === 'CANCELLED'))
  const token = await tokenOf('sandbox-admin')
  for (const { id } of all)
    assert.equal((await call('GET', `/api/prescriptions/${id}/signature`, { token })).body.signature.valid, true)
})

test('a pharmacy has orders in every state, none in the future or for cancelled prescriptions', async () => {
  const orders = await listed<{ status: string; updatedAt: string; prescriptionId: string }>('orders', 'pharmacy')
  const states = ['CANCELLED', 'DELIVERED', 'PENDING', 'PREPARING', 'READY', 'REJECTED']
  assert.deepEqual([...new Set(orders.map(({ status }) => status))].sort(), states)
  assert.ok(orders.every(({ updatedAt }) => Date.parse(updatedAt) <= Date.now()))
  const ordered = new Set(orders.map(({ prescriptionId }) => prescriptionId))
  const prescriptions = await listed<{ id: string; status: string }>('prescriptions', 'admin')
  assert.ok(prescriptions.every(({ id, status }) => status === 'ISSUED' || !ordered.has(id)))
})

test('the fixed people’s future slots are free', async () => {
  const token = await tokenOf('sandbox-admin')
  for (const doctorId of ['usr_sandbox_doctor', 'usr_sandbox_dentist']) {
    const { body } = await call('GET', `/api/appointments?doctorId=${doctorId}&from=${new Date().toISOString()}`, {
      token,
    })
    assert.equal(body.pagination.total, 0)
  }
})

test('some prescriptions have refills left, and deliveries state what was dispensed', async () => {
  const prescriptions = await listed<{ items: { refills: number; quantity: number | null; left: number }[] }>(
    'prescriptions',
    'admin',
  )
  const lines = prescriptions.flatMap(({ items }) => items)
  const renewable = lines.filter(({ refills }) => refills > 0)
  assert.ok(renewable.some(({ quantity, left }) => left === 2 * quantity!))
  assert.ok(lines.some(({ left }) => left === 0))
  const orders = await listed<{ status: string; dispensed: object[] | null }>('orders', 'pharmacy')
  assert.ok(orders.every(({ status, dispensed }) => (status === 'DELIVERED') === (dispensed !== null)))
})
