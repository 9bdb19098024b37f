import { createHash } from 'node:crypto'
import { type Signer, signerFrom } from './cms.ts'
import type { SealingKey } from './content.ts'
import { PlainPdf, textString } from './plain-pdf.ts'

const MAX_SIGNERS = 32
/** A placeholder as wide as the largest possible offset. */
const MAX_OFFSET = 9_999_999_999
const RANGES = `/ByteRange [0 ${MAX_OFFSET} ${MAX_OFFSET} ${MAX_OFFSET}]`
const CONTENTS = '/Contents <'
/** Annotation flags. The field is invisible, because the page itself states the signature. */
const PRINTED_AND_LOCKED = 4 + 128
const SIGNATURES_EXIST_AND_APPEND_ONLY = 1 + 2

/** Time and reason of a signature, the name of its form field, and space for a time stamp. */
export type Seal = { at: Date; reason: string; name: string; timestampBytes?: number }

/**
 * Adds a PAdES baseline B-B signature as an incremental update: the original bytes stay unchanged, and the signature covers the
 * whole file.
 */
export function seal(pdf: Uint8Array, key: SealingKey, details: Seal): Uint8Array {
  const signer = signerOf(key)
  const reservedBytes = signer.reservedBytes + (details.timestampBytes ?? 0)
  const plain = new PlainPdf(pdf)
  if (plain.isUpdated) throw new Error('This PDF has no plain cross-reference table: it was updated.')
  const bytes = withSignatureField(plain, reservedBytes, details)
  const { from, to } = lastSignatureIn(bytes)
  const ranges = bytes.indexOf(RANGES, pdf.length, 'latin1')
  const rest = bytes.length - to
  bytes.write(`/ByteRange [0 ${from} ${to} ${rest}]`.padEnd(RANGES.length), ranges, 'latin1')
  const digest = createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(to)).digest()
  writeSignature(bytes, signer.sign(digest))
  return bytes
}

/** The offsets of the last signature of a document, including its brackets. */
export function lastSignatureIn(pdf: Buffer): { from: number; to: number } {
  const from = pdf.lastIndexOf(CONTENTS, pdf.length, 'latin1') + CONTENTS.length - 1
  return { from, to: pdf.indexOf('>', from, 'latin1') + 1 }
}

/** Writes the last signature of a document into its reserved space. @throws if it is larger */
export function writeSignature(pdf: Buffer, signature: Buffer): void {
  const { from, to } = lastSignatureIn(pdf)
  const reservedDigits = to - from - 2
  const digits = signature.toString('hex')
  if (digits.length > reservedDigits) throw new Error('The signature is larger than the space reserved for it.')
  pdf.write(digits.padEnd(reservedDigits, '0'), from + 1, 'latin1')
}

/** A least-recently-used cache. Each worker thread has its own. */
const signers = new Map<string, Signer>()

function signerOf(key: SealingKey): Signer {
  const signer = signers.get(key.chainPem) ?? signerFrom(key)
  signers.delete(key.chainPem)
  signers.set(key.chainPem, signer)
  if (signers.size > MAX_SIGNERS) signers.delete(signers.keys().next().value!) // there is one
  return signer
}

/** The document with a signature field that reserves space for the signature, filled with zeros. */
function withSignatureField(pdf: PlainPdf, reservedBytes: number, { at, reason, name }: Seal): Buffer {
  const [signature, field, form] = [pdf.size, pdf.size + 1, pdf.size + 2]
  const signedAt = `D:${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  return pdf.with([
    [pdf.root, pdf.object(pdf.root).replace(/>>\s*$/, `  /AcroForm ${form} 0 R\n>>`)],
    [
      signature,
      `<<
  /Type /Sig
  /Filter /Adobe.PPKLite
  /SubFilter /ETSI.CAdES.detached
  ${RANGES}
  ${CONTENTS}${'0'.repeat(2 * reservedBytes)}>
  /M (${signedAt})
  /Reason ${textString(reason)}
  /Location (MA)
>>`,
    ],
    [
      field,
      `<<
  /Type /Annot
  /Subtype /Widget
  /FT /Sig
  /T ${textString(name)}
  /V ${signature} 0 R
  /F ${PRINTED_AND_LOCKED}
  /Rect [0 0 0 0]
  /P ${pdf.firstPage()} 0 R
>>`,
    ],
    [form, `<< /Fields [${field} 0 R] /SigFlags ${SIGNATURES_EXIST_AND_APPEND_ONLY} >>`],
  ])
}
