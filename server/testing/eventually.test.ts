import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from './eventually.ts'

const never = () => new Promise<never>(() => {})

test('a wait for a condition that stays false ends with an error that names the condition', async () => {
  await assert.rejects(
    eventually(() => false, 'the delivery', 50),
    /^Error: Timed out waiting for the delivery\.$/,
  )
})

test('a wait whose check never settles ends with an error that names the condition', async () => {
  await assert.rejects(eventually(never, 'the answer', 50), /^Error: Timed out waiting for the answer\.$/)
  let checks = 0
  await assert.rejects(
    eventually(() => (++checks < 3 ? false : never()), 'the third check', 200),
    /Timed out waiting for the third check/,
  )
})

test('a wait rethrows an error of its check, and ends when the condition is true', async () => {
  await assert.rejects(
    eventually(() => Promise.reject(new Error('gone'))),
    /^Error: gone$/,
  )
  let checks = 0
  await eventually(async () => ++checks === 3, 'three checks', 5000)
  assert.equal(checks, 3)
})
