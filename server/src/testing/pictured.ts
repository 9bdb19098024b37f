import { join } from 'node:path'
import { printed } from '../pdf/compiler.ts'
import type { RenderJob } from '../pdf/content.ts'
import { shown } from '../pdf/shown.ts'
import { attestation, certificate, invoice, jobOf, longPrescription, prescription } from './documents.ts'

/** Where the pictures lie that documents must look like; `npm run pictures` renews them. */
export const PICTURES = join(import.meta.dirname, '../pdf/pictures')
/** Enough to see letters joined and in order, and little enough to be kept. */
export const PICTURE_DPI = 60

/** Documents by the names of their pictures. */
export const pictured: Record<string, RenderJob> = {
  prescription: jobOf(prescription),
  'prescription-fr': jobOf({ ...prescription, language: 'fr' }),
  'prescription-ar': jobOf({ ...prescription, language: 'ar' }),
  'prescription-long': jobOf(longPrescription(100)),
  certificate: jobOf(certificate),
  invoice: jobOf(invoice),
  'invoice-cancelled': jobOf({ ...invoice, cancelled: true }),
  attestation: jobOf(attestation),
}

/** A document that says it is signed, as it is just before it is: a signature cannot be seen. */
export function beforeSealing(job: RenderJob): Uint8Array {
  const { template } = job.content
  const own = template === 'prescription' || template === 'certificate'
  const holder = own ? ('PRACTITIONER' as const) : ('ORGANISATION' as const)
  const pdf = printed(template, shown({ ...job, seal: { holder, chainPem: '', privateKeyPem: '' } }), job.createdAt)
  if ('missing' in pdf) throw new Error(`No font has ${pdf.missing}.`)
  return pdf
}
