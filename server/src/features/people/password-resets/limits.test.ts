import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'
import { newMember } from '../../platform/sign-in/browser-testing.ts'
import { askForReset } from './resets-testing.ts'

const platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32', RATE_LIMIT_GUESSES: '4' })

const requestReset = async (email: string, from: string) =>
  (
    await platform.call('POST', '/api/auth/password-resets', {
      body: { email },
      headers: { 'x-forwarded-for': from },
    })
  ).status

test('a stranger cannot use up the password resets of another person', async () => {
  const { email } = await newMember(platform)
  const stranger = []
  for (let n = 0; n < 4; n++) stranger.push(await requestReset(email, '198.51.100.7'))
  assert.deepEqual(stranger, [200, 200, 200, 429])
  assert.equal(await requestReset(email, '203.0.113.9'), 200)
})

test('an inbox gets at most thirty codes in a day, from all networks together', async () => {
  const { email } = await newMember(platform)
  assert.equal(await requestReset(email, '198.51.100.8'), 200)
  await platform.owner.query('update code_limits set sent = 29 where sent = 1')
  assert.equal(await requestReset(email, '203.0.113.10'), 200)
  assert.equal(await requestReset(email, '203.0.113.11'), 429)
})

test('an address with too many wrong codes gets 429 even for a right one, and the code stays valid elsewhere', async () => {
  const { email } = await newMember(platform)
  const proof = await askForReset(platform, email)
  const confirm = async (body: { resetId: string; code: string }, from: string) =>
    (
      await platform.call('POST', '/api/auth/password-resets/confirmations', {
        body: { ...body, password: 'une autre phrase' },
        headers: { 'x-forwarded-for': from },
      })
    ).status
  const wrong = { resetId: 'unknown', code: '00000000' }
  for (let n = 0; n < 4; n++) assert.equal(await confirm(wrong, '198.51.100.9'), 422)
  assert.equal(await confirm(proof, '198.51.100.9'), 429)
  assert.equal(await confirm(proof, '203.0.113.12'), 200)
})
