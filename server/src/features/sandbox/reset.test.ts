import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../testing/harness.ts'

test('a reset', async () => {
  const platform = await startPlatform()
  const token = await platform.tokenOf('sandbox-patient')
  for (let n = 0; n < 3; n++) {
    const from = performance.now()
    const answer = await platform.call('POST', '/api/sandbox/reset', { token })
    console.log(answer.status, answer.text, performance.now() - from)
    assert.equal(answer.status, 200)
  }
})
