import { createHash } from 'node:crypto'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core'
import { type Signer, signerFrom } from './cms.ts'
import type { SealingKey } from './content.ts'

const KEPT_SIGNERS = 32
/** A number as wide as the largest that a file of ours may have there. */
const WIDE = 9_999_999_999
const RANGES = `/ByteRange [0 ${WIDE} ${WIDE} ${WIDE}]`
const CONTENTS = '/Contents <'
/** Of a field that is printed and locked; it has no size, for what is to be seen of a signature is on the page. */
const PRINTED_AND_LOCKED = 4 + 128
const SIGNATURES_EXIST_AND_APPEND_ONLY = 1 + 2

/** What a signature says besides who made it: when, what for, and the name of its field in the document's form. */
export type Seal = { at: Date; reason: string; name: string }

/**
 * The document with a signature of PAdES baseline B-B, as an incremental update: what was there is its beginning, byte for
 * byte, and all of it is signed.
 */
export async function seal(pdf: Uint8Array, key: SealingKey, what: Seal): Promise<Uint8Array> {
  const signer = signerOf(key)
  const bytes = Buffer.from(await withRoom(pdf, signer.room, what))
  const { ranges, from, to } = placesIn(bytes, pdf.length)
  const rest = bytes.length - to
  bytes.write(`/ByteRange [0 ${from} ${to} ${rest}]`.padEnd(RANGES.length), ranges, 'latin1')
  const digest = createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(to)).digest()
  const signature = signer.sign(digest)
  if (signature.length > signer.room) throw new Error('The signature is larger than the room that was left for it.')
  bytes.write(signature.toString('hex'), from + 1, 'latin1')
  return bytes
}

/** Each thread has its own: those used last. */
const signers = new Map<string, Signer>()

function signerOf(key: SealingKey): Signer {
  const signer = signers.get(key.chainPem) ?? signerFrom(key)
  signers.delete(key.chainPem)
  signers.set(key.chainPem, signer)
  if (signers.size > KEPT_SIGNERS) signers.delete(signers.keys().next().value!) // there is one
  return signer
}

/** The document with a field for a signature that is still all zeros. */
async function withRoom(pdf: Uint8Array, room: number, { at, reason, name }: Seal): Promise<Uint8Array> {
  const document = await PDF.load(pdf)
  const signature = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: new PdfArray([0, WIDE, WIDE, WIDE].map((number) => PdfNumber.of(number))),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
    M: PdfString.fromString(`D:${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z`),
    Reason: PdfString.fromString(reason),
    Location: PdfString.fromString('MA'),
  })
  const field = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(name),
    V: document.register(signature),
    F: PdfNumber.of(PRINTED_AND_LOCKED),
    Rect: new PdfArray([0, 0, 0, 0].map((number) => PdfNumber.of(number))),
    P: document.getPage(0)!.ref, // no document is without a page
  })
  const form = PdfDict.of({
    Fields: new PdfArray([document.register(field)]),
    SigFlags: PdfNumber.of(SIGNATURES_EXIST_AND_APPEND_ONLY),
  })
  document.getCatalog().set('AcroForm', document.register(form))
  return document.save({ incremental: true })
}

/** Where in what was added the ranges stand that are signed, and where the signature will, its brackets included. */
function placesIn(bytes: Buffer, before: number): { ranges: number; from: number; to: number } {
  const ranges = bytes.indexOf(RANGES, before, 'latin1')
  const from = bytes.indexOf(CONTENTS, ranges, 'latin1') + CONTENTS.length - 1
  if (ranges < before) throw new Error('There is no room for a signature in this document.')
  return { ranges, from, to: bytes.indexOf('>', from, 'latin1') + 1 }
}
