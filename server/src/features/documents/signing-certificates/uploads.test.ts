import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import type { SealingKey } from '../../../pdf/content.ts'
import { selfSigned } from '../../../pdf/self-signed.ts'
import { Authority, inFolder, openssl, without } from '../../../pdf/signed-pdf-testing.ts'

/** Uploads that openssl generates, like those of certificate authorities. */
const skip = without.openssl
const platform = await startPlatform()
const { doctor } = await newPractice(platform)
const authority = skip ? undefined! : new Authority() // without openssl, no test below runs

const bring = (keys: object) =>
  platform.call('POST', '/api/signing-certificates', { token: doctor.token, body: { ...keys, for: 'SELF' } })

async function assertTaken(keys: object) {
  const answer = await bring(keys)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.signingCertificate
}

/** Asserts that an upload is refused for one field with a message. */
async function assertRefused(keys: object, field: string, message: RegExp): Promise<void> {
  const answer = await bring(keys)
  assert.equal(answer.status, 422, answer.text)
  const [fault, ...others] = answer.body.error.details
  assert.deepEqual(fault.path, [field], answer.text)
  assert.match(fault.message, message)
  assert.deepEqual(others, [])
  assert.ok(!answer.text.includes('BEGIN'))
}

const certificates = (pem: string) => pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g)!
const encrypted = ({ privateKeyPem }: SealingKey, command: string): string =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'key'), privateKeyPem)
    return openssl(folder, `${command} -in key -passout pass:sésame`)
  })

describe('a chain', { skip }, () => {
  for (const kind of ['RSA 2048', 'P-256', 'P-384'] as const)
    test(`of ${kind} is accepted, with or without its issuer`, async () => {
      const { chainPem, privateKeyPem } = authority.issue(kind)
      const { selfSigned, subject } = await assertTaken({ chainPem, privateKeyPem })
      assert.equal(selfSigned, false)
      assert.equal(subject, 'C=MA, CN=Dr Salma Bennani')
      await assertTaken({ chainPem: certificates(chainPem)[0], privateKeyPem })
    })

  test('is stored without other content of the text, such as an accidental key', async () => {
    const keys = authority.issue('P-256')
    const [own, root] = certificates(keys.chainPem)
    const { id } = await assertTaken({
      chainPem: `Bag Attributes\n${own}${keys.privateKeyPem}subject=CN\n${root}`,
      privateKeyPem: keys.privateKeyPem,
    })
    const { rows } = await platform.owner.query('select chain from signing_certificates where id = $1', [id])
    assert.equal(rows[0].chain, keys.chainPem)
  })

  test('must be a chain of certificates in order', async () => {
    const { chainPem, privateKeyPem } = authority.issue('P-256')
    const [own, root] = certificates(chainPem)
    const assertChainRefused = (chain: string, message: RegExp) =>
      assertRefused({ chainPem: chain, privateKeyPem }, 'chainPem', message)
    await assertChainRefused('hello', /must be one or more certificates as PEM/)
    await assertChainRefused(
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /must be one or more certificates as PEM/,
    )
    await assertChainRefused(root! + own, /certificate 2 did not issue certificate 1/)
    await assertChainRefused(own! + new Authority().pem, /certificate 2 did not issue certificate 1/)
    await assertChainRefused(own! + root!.repeat(6), /at most 6/)
    await assertChainRefused('x'.repeat(40_000), /32768/)
    await assertChainRefused(own! + privateKeyPem.repeat(200), /32768/)
  })

  test('must be valid now', async () => {
    const madeAt = (days: number) =>
      selfSigned(
        { name: 'Dr Salma Bennani', organisation: 'Cabinet', licenceNumber: null },
        new Date(Date.now() + days * 86_400_000),
      )
    await assertRefused(madeAt(-4 * 366), 'chainPem', /expired at 20/)
    await assertRefused(madeAt(10), 'chainPem', /is not valid before 20/)
    await assertTaken(madeAt(-366))
  })

  test('must allow signing, or have no key usage', async () => {
    const issue = (...extensions: string[]) => authority.issue('P-256', extensions)
    await assertRefused(issue('keyUsage=critical,keyEncipherment'), 'chainPem', /key usage/)
    await assertRefused(issue('keyUsage=keyCertSign,cRLSign'), 'chainPem', /key usage/)
    await assertTaken(issue('keyUsage=nonRepudiation'))
    await assertTaken(issue('keyUsage=digitalSignature'))
    await assertTaken(issue('subjectAltName=email:dr@test.example'))
  })
})

describe('a private key', { skip }, () => {
  test('must be of a strong, widely supported kind', async () => {
    const { chainPem } = authority.issue('P-256')
    const garbage = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
    for (const privateKeyPem of ['hello', garbage, chainPem])
      await assertRefused({ chainPem, privateKeyPem }, 'privateKeyPem', /must be a private key as PEM/)
    for (const kind of ['RSA 1024', 'P-521', 'Ed25519'] as const)
      await assertRefused(authority.issue(kind), 'privateKeyPem', /RSA with 2048 to 4096 bits, or elliptic/)
  })

  test('must belong to the certificate', async () => {
    const { chainPem } = authority.issue('P-256')
    for (const kind of ['P-256', 'P-384', 'RSA 2048'] as const) {
      const { privateKeyPem } = authority.issue(kind)
      await assertRefused({ chainPem, privateKeyPem }, 'privateKeyPem', /does not belong to the first certificate/)
    }
    const other = {
      chainPem: authority.issue('Ed25519').chainPem,
      privateKeyPem: authority.issue('P-256').privateKeyPem,
    }
    await assertRefused(other, 'privateKeyPem', /does not belong to the first certificate/)
  })

  test('is reported together with the chain if both are wrong', async () => {
    const answer = await bring({ chainPem: 'a', privateKeyPem: 'b' })
    assert.deepEqual(
      answer.body.error.details.map(({ path }: { path: string[] }) => path[0]),
      ['chainPem', 'privateKeyPem'],
    )
  })

  for (const [format, command] of [
    ['PKCS #8', 'pkcs8 -topk8'],
    ['PKCS #8 with the maximum of rounds', 'pkcs8 -topk8 -iter 100000'],
    ['a format older than PKCS #8', 'ec -aes256'],
  ] as const)
    test(`encrypted as ${format} can only be decrypted with its passphrase`, async () => {
      const keys = authority.issue('P-256')
      const given = { chainPem: keys.chainPem, privateKeyPem: encrypted(keys, command) }
      await assertRefused(given, 'passphrase', /is required/)
      await assertRefused({ ...given, passphrase: 'sesame' }, 'passphrase', /does not decrypt/)
      await assertTaken({ ...given, passphrase: 'sésame' })
    })

  test('is refused if its decryption would take too long', async () => {
    const keys = authority.issue('P-256')
    for (const command of ['pkcs8 -topk8 -iter 100001', 'pkcs8 -topk8 -scrypt', 'pkcs8 -topk8 -v1 PBE-SHA1-3DES']) {
      const given = { chainPem: keys.chainPem, privateKeyPem: encrypted(keys, command), passphrase: 'sésame' }
      await assertRefused(given, 'privateKeyPem', /at most 100000 rounds/)
    }
  })
})
