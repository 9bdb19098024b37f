import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batched } from './batched.ts'

test('writes items together that are given during a write, up to a maximum', async () => {
  const writes: number[][] = []
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const add = batched<number>(async (items) => {
    writes.push(items)
    started.resolve()
    await end.promise
  }, 2)
  const first = [add(1)]
  await started.promise
  const others = [2, 3, 4].map(add)
  end.resolve()
  await Promise.all([...first, ...others])
  assert.deepEqual(writes, [[1], [2, 3], [4]])
})

test('an item that cannot be written fails alone', async () => {
  const add = batched<number>(async (items) => {
    if (items.includes(2)) throw new Error('two')
  }, 10)
  const results = await Promise.allSettled([1, 2, 3].map(add))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})
