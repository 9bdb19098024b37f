import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { dayOfLife, id, line, sex, utc } from '../../../lib/fields.ts'
import { openDispute } from './dispute-contract.ts'

const fieldMetadata = {
  birthDate: { example: '1984-05-17' },
  nationalId: { description: 'The number of the national identity card (CIN), or of a passport.', example: 'ZZ100001' },
  insurer: { description: 'The health insurer.', example: 'CNSS' },
  insuranceNumber: { example: '100000001' },
}

const identity = z
  .object({
    birthDate: z
      .string()
      .nullable()
      .meta({ ...fieldMetadata.birthDate, format: 'date' }),
    sex: sex.nullable(),
    nationalId: z.string().nullable().meta(fieldMetadata.nationalId),
    insurer: z.string().nullable().meta(fieldMetadata.insurer),
    insuranceNumber: z.string().nullable().meta(fieldMetadata.insuranceNumber),
    attested: z.boolean().meta({
      description: 'Whether the staff recorded birthDate, sex and nationalId. The patient cannot change them then.',
    }),
    dispute: openDispute.nullable().meta({ description: 'What the patient states instead, until it is settled.' }),
    updatedAt: utc.nullable().meta({ description: 'Null until something is recorded.' }),
  })
  .meta({
    id: 'PatientIdentity',
    description: 'Identity of a patient by official papers, as stated on documents; null if unknown.',
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
  call: 'patients.identity.get',
  summary: 'Read the identity of a patient',
  description: 'For the patient, and everyone who may see the patient.',
})

export const updateIdentity = operation('patients:write', {
  ...base,
  method: 'PUT',
  name: 'updateIdentity',
  call: 'patients.identity.update',
  roles: rolesOf(access.patients.updateIdentity),
  summary: 'Update the identity of a patient',
  description:
    'By the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears. Once the staff has recorded birthDate, sex or nationalId, the patient cannot change these three: signed documents state them. The staff attests them by setting every one that is not null, or by changing attested ones.',
  body: z
    .strictObject({
      birthDate: dayOfLife.nullable().optional().meta(fieldMetadata.birthDate),
      sex: sex.nullable().optional(),
      nationalId: line(30).nullable().optional().meta(fieldMetadata.nationalId),
      insurer: line(100).nullable().optional().meta(fieldMetadata.insurer),
      insuranceNumber: line(50).nullable().optional().meta(fieldMetadata.insuranceNumber),
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
  refusals: 'The caller is the patient, and the staff attested the field.',
  conflicts:
    'By the staff: a guardian made the record, whom no one has verified (details.unverifiedGuardianships). The front desk verifies or ends the guardianship first.',
})
