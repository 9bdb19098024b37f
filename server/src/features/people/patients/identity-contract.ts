import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { dayOfLife, id, line, properName, sex, utc } from '../../../lib/fields.ts'
import { openDispute } from './dispute-contract.ts'

const fieldMetadata = {
  birthDate: { example: '1984-05-17' },
  nationalId: { description: 'The number of the national identity card (CIN), or of a passport.', example: 'ZZ100001' },
  nameAr: { description: 'The name in Arabic, for documents in Arabic or both languages.', example: 'سلمى الإدريسي' },
  insurer: { description: 'The health insurance fund.', example: 'CNSS' },
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
    nameAr: z.string().nullable().meta(fieldMetadata.nameAr),
    insurer: z.string().nullable().meta(fieldMetadata.insurer),
    insuranceNumber: z.string().nullable().meta(fieldMetadata.insuranceNumber),
    attested: z.boolean().meta({
      description:
        'Whether the staff attested birthDate, sex, nationalId and nameAr. If so, the patient cannot change them.',
    }),
    dispute: openDispute.nullable().meta({ description: 'The open dispute of the patient, if there is one.' }),
    updatedAt: utc.nullable().meta({ description: 'Time of the last change. Null if no identity has been recorded.' }),
  })
  .meta({
    id: 'PatientIdentity',
    description: 'Identity of a patient according to official papers, as shown on documents. Unknown fields are null.',
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
  description: 'For every caller who may see the patient.',
})

export const updateIdentity = operation('patients:write', {
  ...base,
  method: 'PUT',
  name: 'updateIdentity',
  call: 'patients.identity.update',
  roles: rolesOf(access.patients.updateIdentity),
  summary: 'Update the identity of a patient',
  description:
    'For the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears a field. After the staff has attested birthDate, sex, nationalId and nameAr, the patient cannot change these four, because signed documents contain them. The staff attests them with a request that sets each of the four that is not null, or that changes attested ones.',
  body: z
    .strictObject({
      birthDate: dayOfLife.nullable().optional().meta(fieldMetadata.birthDate),
      sex: sex.nullable().optional(),
      nationalId: line(30).nullable().optional().meta(fieldMetadata.nationalId),
      nameAr: properName(200).nullable().optional().meta(fieldMetadata.nameAr),
      insurer: line(100).nullable().optional().meta(fieldMetadata.insurer),
      insuranceNumber: line(50).nullable().optional().meta(fieldMetadata.insuranceNumber),
    })
    .meta({
      example: {
        birthDate: '1984-05-17',
        sex: 'M',
        nationalId: 'ZZ100001',
        nameAr: 'سلمى الإدريسي',
        insurer: 'CNSS',
        insuranceNumber: '100000001',
      },
    }),
  refusals: 'The caller is the patient, and the staff attested the field.',
  conflicts:
    'The caller is a member of the staff, and a guardian of the patient is not verified (details.unverifiedGuardianships). The front desk must verify or end the guardianship first.',
})
