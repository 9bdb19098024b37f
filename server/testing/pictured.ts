import { join } from 'node:path'
import { printed } from '../src/pdf/compiler.ts'
import { type RenderJob, type Template, templates } from '../src/pdf/content.ts'
import { shown } from '../src/pdf/shown.ts'
import { attestation, certificate, invoice, jobOf, longPrescription, prescription } from './documents.ts'

/** The reference pictures of documents; `npm run pictures` updates them. */
export const PICTURES = join(import.meta.dirname, '../src/pdf/pictures')
/** Enough to see joined letters, and small enough for the repository. */
export const PICTURE_DPI = 60

/** Documents by the name of their picture. */
export const pictured: Record<Template, RenderJob> & Record<string, RenderJob> = {
  prescription: jobOf(prescription),
  'prescription-fr': jobOf({ ...prescription, language: 'fr' }),
  'prescription-ar': jobOf({ ...prescription, language: 'ar' }),
  'prescription-long': jobOf(longPrescription(100)),
  certificate: jobOf(certificate),
  invoice: jobOf(invoice),
  'invoice-cancelled': jobOf({ ...invoice, cancelled: true }),
  attestation: jobOf(attestation),
}

/** A document just before it is signed; the signature is invisible. */
export function beforeSealing(job: RenderJob): Uint8Array {
  const { template } = job.content
  const seal = { holder: templates[template].holder, chainPem: '', privateKeyPem: '' }
  const pdf = printed(template, shown({ ...job, seal }), job.createdAt)
  if ('missing' in pdf) throw new Error(`Missing glyphs: ${pdf.missing}.`)
  return pdf
}
