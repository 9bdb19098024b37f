import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordUnexecutedStatements } from './plans.ts'
import { testQueuePlans } from './queue-plans.ts'

const unexecutedStatements = await recordUnexecutedStatements([
  'features/messaging/notifications/engine/*.ts',
  'features/messaging/notifications/outbox-queries.ts',
  'features/platform/webhooks/engine/*.ts',
  'features/platform/webhooks/*queries.ts',
  'messages/merging.ts',
  'messages/queue.ts',
  'events/arrivals.ts',
  'events/record.ts',
])

await testQueuePlans({
  'never analysed': 'select',
  // Also removes dead index entries that the previous test's expired leases left.
  'vacuumed and never analysed': 'vacuum',
  analysed: 'vacuum analyze',
})

test('every statement of the queues was executed', async () => assert.deepEqual(await unexecutedStatements(), []))
