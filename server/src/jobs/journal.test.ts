import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailable } from '../db/flush.ts'
import { openLog } from '../log.ts'
import { eventually } from '../testing/eventually.ts'
import { Journal } from './journal.ts'

const numbers = { what: 'numbers', log: openLog('silent'), idsOf: (n: number) => ({ n }) }

test('entries of one moment are written together, and each is told whether it holds', async () => {
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

test('one that the database refuses takes no other with it', async () => {
  const journal = new Journal<number>({
    ...numbers,
    async write(batch) {
      if (batch.includes(2)) throw new Error('refused')
      return batch.map(() => true)
    },
  })
  assert.deepEqual(await Promise.all([1, 2, 3].map((n) => journal.record(n))), [true, false, true])
})

test('while the database is away it is tried again', async () => {
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

test('abandoned, nobody waits for it any more: neither for what hangs, nor for what stands behind it or comes later', async () => {
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
  const behind = journal.record(2)
  journal.abandon()
  assert.deepEqual(await Promise.all([hanging, behind, journal.record(3)]), [false, false, false])
})
