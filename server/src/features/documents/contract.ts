import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { day, filled, id, instant, line, page, pagination, person, utc } from '../../lib/fields.ts'
import { documentLanguages, templates } from '../../pdf/content.ts'
import { MAX_REST_DAYS, NOTHING_CERTIFIED } from './rules.ts'

const templateId = z.enum(templates).meta({ id: 'DocumentTemplate' })

const language = z
  .enum(documentLanguages)
  .default('fr-ar')
  .meta({ description: 'French, Arabic, or both side by side.' })

const rest = z
  .object({
    from: day.meta({ description: 'From the day of the appointment on, within 30 days.' }),
    days: z.int().min(1).max(MAX_REST_DAYS).meta({ description: 'The first day is one of them.', example: 3 }),
    outings: z.boolean().default(true).meta({ description: 'Whether the patient may go out meanwhile.' }),
  })
  .meta({ description: 'Days off work.' })

/** What each template is given: the record that it is about, and what the record does not say. */
const request = z
  .discriminatedUnion(
    'templateId',
    [
      z
        .object({ templateId: z.literal('prescription'), data: z.object({ prescriptionId: id('rx'), language }) })
        .meta({ id: 'PrescriptionDocument' }),
      z
        .object({
          templateId: z.literal('certificate'),
          data: z
            .object({
              appointmentId: id('apt'),
              statement: filled(4000).optional().meta({
                description: 'What the practitioner certifies, in their own words.',
                example: 'Son état de santé ne contre-indique pas la pratique du sport en compétition.',
              }),
              rest: rest.optional(),
              language,
            })
            .refine(({ statement, rest }) => statement !== undefined || rest !== undefined, NOTHING_CERTIFIED),
        })
        .meta({ id: 'CertificateDocument' }),
      z
        .object({ templateId: z.literal('invoice'), data: z.object({ invoiceId: id('inv'), language }) })
        .meta({ id: 'InvoiceDocument' }),
      z
        .object({
          templateId: z.literal('attestation'),
          data: z.object({
            appointmentId: id('apt'),
            purpose: line(200).optional().meta({ description: 'For whom, or what for.', example: 'Son employeur' }),
            language,
          }),
        })
        .meta({ id: 'AttestationDocument' }),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? `must be ${templates.join(' or ')}` : undefined) },
  )
  .meta({
    example: {
      templateId: 'prescription',
      data: { prescriptionId: 'rx_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0', language: 'fr-ar' },
    },
  })

const address = {
  url: z.string().meta({
    description: 'Where the PDF may be fetched, without a token.',
    example: 'https://cdn.example.ma/files/…',
  }),
  expiresAt: utc.meta({ description: 'Until when: 15 minutes.' }),
}

const serial = z.string().meta({
  description: 'Printed on the document: with it anybody may check it at `verifyUrl`.',
  example: '7Q4M2K9D0XWT5BHN8RCE',
})

const document = z
  .object({
    id: id('doc'),
    templateId,
    language: z.enum(documentLanguages),
    serial,
    verifyUrl: z.string().meta({ example: 'https://api.example.ma/verify/7Q4M2K9D0XWT5BHN8RCE' }),
    prescriptionId: id('rx').nullable(),
    appointmentId: id('apt').nullable().meta({ example: null }),
    invoiceId: id('inv').nullable().meta({ example: null }),
    patient: person,
    practitioner: person.nullable(),
    createdAt: utc,
    signed: z.boolean().meta({ description: 'Whether the PDF carries a signature (PAdES).' }),
    sha256: z.string().meta({ description: 'Of the file, in lowercase hex.', example: '0a1b'.repeat(16) }),
    size: z.int().meta({ description: 'Bytes.', example: 71_204 }),
    cancelledAt: utc.nullable().meta({ example: null }),
    cancelReason: z.string().nullable().meta({ example: null }),
  })
  .meta({ id: 'Document' })

const base = { tag: 'Documents', subject: 'Document' } as const
const VISIBLE =
  'Patients see their own, doctors and dentists those that name them, pharmacies those of prescriptions with an order at them that was neither cancelled nor rejected, administrators all of the tenant.'

export const generatePdf = operation('pdf:generate', {
  ...base,
  method: 'POST',
  path: '/api/pdf/generate',
  name: 'generatePdf',
  summary: 'Make a document',
  description:
    'Of a record that the caller may see. The same request again answers the same document, with a new address; one that was cancelled is made anew. A prescription must have been signed, and a certificate is given by the practitioner of the appointment alone. A repeat with the same Idempotency-Key gets the same answer, and so the same address: for a new one, leave the key out or read the document.',
  body: request,
  answer: z.object({ ok: z.literal(true), ...address, documentId: id('doc') }),
  refusals: 'A certificate is given by whoever had the appointment, once an administrator has verified them.',
  conflicts:
    'The prescription is not signed, is not what was signed, or was cancelled; the appointment did not take place; or there is no certificate to sign the document with.',
  outages: 'The storage of documents cannot be reached. Nothing was made; ask again.',
})

export const listDocuments = operation('documents:read', {
  ...base,
  method: 'GET',
  path: '/api/documents',
  name: 'listDocuments',
  summary: 'List documents',
  description: `${VISIBLE} Newest first.`,
  query: z.object({
    ...page,
    templateId: templateId.optional(),
    patientId: id('usr').optional(),
    prescriptionId: id('rx').optional(),
    appointmentId: id('apt').optional(),
    invoiceId: id('inv').optional(),
    from: instant.optional().meta({ description: 'Those made at this time or later.' }),
    to: instant.optional().meta({ description: 'Those made before this time.' }),
  }),
  answer: z.object({ documents: z.array(document), pagination }),
})

const named = z.object({ id: id('doc') })

export const readDocument = operation('documents:read', {
  ...base,
  method: 'GET',
  path: '/api/documents/{id}',
  name: 'readDocument',
  summary: 'Read a document',
  description: 'With a new address to fetch it from.',
  params: named,
  answer: z.object({ document: document.extend(address).meta({ id: 'DocumentFile' }) }),
})

export const cancelDocument = operation('documents:write', {
  ...base,
  method: 'POST',
  path: '/api/documents/{id}/cancel',
  name: 'cancelDocument',
  summary: 'Cancel a document',
  description:
    'By the practitioner whom it names, or an administrator: whoever checks it is told that it was cancelled. The record that it is about stays as it is. Cancelling again changes nothing.',
  params: named,
  body: z.object({ reason: filled(500).optional().meta({ example: 'Établi par erreur' }) }),
  answer: z.object({ document: document.pick({ id: true, cancelledAt: true, cancelReason: true }) }),
  refusals: 'The caller is neither the practitioner whom it names nor an administrator.',
})
