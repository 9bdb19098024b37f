import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Slots } from './slots.ts'

function occupied() {
  const slots = new Slots(() => {})
  const ends: (() => void)[] = []
  const hang = () => new Promise<void>((end) => ends.push(end))
  for (let n = 0; n < 16; n++) assert.equal(slots.use('SMS', 'SERVICE', hang), true)
  return { slots, hang, ends }
}

test('claimed messages wait for a slot, and more are refused', () => {
  const { slots, hang, ends } = occupied()
  assert.deepEqual(slots.free(), { WHATSAPP: 16, SMS: 0, EMAIL: 16, unrouted: 16, critical: 16 })
  for (let n = 0; n < 16; n++) assert.equal(slots.use('SMS', 'SERVICE', hang), true)
  assert.equal(slots.use('SMS', 'SERVICE', hang), false)
  assert.equal(slots.use('EMAIL', 'SERVICE', hang), true, 'another channel')
  assert.equal(ends.length, 17)
})

test('a critical message gets the next free slot', async () => {
  const { slots, hang, ends } = occupied()
  const started: string[] = []
  const start = (name: string) => () => {
    started.push(name)
    return hang()
  }
  for (let n = 0; n < 16; n++) slots.use('SMS', 'SERVICE', start('service'))
  assert.equal(slots.use('SMS', 'CRITICAL', start('critical')), true)
  assert.equal(slots.free().critical, 16, 'more can be claimed')
  ends[0]!()
  await nextTurn()
  assert.deepEqual(started, ['critical'])
})

test('a flush starts all waiting messages', () => {
  const { slots, hang, ends } = occupied()
  for (let n = 0; n < 5; n++) slots.use('SMS', 'SERVICE', hang)
  slots.flush()
  assert.equal(ends.length, 21)
})
