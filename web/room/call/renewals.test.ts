import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Renewals } from './renewals.ts'

test('renews a token up to three times until one is accepted, without counting failures to reach the API', async () => {
  let asked = 0
  const renewals = new Renewals(async () => {
    if (++asked % 2 === 1) throw new TypeError('Failed to fetch')
    return `token-${asked}`
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
