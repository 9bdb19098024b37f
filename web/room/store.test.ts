import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeIn } from './store.ts'

test('values last for the page if the browser refuses storage', () => {
  const store = storeIn(() => {
    throw new Error('SecurityError')
  })
  assert.equal(store.read('a'), undefined)
  store.write('a', { b: 1 })
  assert.deepEqual(store.read('a'), { b: 1 })
})

test('values are available to the next page, until removed; invalid JSON is ignored', () => {
  const items = new Map<string, string>([['other', 'no JSON']])
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  storeIn(() => storage).write('a', { b: 1 })
  assert.deepEqual(storeIn(() => storage).read('a'), { b: 1 })
  assert.equal(storeIn(() => storage).read('other'), undefined)
  storeIn(() => storage).write('a', undefined)
  assert.equal(storeIn(() => storage).read('a'), undefined)
})
