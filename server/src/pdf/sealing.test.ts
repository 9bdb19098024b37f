import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ContentInfo, SignedData } from 'pkijs'
import { type Seal, seal } from './sealing.ts'
import { selfSigned } from './self-signed.ts'
import { Authority, inFolder, openssl, pdfsig, unsignedPdf, without } from './signed-pdf-testing.ts'

const pdf = unsignedPdf()
const now = new Date()
const what: Seal = { at: now, reason: 'Ordonnance médicale (تجريبية)', name: 'prescription' }
const salma = { name: 'د. سلمى بناني', organisation: 'Cabinet Anfa', licenceNumber: '101234567' }
const own = selfSigned(salma, now)

/** The signed ranges and the signature. */
function readSignature(signed: Uint8Array) {
  const text = Buffer.from(signed).toString('latin1')
  const [first, from, to, rest] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text)!.slice(1).map(Number)
  const content = Buffer.concat([signed.subarray(first, from), signed.subarray(to, to! + rest!)])
  const cms = Buffer.from(text.slice(from! + 1, to! - 1), 'hex')
  return { whole: first === 0 && to! + rest! === signed.length, content, cms }
}

/** Verifies a signature with an independent library. */
async function isValid(signed: Uint8Array): Promise<boolean> {
  const { whole, content, cms } = readSignature(signed)
  const signedData = new SignedData({ schema: ContentInfo.fromBER(cms).content })
  const found = await signedData
    .verify({ signer: 0, data: new Uint8Array(content).buffer, checkChain: false, extendedMode: true })
    .catch(() => ({ signatureVerified: false }))
  return whole && found.signatureVerified === true
}

const flipped = (signed: Uint8Array, at: number) => {
  const changed = Buffer.from(signed)
  changed[at]! ^= 1
  return changed
}

describe('a signature', () => {
  test('keeps the original bytes, and covers every byte except itself', async () => {
    const signed = seal(pdf, own, what)
    assert.deepEqual(Buffer.from(signed.subarray(0, pdf.length)), Buffer.from(pdf))
    const { whole, content, cms } = readSignature(signed)
    assert.ok(whole)
    assert.ok(signed.length - content.length - 2 * cms.length <= 2, 'only the signature is excluded')
    assert.ok(await isValid(signed))
  })

  test('has the attributes of PAdES baseline without signing time', () => {
    const signed = seal(pdf, own, what)
    const signedData = new SignedData({ schema: ContentInfo.fromBER(readSignature(signed).cms).content })
    const types = signedData.signerInfos[0]!.signedAttrs!.attributes.map(({ type }) => type)
    // In DER order.
    assert.deepEqual(types, [
      '1.2.840.113549.1.9.3', // content-type
      '1.2.840.113549.1.9.4', // message-digest
      '1.2.840.113549.1.9.16.2.47', // signing-certificate-v2
    ])
    const text = Buffer.from(signed).toString('latin1')
    assert.match(text, /\/SubFilter \/ETSI\.CAdES\.detached/)
    assert.ok(text.includes(`/M (D:${now.toISOString().slice(0, 19).replace(/\D/g, '')}Z)`))
  })

  test('is invalid after a change of any byte', async () => {
    const signed = seal(pdf, own, what)
    const added = Buffer.from(signed).indexOf('/ByteRange')
    for (const at of [0, 8, pdf.length - 10, pdf.length >> 1, added - 20, signed.length - 10])
      assert.equal(await isValid(flipped(signed, at)), false, `byte ${at}`)
    assert.equal(await isValid(Buffer.concat([signed, Buffer.from('\n')])), false, 'one more byte')
  })

  test('differs for each signer with cached keys', async () => {
    const other = selfSigned({ ...salma, name: 'Dr Karim Alaoui' }, now)
    const signed = [own, other, own, other].map((key) => seal(pdf, key, what))
    for (const one of signed) assert.ok(await isValid(one))
    const certificates = signed.map((one) => createHash('sha256').update(readSignature(one).cms).digest('hex'))
    assert.equal(new Set(certificates).size, 4)
    const has = (one: Uint8Array, name: string) => readSignature(one).cms.includes(Buffer.from(name))
    assert.deepEqual(
      signed.map((one) => has(one, 'Dr Karim Alaoui')),
      [false, true, false, true],
    )
  })

  test('can be created again after its key was evicted from the cache', async () => {
    for (let one = 0; one < 40; one++) seal(pdf, selfSigned({ ...salma, name: `Dr ${one}` }, now), what)
    assert.ok(await isValid(seal(pdf, own, what)))
  })

  test('is refused for a signed file and for other kinds of PDF', () => {
    assert.throws(() => seal(seal(pdf, own, what), own, what), /no plain cross-reference table/)
    assert.throws(() => seal(pdf.subarray(0, -100), own, what), /no plain cross-reference table/)
    assert.throws(() => seal(Buffer.from('%PDF-1.7\n'), own, what), /no plain cross-reference table/)
  })

  test('requires a certificate', () => {
    assert.throws(() => seal(pdf, { ...own, chainPem: '' }, what), /no certificate/)
  })
})

describe('a self-signed certificate', () => {
  test('with an Arabic name creates signatures that pdfsig accepts', { skip: without.pdfsig }, () => {
    const report = pdfsig(seal(pdf, own, what))
    assert.match(report, /Signature is Valid/)
    assert.match(report, /Total document signed/)
    assert.match(report, /Certificate issuer is unknown/) // the only complaint about a self-signed certificate
    assert.ok(report.includes('Signer Certificate Common Name: د. سلمى بناني'), report)
  })

  test('is for document signing, and names a practitioner in Morocco', { skip: without.openssl }, () => {
    inFolder((folder) => {
      writeFileSync(join(folder, 'pem'), own.chainPem)
      const report = openssl(folder, 'x509 -in pem -noout -text -nameopt utf8,sep_comma_plus')
      assert.match(report, /Subject: C=MA,O=Cabinet Anfa,serialNumber=101234567,CN=د\. سلمى بناني\n/)
      assert.match(report, /Basic Constraints: critical\s+CA:FALSE/)
      assert.match(report, /Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
      assert.match(report, /1\.3\.6\.1\.5\.5\.7\.3\.36/)
      assert.match(openssl(folder, 'verify -x509_strict -check_ss_sig -CAfile pem pem'), /OK/)
    })
  })

  test('has a new key and serial number each time', () => {
    const created = Array.from({ length: 20 }, () => selfSigned(salma, now))
    assert.equal(new Set(created.map(({ privateKeyPem }) => privateKeyPem)).size, 20)
    assert.equal(new Set(created.map(({ chainPem }) => chainPem)).size, 20)
  })
})

describe('a certificate of an authority', { skip: without.openssl }, () => {
  const authority = without.openssl ? undefined : new Authority()

  for (const kind of ['RSA 2048', 'P-256', 'P-384'] as const) {
    test(`of ${kind} is trusted by pdfsig, until a byte changes`, { skip: without.pdfsig }, () => {
      const signed = seal(pdf, authority!.issue(kind), what)
      const report = pdfsig(signed, authority!.pem)
      assert.match(report, /Signature is Valid/)
      assert.match(report, /Certificate is Trusted/)
      assert.match(report, /Total document signed/)
      assert.match(report, /ETSI\.CAdES\.detached/)
      for (const at of [20, pdf.length >> 1, signed.length - 30])
        assert.doesNotMatch(pdfsig(flipped(signed, at), authority!.pem), /Signature is Valid/, `byte ${at}`)
      const longer = pdfsig(Buffer.concat([signed, Buffer.from('\n% more\n')]), authority!.pem)
      assert.match(longer, /Not total document signed/)
    })

    test(`of ${kind} is checked by openssl as CAdES`, () => {
      const { content, cms } = readSignature(seal(pdf, authority!.issue(kind), what))
      inFolder((folder) => {
        writeFileSync(join(folder, 'cms'), cms)
        writeFileSync(join(folder, 'content'), content)
        writeFileSync(join(folder, 'authority'), authority!.pem)
        const check =
          'cms -verify -cades -binary -inform DER -in cms -content content -CAfile authority -purpose any -out checked'
        openssl(folder, check)
        writeFileSync(join(folder, 'content'), flipped(content, 100))
        assert.throws(() => openssl(folder, check), /Verification failure/)
      })
    })
  }
})
