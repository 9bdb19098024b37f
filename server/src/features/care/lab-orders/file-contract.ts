import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, person, utc } from '../../../lib/fields.ts'
import { bodyLimitFor, fileAddress, fileFields, upload } from '../../../lib/file-fields.ts'
import { MAX_FILE_BYTES, MAX_FILES } from './file-rules.ts'

const file = z
  .object({
    id: id('lbf'),
    labOrderId: id('lab'),
    ...fileFields('Bilan lipidique.pdf'),
    uploadedBy: person,
    createdAt: utc,
  })
  .meta({ id: 'LabOrderFile' })

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
  body: upload(MAX_FILE_BYTES, 'Bilan lipidique.pdf'),
  bodyLimit: bodyLimitFor(MAX_FILE_BYTES),
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
    labOrderFile: file.extend(fileAddress).meta({ id: 'LabOrderFileContent' }),
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
