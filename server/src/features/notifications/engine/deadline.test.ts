import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from './deadline.ts'

const FAR_MS = 3_600_000
const uncut = new AbortController().signal

/** Ends when it is told to, and says so. */
const heedful = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It had left.', { cause: signal.reason })))
  })
const heedless = () => new Promise<never>(() => {})

test('a request that ends in time is as if there were no deadline', async () => {
  assert.equal(await within(FAR_MS, uncut, async () => 'taken'), 'taken')
  await assert.rejects(
    within(FAR_MS, uncut, async () => {
      throw new Error('refused')
    }),
    /^Error: refused$/,
  )
})

test('a request that takes too long says itself how it ended', async () => {
  await assert.rejects(within(5, uncut, heedful), ({ message, cause }) => {
    assert.deepEqual([message, cause.name], ['It had left.', 'TimeoutError'])
    return true
  })
})

test('one that does not heed its deadline is not waited for', async () => {
  await assert.rejects(within(5, uncut, heedless), { name: 'TimeoutError' })
})

test('a stop cuts it off before', async () => {
  const cut = new AbortController()
  const request = within(FAR_MS, cut.signal, heedful)
  cut.abort(new Error('The server stops.'))
  await assert.rejects(request, ({ cause }) => cause.message === 'The server stops.')
})
