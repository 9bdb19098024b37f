import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Renewals } from './renewals.ts'

test('renews a token up to three times until one is accepted, without counting failures to reach the API', async () => {
  let requests = 0
  const renewals = new Renewals(async () => {
    if (++requests % 2 === 1) throw new TypeError('Failed to fetch')
    return `token-${requests}`
  })
  for (const token of ['token-2', 'token-4', 'token-6']) {
    await assert.rejects(renewals.next())
    assert.equal(await renewals.next(), token)
  }
  assert.equal(await renewals.next(), undefined)
  renewals.reset()
  await assert.rejects(renewals.next())
  assert.equal(await renewals.next(), 'token-8')
})
