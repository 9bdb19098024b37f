import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { bounded, id, line, person, utc } from '../../../lib/fields.ts'
import { detectFileType, fileTypeNames } from '../../../lib/file-types.ts'
import { MAX_CONTENT, MAX_FILE_BYTES, MAX_FILES, nameFault } from './file-rules.ts'

const LIMIT = `${MAX_FILE_BYTES / 1_000_000} MB`

const fieldMetadata = {
  name: {
    description: 'File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png.',
    example: 'Bilan lipidique.pdf',
  },
}

const file = z
  .object({
    id: id('lbf'),
    labOrderId: id('lab'),
    name: z.string().meta(fieldMetadata.name),
    type: z.enum(fileTypeNames).meta({ id: 'FileType', description: 'Detected from the content.' }),
    size: z.int().meta({ description: 'Size of the file in bytes.', example: 71_204 }),
    sha256: z.string().meta({ description: 'SHA-256 of the file in lowercase hex.', example: '0a1b'.repeat(16) }),
    uploadedBy: person,
    createdAt: utc,
  })
  .meta({ id: 'LabOrderFile' })

const NO_BASE64 = 'must be base64 with padding (RFC 4648, section 4), without line breaks'

/** The length is checked before the pattern, and the pattern takes linear time. */
const content = bounded(MAX_CONTENT, `must be a file of at most ${LIMIT}`)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: NO_BASE64, abort: true })
  .refine((given) => given.length % 4 === 0, { error: NO_BASE64, abort: true })
  .transform((given, issues) => {
    const bytes = Buffer.from(given, 'base64')
    const type = detectFileType(bytes)
    if (bytes.length > MAX_FILE_BYTES) issues.addIssue(`must be a file of at most ${LIMIT}`)
    else if (!type) issues.addIssue('must be a PDF, JPEG or PNG file')
    else return { bytes, type }
    return z.NEVER
  })
  .meta({
    description: `The file in base64: PDF, JPEG or PNG, at most ${LIMIT}.`,
    contentEncoding: 'base64',
    pattern: undefined,
    example: 'JVBERi0xLjcK',
  })

const base = { tag: 'Lab orders', subject: 'Lab order file' } as const
const ofOrder = z.object({ id: id('lab') })
const named = z.object({ id: id('lab'), fileId: id('lbf') })
const READERS =
  'Available to the readers of the results: the doctor who ordered the tests, the addressed laboratory, the patient after the release, and administrators who opened the file of the patient.'

export const addLabOrderFile = operation('lab_orders:write', {
  ...base,
  subject: 'Lab order',
  method: 'POST',
  path: '/api/lab-orders/{id}/files',
  name: 'addLabOrderFile',
  call: 'labOrders.files.add',
  summary: 'Add a file to a lab order',
  description: `For example the signed report, or an image. The laboratory and the doctor who ordered the tests can add at most ${MAX_FILES} files, from COLLECTED until RELEASED. Files are released with the results.`,
  roles: rolesOf(access.labOrders.addFile),
  params: ofOrder,
  body: z.strictObject({ name: line(100).meta(fieldMetadata.name), content }).superRefine((given, issues) => {
    const fault = nameFault(given.name, given.content.type)
    if (fault) issues.addIssue({ code: 'custom', path: ['name'], message: fault })
  }),
  bodyLimit: 7_000_000, // the largest file in base64 has 6.7 MB
  status: 201,
  answer: z.object({ labOrderFile: file }),
  conflicts: 'The lab order is still ORDERED, RELEASED or CANCELLED, or has the maximum of files.',
  outages: 'The file storage is unavailable. Retry with the same Idempotency-Key.',
  refusals: 'The caller is not verified.',
})

export const listLabOrderFiles = operation('lab_orders:read', {
  ...base,
  subject: 'Lab order',
  method: 'GET',
  path: '/api/lab-orders/{id}/files',
  name: 'listLabOrderFiles',
  call: 'labOrders.files.list',
  summary: 'List the files of a lab order',
  description: `Returns all files, oldest first. ${READERS} Patients get 404 until the release.`,
  params: ofOrder,
  answer: z.object({ labOrderFiles: z.array(file) }),
})

export const readLabOrderFile = operation('lab_orders:read', {
  ...base,
  method: 'GET',
  path: '/api/lab-orders/{id}/files/{fileId}',
  name: 'readLabOrderFile',
  call: 'labOrders.files.get',
  summary: 'Read a file of a lab order',
  description: `Returns the file with a new URL of its content. ${READERS}`,
  params: named,
  answer: z.object({
    labOrderFile: file
      .extend({
        url: z.string().meta({
          description: 'URL of the file; needs no token.',
          example: 'https://cdn.example.ma/files/…',
        }),
        expiresAt: utc.meta({ description: 'Expiry of the URL, after 15 minutes.' }),
      })
      .meta({ id: 'LabOrderFileContent' }),
  }),
})

export const removeLabOrderFile = operation('lab_orders:write', {
  ...base,
  method: 'DELETE',
  path: '/api/lab-orders/{id}/files/{fileId}',
  name: 'removeLabOrderFile',
  call: 'labOrders.files.remove',
  summary: 'Remove a file from a lab order',
  description: 'Only the user who uploaded a file can remove it, before the release. The content is deleted.',
  roles: rolesOf(access.labOrders.removeFile),
  params: named,
  answer: z.object({ ok: z.literal(true) }),
  conflicts: 'The lab order is RELEASED or CANCELLED.',
  refusals: 'The caller did not upload it.',
  outages: 'The file storage is unavailable. The file can no longer be read; retry to delete its content.',
})
