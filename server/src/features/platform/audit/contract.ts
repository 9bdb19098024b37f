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
      description: 'The id of the user. `platform` for internal applications; for a guest, the id of the invitation.',
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
      description: '`OK`, `REPLAYED` for a replayed answer, or the error code.',
      example: 'OK',
    }),
    subjectId: z.string().nullable().meta({ description: 'The id of the record.', example: 'apt_0192f0…' }),
    patientIds: z.array(z.string()).meta({ description: 'Patients whose data was shown or changed.' }),
    address: z.string().nullable().meta({ description: 'IP address of the caller.', example: '192.0.2.17' }),
    requestId: z.string(),
    sealed: z.boolean().meta({ description: 'Whether the entry is in the hash chain. Takes about a minute.' }),
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
    "Administrators only. Returns every read and write of patient data and every refusal in the organisation, newest first. Use `patientId` to see who accessed a patient's file. A search that examines too many entries is refused with 422: narrow `from` and `to`. Entries of recalls reveal a long-term condition, so they name the patient, and are found by patient, only if you have opened that patient's file. Reading this list adds an entry.",
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
