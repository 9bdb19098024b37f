import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDeadline } from './deadline.ts'

const FAR_MS = 3_600_000
const neverAborted = new AbortController().signal

/** A request that rejects when its signal aborts. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It had left.', { cause: signal.reason })))
  })
const ignoreAbort = () => new Promise<never>(() => {})

test('a deadline does not affect a request that ends in time', async () => {
  assert.equal(await withDeadline(FAR_MS, neverAborted, async () => 'taken'), 'taken')
  await assert.rejects(
    withDeadline(FAR_MS, neverAborted, async () => {
      throw new Error('refused')
    }),
    /^Error: refused$/,
  )
})

test('a late request reports its own error', async () => {
  await assert.rejects(withDeadline(5, neverAborted, rejectOnAbort), ({ message, cause }) => {
    assert.deepEqual([message, cause.name], ['It had left.', 'TimeoutError'])
    return true
  })
})

test('a request that ignores its deadline is not awaited', async () => {
  await assert.rejects(withDeadline(5, neverAborted, ignoreAbort), { name: 'TimeoutError' })
})

test('a stop aborts a request before its deadline', async () => {
  const stop = new AbortController()
  const request = withDeadline(FAR_MS, stop.signal, rejectOnAbort)
  stop.abort(new Error('The server stops.'))
  await assert.rejects(request, ({ cause }) => cause.message === 'The server stops.')
})
