import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { conflictDetails } from './conflict-details.ts'
import { conflict } from './errors.ts'

test('openapi.json names every key that the details of a 409 may have', () => {
  const { components } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../openapi.json'), 'utf8'))
  const named = Object.keys(components.schemas.ConflictDetails.properties)
  assert.deepEqual(named.sort(), Object.keys(conflictDetails.shape).sort())
  for (const key of ['lot', 'now', 'price', 'recovery', 'review', 'service', 'stock', 'webhook'])
    assert.ok(named.includes(key), key)
})

test('the type check refuses a key that the contract does not name', () => {
  conflict('…', { lot: { id: 'lot_1' } })
  // @ts-expect-error an undeclared key
  conflict('…', { invented: 1 })
})
