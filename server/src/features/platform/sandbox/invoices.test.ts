import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf } = await startPlatform()

type Invoice = { id: string; number: string; status: string; amountMAD: number; createdAt: string }

async function invoicesOf(person: string): Promise<Invoice[]> {
  const { body } = await call('GET', '/api/invoices?pageSize=100', { token: await tokenOf(`sandbox-${person}`) })
  assert.equal(body.pagination.total, body.invoices.length)
  return body.invoices
}

test('every fixed person with access to invoices has some, and the administrator sees every state', async () => {
  for (const person of ['admin', 'doctor', 'dentist', 'patient', 'b-admin', 'b-doctor', 'b-patient'])
    assert.ok((await invoicesOf(person)).length >= 3, person)
  const all = await invoicesOf('admin')
  assert.ok(all.length > 20, 'more than a page')
  assert.deepEqual([...new Set(all.map(({ status }) => status))].sort(), [
    'CANCELLED',
    'OPEN',
    'PAID',
    'PARTIALLY_PAID',
    'PARTIALLY_REFUNDED',
    'REFUNDED',
  ])
  const patientStatuses = new Set((await invoicesOf('patient')).map(({ status }) => status))
  assert.ok(patientStatuses.size >= 3, [...patientStatuses].join())
  for (const { amountMAD, createdAt } of all) {
    assert.ok(amountMAD >= 25_000 && amountMAD <= 60_000)
    assert.ok(Date.parse(createdAt) <= Date.now())
  }
})

test('their numbers are consecutive, and new invoices continue them', async () => {
  const oldestFirst = (await invoicesOf('admin')).reverse()
  const years = Map.groupBy(oldestFirst, ({ number }) => number.slice(0, 4))
  for (const [year, invoices] of years)
    assert.deepEqual(
      invoices.map(({ number }) => number),
      invoices.map((_, at) => `${year}-${String(at + 1).padStart(6, '0')}`),
    )
  const token = await tokenOf('sandbox-admin')
  const body = { patientId: 'usr_sandbox_patient', amountMAD: 100 }
  const { id } = (await call('POST', '/api/invoices', { token, body })).body.invoice
  const { number } = (await call('GET', `/api/invoices/${id}`, { token })).body.invoice
  const before = years.get(number.slice(0, 4))?.length ?? 0
  assert.equal(Number(number.slice(5)), before + 1)
})

test('a seeded card payment can be refunded', async () => {
  const token = await tokenOf('sandbox-admin')
  const paid = (await invoicesOf('admin')).filter(({ status }) => status === 'PAID')
  for (const { id, amountMAD } of paid) {
    const answer = await call('POST', `/api/invoices/${id}/refunds`, { token, body: { amountMAD } })
    assert.deepEqual([answer.status, answer.body.refund.status], [201, 'SUCCEEDED'])
  }
})
