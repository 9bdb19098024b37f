import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { dayOfLife, filled, id, line, page, pagination, person, sex, utc } from '../../../lib/fields.ts'

const papers = z
  .object({
    birthDate: z.string().nullable().meta({ example: '1984-05-17', format: 'date' }),
    sex: sex.nullable(),
    nationalId: z.string().nullable().meta({ example: 'ZZ100001' }),
  })
  .meta({ id: 'PatientPapers', description: 'The part of an identity that papers prove.' })

const reason = z.string().meta({ description: 'Of the patient.', example: 'My card says 17 May.' })

/** The open dispute of an identity. */
export const openDispute = z
  .object({
    stated: papers.meta({ description: 'What the patient states; null for fields that they do not dispute.' }),
    reason,
    createdAt: utc,
  })
  .meta({ id: 'OpenIdentityDispute' })

const dispute = z
  .object({
    id: id('dsp'),
    recorded: papers.meta({ description: 'What was recorded when the patient disputed it.' }),
    stated: papers.meta({ description: 'What the patient states; null for fields that they do not dispute.' }),
    reason,
    status: z.enum(['OPEN', 'RESOLVED', 'WITHDRAWN']),
    attested: z.enum(['RECORDED', 'STATED']).nullable().meta({ description: 'Which of both the staff attested.' }),
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
  summary: 'List the disputes about the identity of a patient',
  description: 'For the patient, and everyone who may see the patient. Newest first.',
  query: z.strictObject(page),
  answer: z.object({ disputes: z.array(dispute), pagination }),
})

export const disputeIdentity = operation('patients:write', {
  ...base,
  method: 'POST',
  path: '/api/patients/{id}/identity/dispute',
  name: 'disputeIdentity',
  call: 'patients.identity.dispute',
  summary: 'Dispute what the staff recorded about the identity',
  description:
    'By the patient, of birthDate, sex and nationalId once the staff has attested them. Both values are kept and shown; documents state the recorded ones until the staff attests the other.',
  roles: rolesOf(access.patients.disputeIdentity),
  body: z.strictObject({
    birthDate: dayOfLife.optional().meta({ example: '1984-05-17' }),
    sex: sex.optional(),
    nationalId: line(30).optional().meta({ example: 'ZZ100001' }),
    reason: filled(500).meta({ example: 'My card says 17 May.' }),
  }),
  status: 201,
  answer: z.object({ dispute }),
  conflicts: 'A dispute is open, or the staff has not attested the identity, which the patient can then change.',
})

export const resolveIdentityDispute = operation('patients:write', {
  ...base,
  method: 'POST',
  path: '/api/patients/{id}/identity/dispute/resolve',
  name: 'resolveIdentityDispute',
  call: 'patients.identity.resolveDispute',
  summary: 'Attest the recorded or the disputed identity after seeing a document',
  description: 'By a doctor or dentist who treats the patient, or an administrator.',
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
  summary: 'Withdraw a dispute',
  description: 'By the patient. The dispute stays in the history.',
  roles: rolesOf(access.patients.disputeIdentity),
  answer: z.object({ dispute }),
  conflicts: 'No dispute is open.',
})
