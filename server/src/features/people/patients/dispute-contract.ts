import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { dayOfLife, filled, id, line, page, pagination, person, properName, sex, utc } from '../../../lib/fields.ts'

const papers = z
  .object({
    birthDate: z.string().nullable().meta({ example: '1984-05-17', format: 'date' }),
    sex: sex.nullable(),
    nationalId: z.string().nullable().meta({ example: 'ZZ100001' }),
    nameAr: z.string().nullable().meta({ example: 'سلمى الإدريسي' }),
  })
  .meta({ id: 'PatientPapers', description: 'The fields of an identity that official papers prove.' })

const reason = z.string().meta({ description: 'The reason given by the patient.', example: 'My card says 17 May.' })
const stated = papers.meta({
  description: 'The values that the patient states. Null for fields that are not disputed.',
})

/** The open dispute of an identity. */
export const openDispute = z
  .object({
    stated,
    reason,
    createdAt: utc,
  })
  .meta({ id: 'OpenIdentityDispute' })

const dispute = z
  .object({
    id: id('dsp'),
    recorded: papers.meta({ description: 'The recorded values when the dispute was opened.' }),
    stated,
    reason,
    status: z.enum(['OPEN', 'RESOLVED', 'WITHDRAWN']),
    attested: z.enum(['RECORDED', 'STATED']).nullable().meta({ description: 'Which values the staff attested.' }),
    document: z.string().nullable().meta({ description: 'The document that the staff saw.', example: 'CIN ZZ100001' }),
    createdAt: utc,
    settledAt: utc.nullable(),
    settledBy: person.nullable(),
  })
  .meta({ id: 'IdentityDispute' })

const base = {
  tag: 'Patients',
  subject: 'Patient',
  params: z.object({ id: id('usr') }),
} as const

export const listIdentityDisputes = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}/identity/disputes',
  name: 'listIdentityDisputes',
  call: 'patients.identity.listDisputes',
  summary: 'List the identity disputes of a patient',
  description: 'For every caller who may see the patient. Newest first.',
  query: z.strictObject(page),
  answer: z.object({ disputes: z.array(dispute), pagination }),
})

export const disputeIdentity = operation('patients:write', {
  ...base,
  method: 'POST',
  path: '/api/patients/{id}/identity/dispute',
  name: 'disputeIdentity',
  call: 'patients.identity.dispute',
  summary: 'Dispute the recorded identity',
  description:
    'For the patient, who states other values for birthDate, sex, nationalId or nameAr after the staff has attested them. The recorded and the stated values are both kept and shown. Documents contain the recorded values until the staff attests the stated ones.',
  roles: rolesOf(access.patients.disputeIdentity),
  body: z.strictObject({
    birthDate: dayOfLife.optional().meta({ example: '1984-05-17' }),
    sex: sex.optional(),
    nationalId: line(30).optional().meta({ example: 'ZZ100001' }),
    nameAr: properName(200).optional().meta({ example: 'سلمى الإدريسي' }),
    reason: filled(500).meta({ example: 'My card says 17 May.' }),
  }),
  status: 201,
  answer: z.object({ dispute }),
  conflicts:
    'A dispute is already open; or the staff has not attested the identity, so the patient can still change it.',
})

export const resolveIdentityDispute = operation('patients:write', {
  ...base,
  method: 'POST',
  path: '/api/patients/{id}/identity/dispute/resolve',
  name: 'resolveIdentityDispute',
  call: 'patients.identity.resolveDispute',
  summary: 'Resolve an identity dispute',
  description:
    'Attests the recorded or the stated values after seeing a document. For a doctor or dentist who treats the patient, or an administrator.',
  roles: rolesOf(access.patients.resolveIdentity),
  body: z.strictObject({
    attested: z.enum(['RECORDED', 'STATED']),
    document: filled(200).meta({ description: 'The document that proves it.', example: 'CIN ZZ100001' }),
  }),
  answer: z.object({ dispute }),
  conflicts: 'No dispute is open.',
})

export const withdrawIdentityDispute = operation('patients:write', {
  ...base,
  method: 'DELETE',
  path: '/api/patients/{id}/identity/dispute',
  name: 'withdrawIdentityDispute',
  call: 'patients.identity.withdrawDispute',
  summary: 'Withdraw an identity dispute',
  description: 'For the patient. The dispute stays in the history.',
  roles: rolesOf(access.patients.disputeIdentity),
  answer: z.object({ dispute }),
  conflicts: 'No dispute is open.',
})
