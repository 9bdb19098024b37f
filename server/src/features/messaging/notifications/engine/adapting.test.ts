import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { givePhone, newPerson, newTenant } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { GatewayMessages, ok, startGateway } from './gateway-provider-testing.ts'
import { queue, rowOf, sendBy } from './sender-testing.ts'

const platform = await startPlatform()
const gateway = await startGateway()
await sendBy(platform, { SMS: new GatewayMessages(gateway.url) })
const to = await newPerson(platform, await newTenant(platform), 'PATIENT')
await givePhone(platform, to, '+212600000000')

const BATCH = 100
/** More than the first limit of sixteen requests by far. */
const MANY = 30
const ANSWER_MS = 10

/** Sends a batch. @returns the largest number of concurrent requests */
async function peakOfBatch(): Promise<number> {
  let underWay = 0
  let peak = 0
  gateway.answer = (response, arrival) => {
    peak = Math.max(peak, ++underWay)
    setTimeout(() => {
      underWay--
      ok(response, arrival)
    }, ANSWER_MS)
  }
  const ids = []
  for (let n = 0; n < BATCH; n++) ids.push(queue(platform, to))
  for (const id of await Promise.all(ids))
    await eventually(async () => (await rowOf(platform, id)).status === 'SENT', `${id} to be sent`)
  return peak
}

test('sends more messages at a time to a provider that answers quickly', async () => {
  await eventually(async () => (await peakOfBatch()) > MANY, `more than ${MANY} concurrent requests`)
  assert.equal(new Set(gateway.arrivals.map(({ messageId }) => messageId)).size, gateway.arrivals.length)
})
