import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PYTHON, withoutPyhanko } from '../../../../clients/conformance/python.ts'
import { jobOf, prescription } from '../../../testing/documents.ts'
import { AddressGuard } from '../../lib/address-guard.ts'
import { RevokedError, type SealingKey, ValidationDataError } from '../content.ts'
import { openRenderer } from '../renderer.ts'
import { selfSigned } from '../self-signed.ts'
import { inFolder, without } from '../signed-pdf-testing.ts'
import { timestampAuthorityAt } from '../timestamp-authority.ts'
import { TestTimestampAuthority } from '../timestamp-testing.ts'
import { TestInfrastructure } from './infrastructure-testing.ts'
import { ocspRequest } from './ocsp.ts'
import { type ValidationServices, validationServices } from './validation-data.ts'

const loopback = new AddressGuard(['127.0.0.0/8'])

/** Validates a document with the data in it, and without a network. */
const VALIDATION = `
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import DocumentSecurityStore, validate_pdf_signature
with open('signed.pdf', 'rb') as file:
  reader = PdfFileReader(file)
  options = {'trust_roots': [load_cert_from_pemder('root.pem')], 'allow_fetching': False, 'revocation_mode': 'require'}
  context = DocumentSecurityStore.read_dss(reader).as_validation_context(options)
  status = validate_pdf_signature(reader.embedded_signatures[0], context, context)
  print(status.pretty_print_details())
  print('The bottom line is', status.bottom_line)
`

describe('a signature with data for long-term validation', { skip: without.openssl }, () => {
  const infrastructure = new TestInfrastructure()
  let tsa: TestTimestampAuthority
  let url: string
  before(async () => {
    await infrastructure.open()
    tsa = new TestTimestampAuthority(infrastructure.key('stamper'))
    url = await tsa.listen()
  })
  after(() => {
    tsa.close()
    infrastructure.close()
  })
  beforeEach(() => {
    infrastructure.answers.clear()
    infrastructure.requests.length = 0
  })

  async function sign(validation: ValidationServices, key: SealingKey = infrastructure.key('signer')): Promise<Buffer> {
    const timestamps = timestampAuthorityAt({ url, authorization: undefined })
    const renderer = openRenderer({ threads: 1, timestamps, validation })
    try {
      const { bytes } = await renderer.render({ ...jobOf(prescription), seal: { ...key, holder: 'PRACTITIONER' } })
      return Buffer.from(bytes)
    } finally {
      await renderer.close()
    }
  }
  const certificate = (name: 'signer' | 'issuing') => new X509Certificate(infrastructure.pem(name))
  const newServices = () => validationServices(loopback)
  /** How many objects each list of the store has. */
  const storeOf = (pdf: Buffer) => {
    const [, store] = /<< \/Type \/DSS(.*?) >>/.exec(pdf.toString('latin1')) ?? []
    const count = (name: string) => new RegExp(`/${name} \\[(.*?)\\]`).exec(store ?? '')?.[1]?.split('0 R').length ?? 1
    return { certs: count('Certs') - 1, crls: count('CRLs') - 1, ocsps: count('OCSPs') - 1 }
  }

  test('has the certificates, the OCSP response and the revocation lists', async () => {
    const pdf = await sign(newServices())
    assert.deepEqual(storeOf(pdf), { certs: 4, crls: 2, ocsps: 1 }, 'signer, stamper, issuing authority, root')
    assert.deepEqual(infrastructure.requests.toSorted(), ['/issuing.crl', '/ocsp', '/root.cer', '/root.crl'])
  })

  test('is valid for pyHanko as PAdES B-LT without a network', { skip: withoutPyhanko }, async () => {
    const pdf = await sign(newServices())
    const validate = (bytes: Buffer) =>
      inFolder((folder) => {
        writeFileSync(join(folder, 'signed.pdf'), bytes)
        writeFileSync(join(folder, 'root.pem'), infrastructure.pem('root'))
        return execFileSync(PYTHON, ['-c', VALIDATION], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
      })
    infrastructure.requests.length = 0
    const report = validate(pdf)
    assert.match(report, /The signature is judged VALID/)
    assert.match(report, /The bottom line is True/)
    assert.deepEqual(infrastructure.requests, [])
    const changed = Buffer.from(pdf)
    changed[20]! ^= 1
    assert.match(validate(changed), /The bottom line is False/)
  })

  test('stays valid for pdfsig', { skip: without.pdfsig }, async () => {
    const pdf = await sign(newServices())
    const report = inFolder((folder) => {
      writeFileSync(join(folder, 'signed.pdf'), pdf)
      return execFileSync('pdfsig', ['-nocert', 'signed.pdf'], { cwd: folder, encoding: 'utf8' })
    })
    assert.match(report, /Signature is Valid/)
    assert.match(report, /Signed Ranges: \[0 - \d+\]/)
  })

  test('uses an answer again for later documents', async () => {
    const services = newServices()
    await sign(services)
    infrastructure.requests.length = 0
    assert.deepEqual(storeOf(await sign(services)), { certs: 4, crls: 2, ocsps: 1 })
    assert.deepEqual(infrastructure.requests, [])
  })

  test('uses a revocation list if the OCSP responder fails, or answers with a forged or another response', async () => {
    const { answers } = infrastructure
    const forged = infrastructure.ocspResponse(ocspRequest(certificate('signer'), certificate('issuing')), 'stamper')
    for (const answer of [
      { status: 500, body: Buffer.alloc(0) },
      { status: 200, body: Buffer.from('30030a0106', 'hex') },
      { status: 200, body: Buffer.from('<html>') },
      { status: 200, body: forged },
      { status: 200, body: Buffer.alloc(2_000_000) },
    ]) {
      answers.set('/ocsp', answer)
      assert.deepEqual(storeOf(await sign(newServices())), { certs: 4, crls: 2, ocsps: 0 })
    }
  })

  test('is refused if no service of a certificate answers, or only with the list of another authority', async () => {
    const { answers } = infrastructure
    answers.set('/ocsp', { status: 500, body: Buffer.alloc(0) })
    const services = newServices()
    for (const answer of [
      { status: 404, body: Buffer.alloc(0) },
      { status: 200, body: infrastructure.answerTo('/root.crl', Buffer.alloc(0)) },
    ]) {
      answers.set('/issuing.crl', answer)
      await assert.rejects(sign(services), ValidationDataError)
    }
    answers.clear()
    assert.equal(storeOf(await sign(services)).ocsps, 1, 'a failure is not kept')
  })

  test('is refused if a certificate is revoked', async (t) => {
    t.after(() => infrastructure.revoke())
    for (const name of ['signer', 'stamper', 'issuing'] as const) {
      infrastructure.revoke(name)
      await assert.rejects(
        sign(newServices()),
        (error) => error instanceof RevokedError && error.message.includes(name),
      )
    }
  })

  test('contacts only public addresses, unless the operator allowed them', async () => {
    await assert.rejects(sign(validationServices(new AddressGuard([]))), ValidationDataError)
    assert.deepEqual(infrastructure.requests, [])
  })

  test('has only the certificates if the signer is its own issuer', async () => {
    const own = selfSigned({ name: 'Dr Yasmine Alaoui', organisation: 'Atlas', licenceNumber: '12345' }, new Date())
    assert.deepEqual(storeOf(await sign(newServices(), own)), { certs: 4, crls: 2, ocsps: 0 })
  })
})
