import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressFault } from '../address.ts'
import { isTurn, videoAddress } from './address.ts'

const secret = 's3cret/'.repeat(5)

test('a LiveKit URL holds the location and an API key', () => {
  assert.deepEqual(videoAddress(`livekit://APIkey1:${encodeURIComponent(secret)}@video.example.ma`), {
    kind: 'livekit',
    base: 'https://video.example.ma',
    apiKey: 'APIkey1',
    apiSecret: secret,
  })
  assert.equal(
    videoAddress(`livekit://key:${'s'.repeat(32)}@video.example.ma:8443/livekit/`).base,
    'https://video.example.ma:8443/livekit',
  )
})

test('LiveKit may be unencrypted and have a short secret on loopback only', () => {
  for (const host of ['localhost:7880', '127.0.0.1:7880', '[::1]:7880'])
    assert.equal(videoAddress(`livekit+http://devkey:secret@${host}`).base, `http://${host}`)
  assert.throws(() => videoAddress(`livekit+http://devkey:${'s'.repeat(32)}@livekit:7880`), /encrypted/)
  assert.throws(() => videoAddress('livekit://devkey:secret@livekit.example.ma'), /32 characters/)
})

test('rejects invalid URLs with a reason, and without their secrets', () => {
  const faults = {
    'wss://key:secret@host': /livekit:\/\//,
    'livekit:host': /livekit:\/\//,
    'livekit://key:secret@': /livekit:\/\//,
    'livekit://key:secret@host#part': /livekit:\/\//,
    'livekit://host': /API_KEY:API_SECRET@/,
    'livekit://key@host': /API_KEY:API_SECRET@/,
    'livekit://key:sec%ret@host': /percent-encoded/,
    'livekit://key:secret@host?tls=off': /parameters/,
  }
  for (const [text, message] of Object.entries(faults))
    assert.throws(
      () => videoAddress(text),
      (error) => error instanceof AddressFault && message.test(error.message) && !/sec%?ret@/.test(error.message),
      text,
    )
})

test('accepts TURN URLs as browsers do', () => {
  for (const text of [
    'turn:turn.example.ma',
    'turn:turn.example.ma:3478?transport=udp',
    'turns:turn.example.ma:443?transport=tcp',
    'turn:10.0.0.1:3478',
    'turn:[fd00::1]:3478',
  ])
    assert.ok(isTurn(text), text)
  for (const text of [
    'turn.example.ma',
    'stun:turn.example.ma',
    'turn://turn.example.ma',
    'turn:user@turn.example.ma',
    'turn:turn.example.ma:port',
    'turn:turn.example.ma?transport=tls',
    'turn:',
  ])
    assert.ok(!isTurn(text), text)
})
