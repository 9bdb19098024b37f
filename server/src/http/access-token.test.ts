import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../testing/harness.ts'

const { call, tokenOf, services } = await startPlatform()

const use = async (token: string) => assert.equal((await call('GET', '/api/users/me', { token })).status, 200)

test('tokens that were not used for five minutes leave the cache, and stay valid', async (t) => {
  const [used, unused] = [await tokenOf('sandbox-doctor'), await tokenOf('sandbox-doctor')]
  for (const token of [used, unused]) await use(token)
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + 4 * 60_000)
  await use(used)
  assert.equal(services.tokens.cachedCount, 2)
  t.mock.method(performance, 'now', () => now() + 6 * 60_000)
  await use(used)
  assert.equal(services.tokens.cachedCount, 1)
  await use(unused)
  assert.equal(services.tokens.cachedCount, 2)
})
