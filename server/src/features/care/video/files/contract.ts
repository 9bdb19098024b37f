import { z } from 'zod'
import { rolesOf } from '../../../../access/check.ts'
import { access } from '../../../../access/table.ts'
import type { Endpoint } from '../../../../http/endpoint.ts'
import { operation } from '../../../../http/operation.ts'
import { id, utc } from '../../../../lib/fields.ts'
import { bodyLimitFor, fileAddress, fileFields, upload } from '../../../../lib/file-fields.ts'
import { MAX_FILE_BYTES, MAX_FILES } from './rules.ts'

const EXAMPLE = 'Bilan sanguin.pdf'

const file = z
  .object({
    id: id('vfl'),
    appointmentId: id('apt'),
    ...fileFields(EXAMPLE),
    sharedBy: z.string().meta({ description: 'The name of the participant who shared it.', example: 'Amina Fassi' }),
    createdAt: utc,
  })
  .meta({ id: 'VisitFile' })

const withAddress = file.extend(fileAddress).meta({ id: 'VisitFileContent' })

const base = { tag: 'Appointments', roles: rolesOf(access.appointments.readFiles) } as const
const READERS =
  'Available to the patient, their guardians, the practitioner, and administrators who opened the file of the patient.'

export const listVisitFiles = operation('appointments:read', {
  ...base,
  subject: 'Appointment',
  method: 'GET',
  path: '/api/appointments/{id}/files',
  name: 'listVisitFiles',
  call: 'appointments.files.list',
  summary: 'List the files of an appointment',
  description: `Returns the files that participants shared in the room, oldest first. ${READERS}`,
  params: z.object({ id: id('apt') }),
  answer: z.object({ files: z.array(file) }),
})

export const readVisitFile = operation('appointments:read', {
  ...base,
  subject: 'File',
  method: 'GET',
  path: '/api/appointments/{id}/files/{fileId}',
  name: 'readVisitFile',
  call: 'appointments.files.get',
  summary: 'Read a file of an appointment',
  description: `Returns the file with a new URL of its content. ${READERS}`,
  params: z.object({ id: id('apt'), fileId: id('vfl') }),
  answer: z.object({ file: withAddress }),
})

/** The body of an upload. */
export const shared = upload(MAX_FILE_BYTES, EXAMPLE)
export const SHARED_LIMIT = bodyLimitFor(MAX_FILE_BYTES)
export const sharedAnswer = z.object({ file })
export const contentAnswer = z.object({ file: withAddress })

const room = {
  tag: 'Video',
  audience: 'browser',
  access: 'public',
  errorFormat: 'envelope',
  refused: 'The join token is missing, not genuine, or for another room.',
  refusals: 'The caller is not in the room.',
} as const
const TOKEN =
  'Send a join token of the room as `Authorization: Bearer …`. It may have expired, because the caller must be in the room, admitted by the practitioner.'

export const visitFileEndpoints: Endpoint[] = [
  {
    ...room,
    method: 'POST',
    path: '/video/rooms/{roomId}/files',
    name: 'shareVisitFile',
    call: 'video.files.share',
    summary: 'Share a file in the room',
    description: `${TOKEN} The file stays with the appointment, which has at most ${MAX_FILES}. Observers cannot share files.`,
    params: z.object({ roomId: id('room') }),
    body: shared,
    status: 201,
    answer: sharedAnswer,
    conflicts: 'The appointment has the maximum of files.',
    outages: 'The file storage is unavailable. Retry.',
  },
  {
    ...room,
    method: 'GET',
    path: '/video/rooms/{roomId}/files/{fileId}',
    name: 'openVisitFile',
    call: 'video.files.open',
    summary: 'Open a file that was shared in the room',
    description: TOKEN,
    params: z.object({ roomId: id('room'), fileId: id('vfl') }),
    answer: contentAnswer,
    unknown: 'The room has no such file.',
  },
]
