import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameSecret, UnknownKeyError, Vault } from './secrets.ts'

const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

test('a sealed text can only be opened in its own place, and not after any byte has changed', () => {
  const vault = new Vault([old])
  const sealed = vault.seal('سرّ · secret', 'row-1')
  assert.equal(vault.open(sealed, 'row-1'), 'سرّ · secret')
  assert.throws(() => vault.open(sealed, 'row-2'))
  for (let at = 0; at < sealed.length; at++) {
    const tampered = Buffer.from(sealed)
    tampered[at]! ^= 1
    assert.throws(() => vault.open(tampered, 'row-1'), `byte ${at}`)
  }
  assert.notDeepEqual(vault.seal('same', 'row'), vault.seal('same', 'row'))
})

test('the first key encrypts, older keys decrypt, and a missing key is reported', () => {
  const sealedByOld = new Vault([old]).seal('x', 'row')
  const both = new Vault([fresh, old])
  assert.equal(both.open(sealedByOld, 'row'), 'x')
  const sealedByBoth = both.seal('y', 'row')
  assert.equal(new Vault([fresh]).open(sealedByBoth, 'row'), 'y')
  assert.throws(() => new Vault([fresh]).open(sealedByOld, 'row'), UnknownKeyError)
})

test('seals and opens binary data', () => {
  const vault = new Vault([old])
  const bytes = Buffer.from([0x25, 0xff, 0x00, 0xc3, 0x28])
  assert.deepEqual(vault.openBytes(vault.seal(bytes, 'row'), 'row'), bytes)
})

test('an owner’s vault cannot open another owner’s data, and rotates with its keys', () => {
  const sealed = new Vault([old]).deriveVault('a').seal('x', 'row')
  assert.equal(new Vault([fresh, old]).deriveVault('a').open(sealed, 'row'), 'x')
  for (const other of [new Vault([old]), new Vault([old]).deriveVault('b'), new Vault([fresh]).deriveVault('a')])
    assert.throws(() => other.open(sealed, 'row'), UnknownKeyError)
})

test('derived secrets differ by purpose and are deterministic', () => {
  const vault = new Vault([old])
  assert.equal(vault.derive('a'), new Vault([old]).derive('a'))
  assert.notEqual(vault.derive('a'), vault.derive('b'))
  assert.notEqual(vault.derive('a'), new Vault([fresh]).derive('a'))
})

test('compares secrets of any length by content', () => {
  assert.ok(sameSecret('é', 'é'))
  assert.ok(!sameSecret('a', 'ab'))
  assert.ok(!sameSecret('', 'a'))
})
