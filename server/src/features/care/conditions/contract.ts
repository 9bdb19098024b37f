import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, dayOfLife, filled, id, line, page, pagination, person, utc } from '../../../lib/fields.ts'
import { statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'ConditionStatus' })

const fieldMetadata = {
  name: { example: 'Diabète de type 2' },
  since: { description: 'First day, if known.', example: '2019-05-01' },
  reason: { description: 'Why the condition is wrong.', example: 'Recorded for another patient' },
  longTerm: {
    description:
      'Whether the condition is chronic. Patients with an ACTIVE long-term condition are recalled after 90 days without activity.',
  },
}

const condition = z
  .object({
    id: id('cnd'),
    patientId: id('usr'),
    name: z.string().meta(fieldMetadata.name),
    since: z
      .string()
      .nullable()
      .meta({ ...fieldMetadata.since, format: 'date' }),
    longTerm: z.boolean().meta(fieldMetadata.longTerm),
    status,
    recordedBy: person,
    struck: z
      .object({ by: person, at: utc, reason: z.string().meta(fieldMetadata.reason) })
      .meta({ id: 'ConditionStrike' })
      .nullable()
      .meta({ description: 'Set if an administrator marked the condition as wrong.' }),
    createdAt: utc,
    updatedAt: utc,
  })
  .meta({ id: 'Condition', description: 'A medical condition of a patient.' })

const fields = {
  name: line(200).meta(fieldMetadata.name),
  since: dayOfLife.nullable().meta(fieldMetadata.since),
  longTerm: z.boolean().meta(fieldMetadata.longTerm),
  status,
}

const ofPatient = { tag: 'Patients', subject: 'Patient', params: z.object({ id: id('usr') }) } as const
const named = {
  tag: 'Patients',
  subject: 'Condition',
  params: z.object({ id: id('cnd') }),
} as const

export const listConditions = operation('patients:read', {
  ...ofPatient,
  method: 'GET',
  path: '/api/patients/{id}/conditions',
  name: 'listConditions',
  call: 'patients.conditions.list',
  roles: rolesOf(access.conditions.read),
  summary: 'List the conditions of a patient',
  description:
    'Available to the patient, the doctors and dentists who treat them, and administrators who opened the file. Newest first.',
  query: z.strictObject({ ...page, status: commaList(status) }),
  answer: z.object({ conditions: z.array(condition), pagination }),
})

export const recordCondition = operation('patients:write', {
  ...ofPatient,
  method: 'POST',
  path: '/api/patients/{id}/conditions',
  name: 'recordCondition',
  call: 'patients.conditions.record',
  summary: 'Record a condition of a patient',
  description: 'Doctors and dentists who treat the patient, and administrators, can record conditions.',
  roles: rolesOf(access.conditions.record),
  body: z.strictObject({
    name: fields.name,
    since: fields.since.optional(),
    longTerm: fields.longTerm,
    status: fields.status.default('ACTIVE'),
  }),
  status: 201,
  answer: z.object({ condition }),
})

export const updateCondition = operation('patients:write', {
  ...named,
  method: 'PUT',
  path: '/api/patients/conditions/{id}',
  name: 'updateCondition',
  call: 'patients.conditions.update',
  summary: 'Update a condition',
  description:
    'Only the user who recorded a condition can update it. Absent fields stay unchanged. Set RESOLVED for a past condition.',
  roles: rolesOf(access.conditions.change),
  body: z.strictObject({
    name: fields.name.optional(),
    since: fields.since.optional(),
    longTerm: fields.longTerm.optional(),
    status: fields.status.optional(),
  }),
  answer: z.object({ condition }),
  refusals: 'The caller did not record the condition.',
  conflicts: 'The condition was struck.',
})

export const strikeCondition = operation('patients:write', {
  ...named,
  method: 'POST',
  path: '/api/patients/conditions/{id}/strike',
  name: 'strikeCondition',
  call: 'patients.conditions.strike',
  summary: 'Mark a condition as wrong',
  description:
    'Administrators strike a condition with a reason. It can still be read, marked as struck, and the patient is no longer recalled for it. Striking again changes nothing.',
  roles: rolesOf(access.conditions.strike),
  body: z.strictObject({ reason: filled(500).meta(fieldMetadata.reason) }),
  answer: z.object({ condition }),
})

export const deleteCondition = operation('patients:write', {
  ...named,
  method: 'DELETE',
  path: '/api/patients/conditions/{id}',
  name: 'deleteCondition',
  call: 'patients.conditions.delete',
  summary: 'Delete a condition that was recorded by mistake',
  description:
    'Only the user who recorded a condition can delete it. It stays in the database but can no longer be read.',
  roles: rolesOf(access.conditions.change),
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'The caller did not record the condition.',
  conflicts: 'The condition was struck.',
})
