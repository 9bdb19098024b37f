import { z } from 'zod'
import { operation } from '../../../http/operation.ts'
import { cancelled, filled, id, instant, page, pagination, person, utc } from '../../../lib/fields.ts'
import { templateNames } from '../../../pdf/content.ts'
import { documentLanguage, sources } from './contents.ts'

const templateId = z.enum(templateNames).meta({ id: 'DocumentTemplate' })

const requests = templateNames.map((template) => sources[template].request)

const request = z
  .discriminatedUnion('templateId', requests as [(typeof requests)[number], ...typeof requests], {
    error: ({ code, input }) =>
      code !== 'invalid_union'
        ? undefined
        : (input as { templateId?: unknown }).templateId === undefined
          ? 'is required'
          : `must be ${templateNames.join(' or ')}`,
  })
  .meta({
    example: {
      templateId: 'prescription',
      data: { prescriptionId: 'rx_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0', language: 'fr-ar' },
    },
  })

const address = {
  url: z.string().meta({
    description: 'URL of the PDF; needs no token.',
    example: 'https://cdn.example.ma/files/…',
  }),
  expiresAt: utc.meta({ description: 'Expiry of the URL, after 15 minutes.' }),
}

const serial = z.string().meta({
  description: 'Serial number, printed on the document. It verifies the document at `verifyUrl`.',
  example: '7Q4M2K9D0XWT5BHN8RCE',
})

const document = z
  .object({
    id: id('doc'),
    templateId,
    language: documentLanguage,
    serial,
    verifyUrl: z.string().meta({ example: 'https://api.example.ma/verify/7Q4M2K9D0XWT5BHN8RCE' }),
    prescriptionId: id('rx').nullable(),
    appointmentId: id('apt').nullable().meta({ example: null }),
    invoiceId: id('inv').nullable().meta({ example: null }),
    patient: person,
    practitioner: person.nullable(),
    createdAt: utc,
    signed: z.boolean().meta({ description: 'Whether the PDF has a PAdES signature.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the file in lowercase hex.', example: '0a1b'.repeat(16) }),
    size: z.int().meta({ description: 'Size of the file in bytes.', example: 71_204 }),
    status: z.enum(['VALID', 'CANCELLED']).meta({ id: 'DocumentStatus' }),
    cancelledAt: utc.nullable().meta({ example: null }),
    cancelReason: z.string().nullable().meta({ example: null }),
  })
  .meta({ id: 'Document' })

const base = { tag: 'Documents', subject: 'Document' } as const
const VISIBLE =
  'Patients see their own documents, doctors and dentists the documents that name them, pharmacies the documents of prescriptions that are ordered from them and whose order is neither cancelled nor rejected. Administrators see all documents of the tenant.'

export const generatePdf = operation('pdf:generate', {
  ...base,
  method: 'POST',
  path: '/api/pdf/generate',
  name: 'generatePdf',
  call: 'documents.generate',
  summary: 'Generate a document',
  description:
    'Generates a PDF about a record that the caller may see. The token also needs the scope that reads the record: `prescriptions:read`, `invoices:read`, or `appointments:read` for certificates and attestations. A prescription must be signed; only the practitioner of the appointment can issue a certificate. A repeated request returns the same document with a new URL, or a new document if the first one was cancelled. With the same Idempotency-Key it returns the first response, with the old URL: to get a new URL, omit the key or read the document.',
  body: request,
  answer: z.object({ ok: z.literal(true), ...address, documentId: id('doc') }),
  refusals:
    'The token lacks the scope that reads the record. Or a certificate is requested by a caller who is not the practitioner of the appointment, or is not verified.',
  conflicts:
    'The prescription is unsigned, altered or cancelled; the appointment did not take place; there is no signing certificate; or a certificate of the signature is revoked.',
  outages:
    'The document storage, the time-stamping authority or a service about certificates is unavailable. Nothing was generated; retry.',
})

export const listDocuments = operation('documents:read', {
  ...base,
  method: 'GET',
  path: '/api/documents',
  name: 'listDocuments',
  call: 'documents.list',
  summary: 'List documents',
  description: `${VISIBLE} Newest first.`,
  query: z.strictObject({
    ...page,
    templateId: templateId.optional(),
    patientId: id('usr').optional(),
    prescriptionId: id('rx').optional(),
    appointmentId: id('apt').optional(),
    invoiceId: id('inv').optional(),
    from: instant.optional().meta({ description: 'Created at this time or later.' }),
    to: instant.optional().meta({ description: 'Created before this time.' }),
  }),
  answer: z.object({ documents: z.array(document), pagination }),
})

const named = z.object({ id: id('doc') })

export const readDocument = operation('documents:read', {
  ...base,
  method: 'GET',
  path: '/api/documents/{id}',
  name: 'readDocument',
  call: 'documents.get',
  summary: 'Read a document',
  description: 'Returns the document with a new URL of its file.',
  params: named,
  answer: z.object({ document: document.extend(address).meta({ id: 'DocumentFile' }) }),
})

const CANCELLING =
  'The practitioner of the document and administrators can cancel it. Verification then reports it as cancelled. The prescription, invoice or appointment stays unchanged. Cancelling again changes nothing.'
const reason = filled(500).optional().meta({ example: 'Établi par erreur' })
const cancelling = {
  ...base,
  params: named,
  answer: z.object({ document }),
  refusals: 'The caller is neither the practitioner of the document nor an administrator.',
}

export const updateDocument = operation('documents:write', {
  ...cancelling,
  method: 'PUT',
  path: '/api/documents/{id}',
  name: 'updateDocument',
  call: 'documents.update',
  summary: 'Cancel a document by its status',
  description: `Has the effect of \`POST /api/documents/{id}/cancel\`. ${CANCELLING}`,
  body: z.strictObject({ ...cancelled, reason }),
})

export const cancelDocument = operation('documents:write', {
  ...cancelling,
  method: 'POST',
  path: '/api/documents/{id}/cancel',
  name: 'cancelDocument',
  call: 'documents.cancel',
  summary: 'Cancel a document',
  description: CANCELLING,
  body: z.strictObject({ reason }),
})
