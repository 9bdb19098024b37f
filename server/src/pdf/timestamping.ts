import { fromBER, OctetString } from 'asn1js'
import { derOf, membersOf, oid, sequence, setOf, tagged } from './asn1.ts'

/** Reserved in each signature that gets a time stamp. Tokens of public authorities have 3 to 8 KB. */
export const MAX_TOKEN_BYTES = 12_000

const CONTENTS = '/Contents <'

/**
 * Adds a time stamp to the last signature of a document: PAdES baseline B-T. The token is an unsigned attribute, so the signature
 * stays valid.
 * @param stamp returns a token for the value of the signature
 */
export async function withTimestamp(
  signed: Uint8Array,
  stamp: (signature: Uint8Array) => Promise<Uint8Array>,
): Promise<Buffer> {
  const pdf = Buffer.from(signed)
  const from = pdf.lastIndexOf(CONTENTS, pdf.length, 'latin1') + CONTENTS.length
  const to = pdf.indexOf('>', from, 'latin1')
  const content = fromBER(Buffer.from(pdf.toString('latin1', from, to), 'hex')).result
  const signerInfo = signerInfoIn(content)
  const value = membersOf(signerInfo).at(-1)
  if (!(signerInfo && value instanceof OctetString)) throw new Error('The document has no signature.')
  const token = await stamp(value.valueBlock.valueHexView)
  const attribute = sequence(oid('signatureTimestamp'), setOf(fromBER(token).result))
  membersOf(signerInfo).push(tagged(1, attribute))
  const cms = derOf(content).toString('hex')
  if (cms.length > to - from) throw new Error('The signature is larger than the space reserved for it.')
  pdf.write(cms.padEnd(to - from, '0'), from, 'latin1')
  return pdf
}

/** The SignerInfo of a CMS SignedData with one signer. */
function signerInfoIn(content: Parameters<typeof membersOf>[0]) {
  const [, explicit] = membersOf(content)
  const [signedData] = membersOf(explicit)
  return membersOf(membersOf(signedData).at(-1))[0]
}
