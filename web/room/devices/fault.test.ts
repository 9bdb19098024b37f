import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from './fault.ts'
import { refusal, TestMedia } from './testing.ts'

test('maps browser errors to faults', () => {
  const named = (name: string, message?: string, isSecure = true) => faultOf(refusal(name, message), isSecure)
  assert.equal(named('NotAllowedError', 'Permission denied'), 'refused')
  assert.equal(named('NotAllowedError', 'Permission dismissed'), 'dismissed')
  assert.equal(named('NotAllowedError', 'Permission denied by system'), 'refused-by-system')
  assert.equal(named('NotAllowedError', 'The request is not allowed by the user agent or the platform'), 'refused')
  assert.equal(named('NotFoundError'), 'missing')
  assert.equal(named('NotReadableError'), 'busy')
  assert.equal(named('AbortError'), 'busy')
  assert.equal(named('OverconstrainedError'), 'unfit')
  assert.equal(named('SecurityError'), 'blocked')
  assert.equal(named('SecurityError', '', false), 'insecure')
  assert.equal(named('TypeError', '', false), 'insecure')
  assert.equal(named('TypeError'), 'unknown')
  assert.equal(faultOf('what is this', true), 'unknown')
  // An OverconstrainedError is not an Error in some browsers.
  assert.equal(faultOf({ name: 'OverconstrainedError', message: '' }, true), 'unfit')
})

test('distinguishes insecure pages from in-app browsers', async () => {
  const faults = async (changes: Parameters<TestMedia['devices']>[0]) => {
    const devices = new TestMedia().devices(changes)
    await devices.open()
    return [devices.now.audio.fault, devices.now.camera.fault, devices.now.canShareScreen]
  }
  assert.deepEqual(await faults({ isSecure: false, mediaDevices: undefined }), ['insecure', 'insecure', false])
  assert.deepEqual(await faults({ mediaDevices: undefined }), ['unsupported', 'unsupported', false])
})
