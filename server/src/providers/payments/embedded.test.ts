import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmbeddedPayments } from './embedded.ts'
import { type CardLedger, type Entry, PaymentProviderError } from './index.ts'

/** A provider with a ledger in memory. */
function provider() {
  const entries = new Map<string, Entry>()
  const placeOf = ({ tenantId, key }: { tenantId: string; key: string }) => `${tenantId}/${key}`
  const ledger: CardLedger = {
    find: async (request) => entries.get(placeOf(request)),
    async enter(request, entry) {
      const place = placeOf(request)
      if (!entries.has(place)) entries.set(place, entry)
      return entries.get(place)!
    },
  }
  return { entries, payments: new EmbeddedPayments(ledger) }
}

const tenantId = 'ten_a'
const shortTimeout = () => AbortSignal.timeout(20)
const charge = (key: string, cardToken?: string) => ({ tenantId, key, amount: 1000, cardToken })
const refund = (key: string, chargeKey: string) => ({ tenantId, key, chargeKey, amount: 400 })
const failsWith = (code: PaymentProviderError['code']) => (error: unknown) =>
  error instanceof PaymentProviderError && error.code === code

test('charges without a token, or with any token, succeed', async () => {
  const { payments } = provider()
  for (const token of ['tok_visa', 'anything', undefined])
    assert.equal(await payments.charge(charge(`of ${token}`, token), shortTimeout()), 'SUCCEEDED')
})

test('a key has one permanent verdict within its tenant', async () => {
  const { payments, entries } = provider()
  assert.equal(await payments.charge(charge('a', 'tok_declined'), shortTimeout()), 'DECLINED')
  assert.equal(await payments.charge(charge('a', 'tok_visa'), shortTimeout()), 'DECLINED')
  assert.equal(await payments.resolve({ tenantId, key: 'a' }), 'DECLINED')
  assert.equal(await payments.charge({ ...charge('a'), tenantId: 'ten_b' }, shortTimeout()), 'SUCCEEDED')
  assert.equal(entries.size, 2)
})

test('a charge that resolve closed is never made', async () => {
  const { payments } = provider()
  await assert.rejects(
    payments.charge(charge('a', 'tok_unavailable'), shortTimeout()),
    failsWith('service_unavailable'),
  )
  assert.equal(await payments.resolve({ tenantId, key: 'a' }), 'ABSENT')
  assert.equal(await payments.charge(charge('a'), shortTimeout()), 'ABSENT')
  assert.equal(await payments.refund(refund('b', 'a'), shortTimeout()), 'DECLINED', 'there is no charge to refund')
})

test('a charge whose answer is lost has still been made', async () => {
  const { payments } = provider()
  await assert.rejects(payments.charge(charge('a', 'tok_timeout'), shortTimeout()), failsWith('timeout'))
  await assert.rejects(payments.charge(charge('a', 'tok_timeout'), AbortSignal.abort()), failsWith('timeout'))
  assert.equal(await payments.resolve({ tenantId, key: 'a' }), 'SUCCEEDED')
})

test('the token of a charge decides the outcome of its refunds', async () => {
  const { payments } = provider()
  for (const token of ['tok_visa', 'tok_refund_declined', 'tok_refund_timeout'])
    assert.equal(await payments.charge(charge(token, token), shortTimeout()), 'SUCCEEDED')
  assert.equal(await payments.refund(refund('a', 'tok_visa'), shortTimeout()), 'SUCCEEDED')
  assert.equal(await payments.refund(refund('b', 'tok_refund_declined'), shortTimeout()), 'DECLINED')
  await assert.rejects(payments.refund(refund('c', 'tok_refund_timeout'), shortTimeout()), failsWith('timeout'))
  assert.equal(await payments.refund(refund('c', 'tok_refund_timeout'), shortTimeout()), 'SUCCEEDED')
})
