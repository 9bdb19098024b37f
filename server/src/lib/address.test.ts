import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './address.ts'

test('an IPv4 address in any notation counts separately, an IPv6 address by its /64', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:0db8:1:2::ffff'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(networkOf('203.0.113.7:51234'), '203.0.113.7')
  assert.equal(networkOf('[2001:db8:1:2::1]:51234'), '2001:db8:1:2::/64')
  assert.equal(networkOf('unknown'), 'unknown')
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
})
