import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { filled, id, page, pagination, person, utc } from '../../../lib/fields.ts'
import { bases, EMERGENCY_HOURS, statedBases } from './rules.ts'

const basis = z.enum(bases).meta({
  id: 'RelationshipBasis',
  description:
    '`BOOKED_BY_PATIENT`: the patient, or an administrator for them, booked or confirmed an appointment. `VISITED`: a visit took place. `CONSENTED`: the patient agreed. `REFERRED`, `REGISTERED`: stated by an administrator. `EMERGENCY`: the professional stated an emergency. `ADMINISTRATION`: an administrator stated a reason.',
})

const reason = {
  description: 'Why the file had to be opened. The patient can read it.',
  example: 'Unconscious on arrival',
}

const relationship = z
  .object({
    professional: person,
    bases: z.array(basis).meta({ description: 'Every ground so far.', example: ['BOOKED_BY_PATIENT', 'VISITED'] }),
    since: utc,
    until: utc.meta({ description: 'End of access, or when the relationship was ended.' }),
    active: z.boolean().meta({ description: 'Whether the professional may read the file now.' }),
    emergencies: z
      .array(z.object({ at: utc, until: utc, reason: z.string().meta(reason) }).meta({ id: 'Emergency' }))
      .meta({ description: 'Emergencies, and accesses of an administrator.' }),
  })
  .meta({
    id: 'CareRelationship',
    description: 'A professional who treats a patient or did, or an administrator who opened the file.',
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
  summary: 'List the professionals who treat a patient',
  description:
    'For the patient and administrators. One entry for each professional, with ended relationships and emergency accesses; the latest end first.',
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
    'By the patient, or by an administrator, which the patient and the other administrators are notified of. It lasts as long as after a contact (24 months by default); stated again, it begins anew.',
  params: pair,
  body: z.strictObject({
    basis: z.enum(statedBases).default('CONSENTED').meta({ description: 'Patients can state only `CONSENTED`.' }),
  }),
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'A patient states another basis than `CONSENTED`, or an administrator states `CONSENTED`.',
})

export const endRelationship = operation('patients:write', {
  ...managing,
  subject: 'Relationship',
  method: 'DELETE',
  path: '/api/patients/{id}/relationships/{professionalId}',
  name: 'endRelationship',
  call: 'patients.relationships.end',
  summary: 'End the relationship of a patient with a professional',
  description:
    'By the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps what they wrote and their own appointments. A new booking by the patient begins a new relationship.',
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
  description: `By a verified doctor or dentist without a relationship, for ${EMERGENCY_HOURS} hours. The patient and the administrators get a message; the audit log and the patient's relationships show the access. While it is in force, a repeated call gets the same answer and sends no message.`,
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
    'The caller is not verified, or a client that the professional has not allowed to sign; the access was ended within the last 24 hours; or the installation has disabled emergency access (`EMERGENCY_ACCESS`).',
})

export const openAsAdministrator = operation('patients:write', {
  tag: 'Patients',
  subject: 'Patient',
  method: 'POST',
  path: '/api/patients/{id}/administrative-access',
  name: 'openAsAdministrator',
  call: 'patients.openAsAdministrator',
  summary: 'Open the clinical content of a patient as an administrator',
  description: `For ${EMERGENCY_HOURS} hours: conditions, notes of appointments, lab orders and results, reasons of follow-ups, certificates, and observing consultations. The patient and the other administrators get a message; the audit log and the patient's relationships show the access, which the patient can end. While it is in force, a repeated call gets the same answer and sends no message.`,
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
    'The access was ended within the last 24 hours; or the installation has disabled access with a reason (`EMERGENCY_ACCESS`).',
})
