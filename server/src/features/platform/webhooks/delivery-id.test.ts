import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryId, parseDeliveryId } from './delivery-id.ts'

test('composes and parses delivery ids', () => {
  const key = { eventId: `evt_${'0a'.repeat(16)}`, endpointId: `whk_${'1b'.repeat(16)}`, n: 12 }
  assert.equal(deliveryId(key), `dlv_${'0a'.repeat(16)}_${'1b'.repeat(16)}_12`)
  assert.deepEqual(parseDeliveryId(deliveryId(key)), key)
  for (const id of ['dlv_1', 'evt_1', `${deliveryId(key)}x`, deliveryId(key).toUpperCase(), ''])
    assert.equal(parseDeliveryId(id), undefined)
})
