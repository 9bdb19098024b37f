import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centimesOf, isCancellable, refundableOf, typedOf } from './amounts.ts'

test('reads dirhams with comma, point and spaces', () => {
  const typed = ['400', '400.5', '400,50', ' 1 234,05 ', '1\u202f234', '0.01', '1000000']
  assert.deepEqual(typed.map(centimesOf), [40_000, 40_050, 40_050, 123_405, 123_400, 1, 100_000_000])
})

test('refuses texts that are not amounts', () => {
  for (const typed of ['', '0', '-5', '4.005', '1,2,3', 'abc', '1e3', '1000000.01']) {
    assert.equal(centimesOf(typed), undefined, typed)
  }
})

test('formats centimes as they are typed', () => {
  for (const centimes of [1, 40_000, 40_050, 100_000_000]) assert.equal(centimesOf(typedOf(centimes)), centimes)
})

test('a pending refund cannot be refunded again', () => {
  const refund = (status: string, amountMAD: number, refundedMAD: number) => ({ status, amountMAD, refundedMAD })
  const sums = { paidMAD: 40_000, refundedMAD: 10_000 }
  assert.equal(refundableOf({ ...sums, refunds: [refund('SUCCEEDED', 10_000, 10_000)] }), 30_000)
  assert.equal(refundableOf({ ...sums, refunds: [refund('PENDING', 15_000, 10_000)] }), 25_000)
  assert.equal(refundableOf({ ...sums, refunds: [refund('FAILED', 30_000, 0)] }), 30_000)
})

test('only an open invoice without a pending payment can be cancelled', () => {
  const payment = { id: 'pay_1', invoiceId: 'inv_1', method: 'CARD', amountMAD: 1, createdAt: '' }
  const withPayment = (status: string) => ({ status: 'OPEN', payments: [{ ...payment, status }] })
  assert.equal(isCancellable(withPayment('DECLINED')), true)
  assert.equal(isCancellable(withPayment('PENDING')), false)
  assert.equal(isCancellable({ status: 'PARTIALLY_PAID', payments: [] }), false)
})
