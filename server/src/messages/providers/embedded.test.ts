import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '../../lib/channels.ts'
import { parsePhone } from '../../lib/phone.ts'
import { EmbeddedMessages } from './embedded.ts'
import type { Due, Outbox, Outgoing, Receipt, SimulatedReceipt } from './index.ts'
import { magicRecipients } from './magic.ts'
import { outcomeOf, outgoing } from './provider-server-testing.ts'

/** A provider with an outbox in memory. */
function embedded() {
  const kept: { message: Outgoing; receipt: SimulatedReceipt | undefined }[] = []
  let due: Due[] = []
  const outbox: Outbox = {
    async keep(message, receipt) {
      kept.push({ message, receipt })
      if (receipt) due.push({ ...message, ...receipt })
    },
    due: async () => due,
    async forget(taken) {
      due = due.filter((one) => !taken.includes(one))
    },
  }
  const provider = new EmbeddedMessages(outbox)
  const collected = async () => {
    const receipts: Receipt[] = []
    await provider.collect(async (given) => void receipts.push(...given))
    return receipts
  }
  return { kept, provider, collected }
}
const to = (channel: Channel, address: string) => outgoing({ messageId: 'msg_1', channel, to: address })
const shortTimeout = () => AbortSignal.timeout(20)

test('keeps each message, and reports it delivered at once', async () => {
  const { kept, provider, collected } = embedded()
  for (const message of [to('SMS', '+212612345678'), to('WHATSAPP', '+212612345678'), to('EMAIL', 'a@example.ma')])
    assert.equal(await outcomeOf(provider.send(message, shortTimeout())), `kept_msg_1_${message.channel}`)
  assert.deepEqual(
    kept.map(({ receipt }) => receipt),
    Array(3).fill({ status: 'DELIVERED', afterSec: 0 }),
  )
  assert.deepEqual((await collected())[0], {
    providerMessageId: 'kept_msg_1_SMS',
    messageId: 'msg_1',
    status: 'DELIVERED',
    error: undefined,
  })
})

test('each magic recipient fails in its own way, by e-mail as by phone', async () => {
  const outcomes = new Map<string, { end: string; kept: (SimulatedReceipt | undefined)[] }>([
    ['nobody', { end: 'invalid_recipient', kept: [] }],
    ['blocked', { end: 'blocked', kept: [] }],
    ['rejected', { end: 'rejected', kept: [] }],
    ['bounces', { end: 'kept', kept: [{ status: 'FAILED', afterSec: 60 }] }],
    ['unavailable', { end: 'service_unavailable', kept: [] }],
    ['limited', { end: 'rate_limited', kept: [] }],
    ['hangs', { end: 'timeout?', kept: [] }],
    ['late', { end: 'timeout?', kept: [{ status: 'DELIVERED', afterSec: 60 }] }],
    ['slow', { end: 'kept', kept: [{ status: 'DELIVERED', afterSec: 3600 }] }],
    ['reads', { end: 'kept', kept: [{ status: 'READ', afterSec: 60 }] }],
    ['unconfirmed', { end: 'kept', kept: [undefined] }],
  ])
  for (const { mailbox, number } of magicRecipients) {
    if (mailbox === undefined) continue
    const outcome = outcomes.get(mailbox)!
    for (const message of [
      to('EMAIL', `${mailbox}@sandbox.example`),
      to('EMAIL', `${mailbox.toUpperCase()}+7@Sandbox.example`),
      to('SMS', number),
      to('WHATSAPP', number),
    ]) {
      const { kept, provider } = embedded()
      assert.equal((await outcomeOf(provider.send(message, shortTimeout()))).split('_msg')[0], outcome.end, mailbox)
      assert.deepEqual(
        kept.map(({ receipt }) => receipt),
        outcome.kept,
        mailbox,
      )
    }
  }
  assert.equal(magicRecipients.length, outcomes.size + 1)
})

test('a number without WhatsApp still receives SMS', async () => {
  const { provider } = embedded()
  assert.equal(await outcomeOf(provider.send(to('WHATSAPP', '+212600000012'), shortTimeout())), 'invalid_recipient')
  assert.equal(await outcomeOf(provider.send(to('SMS', '+212600000012'), shortTimeout())), 'kept_msg_1_SMS')
})

test('other addresses are not magic', async () => {
  const { provider } = embedded()
  for (const address of [
    'nobody@example.ma',
    'nobody@sandbox.example.ma',
    'x.nobody@sandbox.example',
    'Salma@sandbox.example',
  ])
    assert.match(await outcomeOf(provider.send(to('EMAIL', address), shortTimeout())), /^kept/)
})

test('magic numbers are unique, valid Moroccan numbers', () => {
  for (const { number } of magicRecipients) assert.equal(parsePhone(number), number)
  assert.equal(new Set(magicRecipients.map(({ number }) => number)).size, magicRecipients.length)
})

test('a failed receipt has an error code', async () => {
  const { provider, collected } = embedded()
  await provider.send(to('EMAIL', 'bounces@sandbox.example'), shortTimeout())
  assert.equal((await collected())[0]?.error, 'bounced')
})

test('returns a receipt until it is taken, and then no more', async () => {
  const { provider, collected } = embedded()
  await provider.send(to('SMS', '+212612345678'), shortTimeout())
  const killed = provider.collect(async () => {
    throw new Error('killed')
  })
  await assert.rejects(killed, /killed/)
  assert.equal((await collected()).length, 1)
  assert.deepEqual(await collected(), [])
})

test('accepts no callbacks', () => {
  assert.equal(embedded().provider.receive(), undefined)
})
