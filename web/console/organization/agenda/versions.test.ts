import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterOwnChanges, recordOwnChange } from './versions.ts'

test('a change is based on the version after the user’s own changes', () => {
  recordOwnChange('a1', 'a2')
  recordOwnChange('a2', 'a3')
  assert.deepEqual(['a1', 'a2', 'a3'].map(afterOwnChanges), ['a3', 'a3', 'a3'])
})

test('a version of another person, or none, stays as it is', () => {
  assert.deepEqual([afterOwnChanges('b1'), afterOwnChanges(undefined)], ['b1', undefined])
  recordOwnChange(undefined, 'b2')
  recordOwnChange('b1', undefined)
  assert.deepEqual(['b1', 'b2'].map(afterOwnChanges), ['b1', 'b2'])
})

test('a change back to an earlier version ends there', () => {
  recordOwnChange('c1', 'c2')
  recordOwnChange('c2', 'c1')
  assert.deepEqual(['c1', 'c2'].map(afterOwnChanges), ['c1', 'c1'])
})
