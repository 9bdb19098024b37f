import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { filled, id, page, pagination, person, utc } from '../../../lib/fields.ts'
import { bases, EMERGENCY_HOURS, statedBases } from './rules.ts'

const basis = z.enum(bases).meta({
  id: 'RelationshipBasis',
  description:
    '`BOOKED_BY_PATIENT`: the patient, or an administrator for them, booked or confirmed an appointment. `VISITED`: a visit took place. `CONSENTED`: the patient agreed. `REFERRED` and `REGISTERED`: an administrator stated it. `EMERGENCY`: the professional stated an emergency. `ADMINISTRATION`: an administrator stated a reason.',
})

const reason = {
  description: 'Why the file was opened. The patient can read it.',
  example: 'Unconscious on arrival',
}

const relationship = z
  .object({
    professional: person,
    bases: z.array(basis).meta({ description: 'Every basis so far.', example: ['BOOKED_BY_PATIENT', 'VISITED'] }),
    since: utc,
    until: utc.meta({ description: 'Time at which access ends or ended.' }),
    active: z.boolean().meta({ description: 'Whether the professional may read the file now.' }),
    emergencies: z
      .array(z.object({ at: utc, until: utc, reason: z.string().meta(reason) }).meta({ id: 'Emergency' }))
      .meta({ description: 'Emergency accesses of the professional, or accesses of the administrator with a reason.' }),
  })
  .meta({
    id: 'CareRelationship',
    description: 'A professional who treats or treated a patient, or an administrator who opened the file.',
  })

const managing = { tag: 'Patients', roles: rolesOf(access.relationships.read) } as const
const ofPatient = z.object({ id: id('usr') })
const pair = z.object({ id: id('usr'), professionalId: id('usr') })

export const listRelationships = operation('patients:read', {
  ...managing,
  subject: 'Patient',
  method: 'GET',
  path: '/api/patients/{id}/relationships',
  name: 'listRelationships',
  call: 'patients.relationships.list',
  summary: 'List the care relationships of a patient',
  description:
    'For the patient and administrators. Returns one entry for each professional, including ended relationships and emergency accesses. The relationships that end last come first.',
  params: ofPatient,
  query: z.strictObject(page),
  answer: z.object({ relationships: z.array(relationship), pagination }),
})

export const stateRelationship = operation('patients:write', {
  ...managing,
  subject: 'Relationship',
  method: 'PUT',
  path: '/api/patients/{id}/relationships/{professionalId}',
  name: 'stateRelationship',
  call: 'patients.relationships.state',
  summary: 'Allow a doctor or dentist to read the file of a patient',
  description:
    'For the patient or an administrator. If an administrator calls it, the patient and the other administrators are notified. Access lasts as long as after a visit (24 months by default). Calling it again restarts that time.',
  params: pair,
  body: z.strictObject({
    basis: z.enum(statedBases).default('CONSENTED').meta({ description: 'Patients can state only `CONSENTED`.' }),
  }),
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'A patient states a basis other than `CONSENTED`, or an administrator states `CONSENTED`.',
})

export const endRelationship = operation('patients:write', {
  ...managing,
  subject: 'Relationship',
  method: 'DELETE',
  path: '/api/patients/{id}/relationships/{professionalId}',
  name: 'endRelationship',
  call: 'patients.relationships.end',
  summary: 'End a care relationship',
  description:
    'For the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps access to their own entries and appointments. A new booking by the patient begins a new relationship.',
  params: pair,
  answer: z.object({ ok: z.literal(true) }),
})

export const openInEmergency = operation('patients:write', {
  tag: 'Patients',
  subject: 'Patient',
  method: 'POST',
  path: '/api/patients/{id}/emergency-access',
  name: 'openInEmergency',
  call: 'patients.openInEmergency',
  summary: 'Open the file of a patient in an emergency',
  description: `For a verified doctor or dentist without a care relationship. Access lasts ${EMERGENCY_HOURS} hours. The patient and the administrators get a message, and the audit log and the patient's relationships show the access. While access is in force, a repeated call returns the same answer and sends no message.`,
  params: ofPatient,
  roles: rolesOf(access.relationships.openInEmergency),
  body: z.strictObject({ reason: filled(500).meta(reason) }),
  status: 201,
  answer: z.object({
    emergencyAccess: z
      .object({
        id: id('emg'),
        patientId: id('usr'),
        reason: z.string().meta(reason),
        since: utc,
        until: utc,
      })
      .meta({ id: 'EmergencyAccess' }),
  }),
  refusals:
    'The caller is not verified; the professional has not allowed the client to sign; the access was ended within the last 24 hours; or the installation has disabled emergency access (`EMERGENCY_ACCESS`).',
})

export const openAsAdministrator = operation('patients:write', {
  tag: 'Patients',
  subject: 'Patient',
  method: 'POST',
  path: '/api/patients/{id}/administrative-access',
  name: 'openAsAdministrator',
  call: 'patients.openAsAdministrator',
  summary: 'Open the clinical content of a patient as an administrator',
  description: `Gives access for ${EMERGENCY_HOURS} hours to conditions, notes of appointments, lab orders and results, reasons of follow-ups and certificates, and lets the administrator observe consultations. The patient and the other administrators get a message, and the audit log and the patient's relationships show the access. The patient can end it. While access is in force, a repeated call returns the same answer and sends no message.`,
  params: ofPatient,
  roles: rolesOf(access.relationships.openAsAdministrator),
  body: z.strictObject({
    reason: filled(500).meta({ description: reason.description, example: 'Complaint 2026-114 of the patient' }),
  }),
  status: 201,
  answer: z.object({
    administrativeAccess: z
      .object({
        id: id('adm'),
        patientId: id('usr'),
        reason: z.string().meta({ description: reason.description, example: 'Complaint 2026-114 of the patient' }),
        since: utc,
        until: utc,
      })
      .meta({ id: 'AdministrativeAccess' }),
  }),
  refusals:
    'The access was ended within the last 24 hours, or the installation has disabled access with a reason (`EMERGENCY_ACCESS`).',
})
