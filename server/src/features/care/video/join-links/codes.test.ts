import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256, Vault } from '../../../../lib/secrets.ts'
import { codeOf, telephoneCodes } from './codes.ts'

const [older, newer] = [Buffer.alloc(32, 'older'), Buffer.alloc(32, 'newer')]
const [before, after] = [new Vault([older]), new Vault([newer, older])]
const key = { tenantId: 'ten_a', appointmentId: 'apt_a', userId: 'usr_a' }

test('links and codes by telephone that were sent stay valid after a rotation of the master key', () => {
  const { code } = codeOf(before, key, undefined)
  const stored = { generation: 0, codeSha256: sha256(code) }
  assert.deepEqual(codeOf(after, key, stored), { code, isNew: false })
  const [sent] = telephoneCodes(before, key, 0)
  const [next, earlier, ...others] = telephoneCodes(after, key, 0)
  assert.deepEqual([earlier, others], [sent, []])
  assert.notEqual(next, sent, 'the next message has the code of the new key')
})

test('codes by telephone differ by organisation, appointment, person and revocation, and have six digits', () => {
  const codes = [
    telephoneCodes(before, key, 0),
    telephoneCodes(before, key, 1),
    ...(['tenantId', 'appointmentId', 'userId'] as const).map((name) =>
      telephoneCodes(before, { ...key, [name]: `${key[name]}b` }, 0),
    ),
  ].flat()
  assert.equal(new Set(codes).size, 5)
  for (const code of codes) assert.match(code, /^\d{6}$/)
})
