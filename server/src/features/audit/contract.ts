import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { id, instant, page, pagination, text, utc } from '../../lib/fields.ts'

const entry = z
  .object({
    id: id('aud'),
    at: utc,
    userId: z.string().meta({
      description:
        'Who did it; `platform` for the internal applications, and the id of the invitation for a guest of a room.',
    }),
    userName: z
      .string()
      .nullable()
      .meta({ description: 'The name that the user has now, if it is one of the tenant.' }),
    clientId: z.string().meta({ example: 'sandbox-doctor' }),
    operation: z.string().meta({
      description:
        'The operation, the path of a hook, or what happened in a room: `joinRoom`, `admitToRoom`, `endConsultation` …',
      example: 'readAppointment',
    }),
    outcome: z.string().meta({
      description: '`OK`, `REPLAYED` for an answer given once more, or the code of the refusal.',
      example: 'OK',
    }),
    subjectId: z.string().nullable().meta({ description: 'What it was done to.', example: 'apt_0192f0…' }),
    patientIds: z.array(z.string()).meta({ description: 'Whose data were shown or changed.' }),
    address: z.string().nullable().meta({ description: 'From where.', example: '192.0.2.17' }),
    requestId: z.string(),
    sealed: z.boolean().meta({ description: 'Whether it is in the chain yet, which takes about a minute.' }),
  })
  .meta({ id: 'AuditEntry' })

export const listAudit = operation('audit:read', {
  tag: 'Audit',
  method: 'GET',
  path: '/api/audit',
  name: 'listAudit',
  summary: 'List who read and changed what',
  description:
    "Administrators only. Every read and write of patient data and every refusal in the tenant, newest first; `patientId` answers who saw a patient's file. A search without `patientId` that finds too little in too much is refused with 422: narrow `from` and `to`. Reading this list is written down in it.",
  roles: ['ADMIN'],
  query: z.object({
    ...page,
    patientId: id('usr').optional().meta({ description: 'Those that showed or changed the data of this patient.' }),
    userId: text(100).optional(),
    clientId: text(200).optional(),
    operation: text(200).optional().meta({ example: 'readAppointment' }),
    outcome: text(100).optional().meta({ example: 'FORBIDDEN' }),
    subjectId: text(100).optional(),
    from: instant.optional().meta({ description: 'Those at this time or later.' }),
    to: instant.optional().meta({ description: 'Those before this time.' }),
  }),
  answer: z.object({ audit: z.array(entry), pagination }),
})
