import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { cursor, id, instant, nextCursor, page, pagination, text, utc } from '../../../lib/fields.ts'

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

/** The faults that seals and their rows show, as `SealFault`. */
export const faultKinds = ['EDITED', 'REMOVED', 'SEAL_EDITED', 'SEAL_REMOVED', 'SEALED_AGAIN', 'KEY_MISSING'] as const

const fault = z
  .object({
    kind: z.enum(faultKinds).meta({
      description:
        'EDITED, REMOVED: an entry. SEAL_EDITED, SEAL_REMOVED: a seal of the chain. SEALED_AGAIN: the position of the sealer was set back. KEY_MISSING: the master key of the seal is no longer configured.',
    }),
    subject: z.string().meta({ description: 'The id of the entry, or the number of the seal.', example: 'seal 12' }),
    detail: z.string().meta({ example: 'its hash is wrong' }),
  })
  .meta({ id: 'AuditFault' })

export const verifyAudit = operation('audit:read', {
  tag: 'Audit',
  method: 'GET',
  path: '/api/audit/verification',
  name: 'verifyAudit',
  call: 'audit.verify',
  summary: 'Verify the chain of the audit log',
  description:
    'Administrators only. Each call verifies the next ten seals, at most about 10,000 entries: that no seal and no sealed entry was changed or removed. Call again with `cursor` until `nextCursor` is null. Entries that are in no seal and recorded heads are checked by the operator’s command `npm run verify-audit`. Each call adds an entry.',
  roles: rolesOf(access.audit.verify),
  query: z.strictObject({
    cursor,
    keptSince: instant
      .optional()
      .meta({ description: 'Entries before this time may be missing, because the operator dropped them.' }),
  }),
  answer: z.object({
    verification: z
      .object({
        seals: z.int().meta({ description: 'Seals that this call verified.', example: 10 }),
        entries: z.int().meta({ description: 'Entries that this call compared with their digest.', example: 8120 }),
        faults: z.array(fault).meta({ description: 'At most 100 faults that this call found.', example: [] }),
        head: z.string().nullable().meta({
          description:
            'Organisation, number and hash of the last verified seal; null if there is none. Kept elsewhere, it proves later that no seal was removed from the end.',
          example: 'ten_0192f0:12:8a1f…',
        }),
        sealedAt: utc.nullable().meta({ description: 'When that seal was made.' }),
        nextCursor,
      })
      .meta({ id: 'AuditVerification' }),
  }),
})
