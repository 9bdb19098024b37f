import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { DatabaseUnavailable } from '../db/flush.ts'
import { openLog } from '../log.ts'
import { Journal } from './journal.ts'

const numbers = { noun: 'numbers', log: openLog('silent'), idsOf: (n: number) => ({ n }) }

test('writes concurrent entries in one batch, and reports whether each was applied', async () => {
  const batches: number[][] = []
  const journal = new Journal<number>({
    ...numbers,
    async write(batch) {
      batches.push(batch)
      return batch.map((n) => n % 2 === 0)
    },
  })
  assert.deepEqual(await Promise.all([1, 2, 3].map((n) => journal.record(n))), [false, true, false])
  assert.deepEqual(batches, [[1, 2, 3]])
})

test('an entry that the database refuses does not affect the others', async () => {
  const journal = new Journal<number>({
    ...numbers,
    async write(batch) {
      if (batch.includes(2)) throw new Error('refused')
      return batch.map(() => true)
    },
  })
  assert.deepEqual(await Promise.all([1, 2, 3].map((n) => journal.record(n))), [true, false, true])
})

test('retries while the database is unavailable', async () => {
  let tries = 0
  const journal = new Journal<number>({
    ...numbers,
    async write(batch) {
      if (++tries < 3) throw new DatabaseUnavailable(new Error('away'))
      return batch.map(() => true)
    },
  })
  assert.equal(await journal.record(1), true)
  assert.equal(tries, 3)
})

test('after abandon all callers are answered: of the hanging batch, of queued and of later entries', async () => {
  let begun = false
  const journal = new Journal<number>({
    ...numbers,
    write() {
      begun = true
      return new Promise(() => {})
    },
  })
  const hanging = journal.record(1)
  await eventually(() => begun)
  const queued = journal.record(2)
  journal.abandon()
  assert.deepEqual(await Promise.all([hanging, queued, journal.record(3)]), [false, false, false])
})
