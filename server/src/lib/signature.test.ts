import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexSignature, standardSignature, webhookSecret } from './signature.ts'

// The vectors come from OpenSSL's command line and from the documentation of Standard Webhooks, not from this code.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = Buffer.from('{"event":"appointment.cancelled","data":{"reason":"Rendez-vous annulé — إلغاء 🩺"}}')

test('signs the exact bytes in hex, keyed with the whole secret', () => {
  assert.equal(hexSignature(secret, body), '282b8816c0834932cc0bc112d537c8091073f6d0ead50d5e4a0c01993c1c8577')
})

test('signs as specified by Standard Webhooks', () => {
  const published = standardSignature(
    secret,
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1614265330,
    Buffer.from('{"test": 2432232314}'),
  )
  assert.equal(published, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  const unicode = standardSignature(secret, 'evt_0196f0000000aaaaaaaaaaaaaaaaaaaa', 1764547200, body)
  assert.equal(unicode, 'v1,DVcGGfYkfaJ4ZvDF6UiRt4SE9eWL4dX2XbUm7dMuo8g=')
})

test('refuses a malformed secret', () => {
  assert.throws(() => standardSignature('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'evt_1', 1, body))
})

test('formats a secret as whsec_ and base64', () => {
  assert.equal(webhookSecret(Buffer.alloc(32, 0xff)), 'whsec_//////////////////////////////////////////8=')
})
