import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { commaList, dayOfLife, id, line, page, pagination, person, utc } from '../../lib/fields.ts'
import { recorders, statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'ConditionStatus' })

const metas = {
  name: { example: 'Diabète de type 2' },
  since: { description: 'Since which day, as far as it is known.', example: '2019-05-01' },
  longTerm: {
    description:
      'Whether it stays: patients with one that is ACTIVE are recalled when nobody has seen them for 90 days.',
  },
}

const condition = z
  .object({
    id: id('cnd'),
    patientId: id('usr'),
    name: z.string().meta(metas.name),
    since: z
      .string()
      .nullable()
      .meta({ ...metas.since, format: 'date' }),
    longTerm: z.boolean().meta(metas.longTerm),
    status,
    recordedBy: person,
    createdAt: utc,
    updatedAt: utc,
  })
  .meta({ id: 'Condition', description: 'What a patient suffers from.' })

const fields = {
  name: line(200).meta(metas.name),
  since: dayOfLife.nullable().meta(metas.since),
  longTerm: z.boolean().meta(metas.longTerm),
  status,
}

const ofPatient = { tag: 'Patients', subject: 'Patient', params: z.object({ id: id('usr') }) } as const
const named = { tag: 'Patients', subject: 'Condition', params: z.object({ id: id('cnd') }), roles: recorders } as const

export const listConditions = operation('patients:read', {
  ...ofPatient,
  method: 'GET',
  path: '/api/patients/{id}/conditions',
  name: 'listConditions',
  summary: 'List what a patient suffers from',
  description: 'For whoever sees the patient, the patient included. Newest first.',
  query: z.object({ ...page, status: commaList(statuses) }),
  answer: z.object({ conditions: z.array(condition), pagination }),
})

export const recordCondition = operation('patients:write', {
  ...ofPatient,
  method: 'POST',
  path: '/api/patients/{id}/conditions',
  name: 'recordCondition',
  summary: 'Record what a patient suffers from',
  description: 'By a doctor or dentist who has an appointment with the patient, or an administrator.',
  roles: recorders,
  body: z.object({
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
  summary: 'Change what is known of a condition',
  description: 'Fields that are absent stay as they are. One that is over is RESOLVED.',
  body: z.object({
    name: fields.name.optional(),
    since: fields.since.optional(),
    longTerm: fields.longTerm.optional(),
    status: fields.status.optional(),
  }),
  answer: z.object({ condition }),
})

export const deleteCondition = operation('patients:write', {
  ...named,
  method: 'DELETE',
  path: '/api/patients/conditions/{id}',
  name: 'deleteCondition',
  summary: 'Delete a condition that was recorded by mistake',
  description: 'It is kept for the record, but can no longer be read.',
  answer: z.object({ ok: z.literal(true) }),
})
