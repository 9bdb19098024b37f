import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ContentInfo, SignedData } from 'pkijs'
import { jobOf, prescription } from '../../testing/documents.ts'
import { timestampAddress } from '../providers/timestamps/address.ts'
import { TimestampError } from './content.ts'
import { openRenderer } from './renderer.ts'
import { selfSigned } from './self-signed.ts'
import { Authority, inFolder, openssl, pdfsig, without } from './signed-pdf-testing.ts'
import { timestampAuthorityAt } from './timestamp-authority.ts'
import { TestTimestampAuthority, TSA_EXTENSIONS } from './timestamp-testing.ts'

const rendered = async (url: string) => {
  const renderer = openRenderer({ threads: 1, timestamps: timestampAuthorityAt(timestampAddress(url)) })
  try {
    const own = selfSigned(
      { name: 'Dr Yasmine Alaoui', organisation: 'Cabinet Atlas', licenceNumber: '12345' },
      new Date(),
    )
    return await renderer.render({ ...jobOf(prescription), seal: { ...own, holder: 'PRACTITIONER' } })
  } finally {
    await renderer.close()
  }
}

/** A TimeStampResp whose token has a length in three bytes, where DER has two. */
function withLongerLength(reply: Buffer): Buffer {
  const at = reply.lastIndexOf(Buffer.from('3082', 'hex'), 30) // the token follows the status
  const changed = Buffer.concat([reply.subarray(0, at), Buffer.from('308300', 'hex'), reply.subarray(at + 2)])
  changed.writeUInt16BE(reply.readUInt16BE(2) + 1, 2)
  return changed
}

/** The signature of a document, and its time-stamp token. */
function stampOf(pdf: Uint8Array) {
  const [, hex] = /\/Contents <([0-9a-f]+)>/.exec(Buffer.from(pdf).toString('latin1'))!
  const signedData = new SignedData({ schema: ContentInfo.fromBER(Buffer.from(hex!, 'hex')).content })
  const [signer] = signedData.signerInfos
  const [attribute] = signer!.unsignedAttrs?.attributes ?? []
  return {
    signature: Buffer.from(signer!.signature.valueBlock.valueHexView),
    type: attribute?.type,
    token: attribute && Buffer.from(attribute.values[0].toBER()),
  }
}

describe('a time stamp', { skip: without.openssl }, () => {
  let authority: Authority
  let tsa: TestTimestampAuthority
  let url: string
  before(async () => {
    authority = new Authority()
    tsa = new TestTimestampAuthority(authority.issue('RSA 2048', TSA_EXTENSIONS))
    url = await tsa.listen()
  })
  after(() => tsa.close())

  test('covers the signature, as OpenSSL verifies', async () => {
    const { bytes, sha256 } = await rendered(url)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
    const { signature, type, token } = stampOf(bytes)
    assert.equal(type, '1.2.840.113549.1.9.16.2.14', 'signature-time-stamp')
    inFolder((folder) => {
      writeFileSync(join(folder, 'token'), token!)
      writeFileSync(join(folder, 'authority'), authority.pem)
      const verify = (value: Buffer) =>
        openssl(
          folder,
          'ts -verify -token_in -in token -CAfile authority -digest',
          createHash('sha256').update(value).digest('hex'),
        )
      assert.match(verify(signature), /Verification: OK/)
      assert.throws(() => verify(Buffer.from('another signature')), /message imprint mismatch/)
    })
  })

  test('leaves the signature valid for pdfsig', { skip: without.pdfsig }, async () => {
    const report = pdfsig((await rendered(url)).bytes)
    assert.match(report, /Signature is Valid/)
    assert.match(report, /Total document signed/)
  })

  test('is requested with the credentials of the address', async () => {
    await rendered(url.replace('//', '//clinic:p%40ss@'))
    const { headers, body } = tsa.requests.at(-1)!
    assert.equal(headers.authorization, `Basic ${Buffer.from('clinic:p@ss').toString('base64')}`)
    assert.equal(headers['content-type'], 'application/timestamp-query')
    inFolder((folder) => {
      writeFileSync(join(folder, 'query'), body)
      const query = openssl(folder, 'ts -query -in query -text')
      assert.match(query, /Hash Algorithm: sha256/)
      assert.match(query, /Certificate required: yes/)
    })
  })

  test('of another request, a refusal, an error and silence are refused', async (t) => {
    t.after(() => {
      tsa.answer = (request) => ({ body: tsa.reply(request) })
    })
    const earlier = tsa.reply(tsa.requests[0]!.body)
    const refusal = Buffer.from('30053003020102', 'hex')
    for (const [answer, message] of [
      [{ body: earlier }, /another request/],
      [{ body: refusal }, /refused/],
      [{ body: Buffer.from('<html>') }, /refused/],
      [{ status: 503, body: Buffer.alloc(0) }, /answered 503/],
      [{ body: Buffer.alloc(1_000_000) }, /exceeds 24000 bytes/],
    ] as const) {
      tsa.answer = () => answer
      await assert.rejects(rendered(url), (error) => error instanceof TimestampError && message.test(error.message))
    }
    await assert.rejects(rendered('http://127.0.0.1:9/'), /did not answer/)
    tsa.answer = (request) => ({ body: withLongerLength(tsa.reply(request)) })
    await assert.rejects(rendered(url), /not encoded in DER/)
  })
})

test('a document without a certificate gets no time stamp', async () => {
  const renderer = openRenderer({
    threads: 1,
    timestamps: timestampAuthorityAt(timestampAddress('http://127.0.0.1:9/')),
  })
  const { bytes } = await renderer.render(jobOf(prescription))
  await renderer.close()
  assert.equal(Buffer.from(bytes).includes('/ByteRange'), false)
})
