import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptIn } from './kept.ts'

test('values last for the page if the browser refuses storage', () => {
  const kept = keptIn(() => {
    throw new Error('SecurityError')
  })
  assert.equal(kept.read('a'), undefined)
  kept.write('a', { b: 1 })
  assert.deepEqual(kept.read('a'), { b: 1 })
})

test('values are available to the next page, until removed; invalid JSON is ignored', () => {
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
