import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, instant, page, pagination, text, utc } from '../../../lib/fields.ts'

const entry = z
  .object({
    id: id('aud'),
    at: utc,
    userId: z.string().meta({
      description: 'The user; `platform` for internal applications, the id of the invitation for a guest.',
    }),
    userName: z
      .string()
      .nullable()
      .meta({ description: 'The current name of the user, if the user belongs to the tenant.' }),
    clientId: z.string().meta({ example: 'sandbox-doctor' }),
    operation: z.string().meta({
      description:
        'The operation, the path of a hook, or an action in a room: `joinRoom`, `admitToRoom`, `endConsultation` …',
      example: 'readAppointment',
    }),
    outcome: z.string().meta({
      description: '`OK`, `REPLAYED` for a repeated answer, or the error code.',
      example: 'OK',
    }),
    subjectId: z.string().nullable().meta({ description: 'The id of the record.', example: 'apt_0192f0…' }),
    patientIds: z.array(z.string()).meta({ description: 'Patients whose data was shown or changed.' }),
    address: z.string().nullable().meta({ description: 'IP address of the caller.', example: '192.0.2.17' }),
    requestId: z.string(),
    sealed: z.boolean().meta({ description: 'Whether the entry is in the hash chain, which takes about a minute.' }),
  })
  .meta({ id: 'AuditEntry' })

export const listAudit = operation('audit:read', {
  tag: 'Audit',
  method: 'GET',
  path: '/api/audit',
  name: 'listAudit',
  call: 'audit.list',
  summary: 'List audit entries',
  description:
    "Administrators only. Every read and write of patient data and every refusal in the tenant, newest first; `patientId` shows who accessed a patient's file. A search with several filters that examines too many entries is refused with 422: narrow `from` and `to`. Entries of recalls name no patient, and are not found by one, unless you opened the file of the patient: they tell of a long-term condition. Reading this list adds an entry.",
  roles: rolesOf(access.audit.read),
  query: z.strictObject({
    ...page,
    patientId: id('usr').optional().meta({ description: 'Entries that showed or changed data of this patient.' }),
    userId: text(100).optional(),
    clientId: text(200).optional(),
    operation: text(200).optional().meta({ example: 'readAppointment' }),
    outcome: text(100).optional().meta({ example: 'FORBIDDEN' }),
    subjectId: text(100).optional(),
    from: instant.optional().meta({ description: 'At or after this time.' }),
    to: instant.optional().meta({ description: 'Before this time.' }),
  }),
  answer: z.object({ audit: z.array(entry), pagination }),
})
