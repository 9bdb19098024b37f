import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptIn } from './kept.ts'

test('a browser that refuses storage forgets with the page, and nothing else goes wrong', () => {
  const kept = keptIn(() => {
    throw new Error('SecurityError')
  })
  assert.equal(kept.read('a'), undefined)
  kept.write('a', { b: 1 })
  assert.deepEqual(kept.read('a'), { b: 1 })
})

test('what was kept is there for the next page, unless it is taken away or was never ours', () => {
  const items = new Map<string, string>([['other', 'no JSON']])
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  keptIn(() => storage).write('a', { b: 1 })
  assert.deepEqual(keptIn(() => storage).read('a'), { b: 1 })
  assert.equal(keptIn(() => storage).read('other'), undefined)
  keptIn(() => storage).write('a', undefined)
  assert.equal(keptIn(() => storage).read('a'), undefined)
})
