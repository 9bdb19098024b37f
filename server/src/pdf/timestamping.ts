import { type BaseBlock, fromBER, OctetString } from 'asn1js'
import { derOf, membersOf, oid, sequence, setOf, tagged } from './asn1.ts'
import { lastSignatureIn, writeSignature } from './sealing.ts'

/** Reserved in each signature that gets a time stamp. Tokens of public authorities have 3 to 8 KB. */
export const MAX_TOKEN_BYTES = 12_000

/**
 * Adds a time stamp to the last signature of a document: PAdES baseline B-T. The token is an unsigned attribute, so the signature
 * stays valid.
 * @param stamp returns a token for the value of the signature
 */
export async function withTimestamp(
  signed: Uint8Array,
  stamp: (signature: Uint8Array) => Promise<Uint8Array>,
): Promise<{ pdf: Buffer; token: Uint8Array }> {
  const pdf = Buffer.from(signed)
  const { from, to } = lastSignatureIn(pdf)
  const content = fromBER(Buffer.from(pdf.toString('latin1', from + 1, to - 1), 'hex')).result
  const signerInfo = signerInfoIn(content)
  const value = membersOf(signerInfo).at(-1)
  if (!(signerInfo && value instanceof OctetString)) throw new Error('The document has no signature.')
  const token = await stamp(value.valueBlock.valueHexView)
  const attribute = sequence(oid('signatureTimestamp'), setOf(fromBER(token).result))
  membersOf(signerInfo).push(tagged(1, attribute))
  writeSignature(pdf, derOf(content))
  return { pdf, token }
}

/** The SignerInfo of a CMS SignedData with one signer (RFC 5652, 5). */
function signerInfoIn(content: BaseBlock): BaseBlock | undefined {
  const [, explicit] = membersOf(content)
  const [signedData] = membersOf(explicit)
  return membersOf(membersOf(signedData).at(-1))[0]
}
