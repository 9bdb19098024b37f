import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Commits } from './commits.ts'

test('a commit changes the number of its tenant only, one that may concern any tenant that of all', () => {
  const commits = new Commits()
  const [a, b] = [commits.lastOf('a'), commits.lastOf('b')]
  commits.note('a')
  assert.notEqual(commits.lastOf('a'), a)
  assert.equal(commits.lastOf('b'), b)
  const later = commits.lastOf('a')
  commits.note(undefined)
  assert.notEqual(commits.lastOf('a'), later)
  assert.notEqual(commits.lastOf('b'), b)
})

test('no commit is missed among more tenants than are remembered', () => {
  const commits = new Commits()
  commits.note('first')
  const before = commits.lastOf('first')
  commits.note('first')
  for (let n = 0; n < 10_001; n++) commits.note(`tenant ${n}`)
  assert.notEqual(commits.lastOf('first'), before)
})
