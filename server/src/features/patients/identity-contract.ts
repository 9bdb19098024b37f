import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { dayOfLife, id, line, utc } from '../../lib/fields.ts'

const metas = {
  birthDate: { example: '1984-05-17' },
  nationalId: { description: 'The number of the national identity card (CIN), or of a passport.', example: 'ZZ100001' },
  insurer: { description: 'Who insures them.', example: 'CNSS' },
  insuranceNumber: { example: '100000001' },
}

const sex = z.enum(['F', 'M'])

const identity = z
  .object({
    birthDate: z
      .string()
      .nullable()
      .meta({ ...metas.birthDate, format: 'date' }),
    sex: sex.nullable(),
    nationalId: z.string().nullable().meta(metas.nationalId),
    insurer: z.string().nullable().meta(metas.insurer),
    insuranceNumber: z.string().nullable().meta(metas.insuranceNumber),
    attested: z.boolean().meta({
      description:
        'Whether somebody of the staff wrote down birthDate, sex and nationalId. The patient cannot change them then.',
    }),
    updatedAt: utc.nullable().meta({ description: 'Null while nobody has written anything down.' }),
  })
  .meta({
    id: 'PatientIdentity',
    description: 'Who a patient is by their papers, as documents state it; null is what nobody knows.',
  })

const base = {
  tag: 'Patients',
  subject: 'Patient',
  path: '/api/patients/{id}/identity',
  params: z.object({ id: id('usr') }),
  answer: z.object({ identity }),
} as const

export const readIdentity = operation('patients:read', {
  ...base,
  method: 'GET',
  name: 'readIdentity',
  summary: 'Read who a patient is by their papers',
  description: 'For whoever sees the patient, the patient included.',
})

export const updateIdentity = operation('patients:write', {
  ...base,
  method: 'PUT',
  name: 'updateIdentity',
  summary: 'Write down who a patient is by their papers',
  description:
    'By the patient, a doctor or dentist who has an appointment with them, or an administrator. All of it is replaced: what is absent is unknown from now on. Once somebody of the staff has written down birthDate, sex or nationalId, the patient must leave these three as they are: signed documents state them.',
  body: z
    .object({
      birthDate: dayOfLife.nullable().default(null).meta(metas.birthDate),
      sex: sex.nullable().default(null),
      nationalId: line(30).nullable().default(null).meta(metas.nationalId),
      insurer: line(100).nullable().default(null).meta(metas.insurer),
      insuranceNumber: line(50).nullable().default(null).meta(metas.insuranceNumber),
    })
    .meta({
      example: {
        birthDate: '1984-05-17',
        sex: 'M',
        nationalId: 'ZZ100001',
        insurer: 'CNSS',
        insuranceNumber: '100000001',
      },
    }),
  refusals: 'The caller is the patient, and what they would change has been seen by the staff.',
})
