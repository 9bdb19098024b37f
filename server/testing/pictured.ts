import { join } from 'node:path'
import { renderPdf } from '../src/pdf/compiler.ts'
import { type RenderJob, templateNames, templates } from '../src/pdf/content.ts'
import { templateData } from '../src/pdf/template-data.ts'
import { exampleOf, invoice, jobOf, longPrescription, prescription } from './documents.ts'

/** The reference pictures of documents; `npm run pictures` updates them. */
export const PICTURES = join(import.meta.dirname, '../src/pdf/pictures')
/** High enough to check that Arabic letters join, and low enough for small files. */
export const PICTURE_DPI = 60

/** Documents by the name of their picture: the example of each template, and variants. */
export const pictured: Record<string, RenderJob> = {
  ...Object.fromEntries(templateNames.map((template) => [template, jobOf(exampleOf(template))])),
  'prescription-fr': jobOf({ ...prescription, language: 'fr' }),
  'prescription-ar': jobOf({ ...prescription, language: 'ar' }),
  'prescription-child': jobOf({ ...prescription, patient: { ...prescription.patient, birthDate: '2019-05-17' } }),
  'prescription-long': jobOf(longPrescription(100)),
  'invoice-cancelled': jobOf({ ...invoice, cancelled: true }),
  specimen: { ...jobOf(prescription), isSpecimen: true },
  'specimen-ar': { ...jobOf({ ...prescription, language: 'ar' }), isSpecimen: true },
}

/** The PDF of a document before it is signed. The signature is invisible. */
export function beforeSealing(job: RenderJob): Uint8Array {
  const { template } = job.content
  const seal = { holder: templates[template].holder, chainPem: '', privateKeyPem: '' }
  const pdf = renderPdf(template, templateData({ ...job, seal }), job.createdAt)
  if ('missing' in pdf) throw new Error(`Missing glyphs: ${pdf.missing}.`)
  return pdf
}
