import { test } from 'node:test'
import { startPlatform } from './testing/harness.ts'

test('x', async () => {
  const p = await startPlatform()
  const token = async () => p.tokenOf('sandbox-admin')
  const b = await p.call('POST', '/api/sandbox/clock', { token: await token(), body: { advanceSec: 86400 } })
  console.log(b.status, b.text)
  const now = new Date(Date.now() + 3 * 86400_000).toISOString()
  const a = await p.call('POST', '/api/sandbox/clock', { token: await token(), body: { now } })
  console.log(a.status, a.text)
})
