import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { id, page, pagination, person, utc } from '../../lib/fields.ts'
import { consentNames } from './rules.ts'

const patient = z
  .object({
    id: id('usr'),
    name: z.string().meta({ example: 'Amine El Fassi' }),
    email: z.string().nullable().meta({
      description: 'For administrators and the patient; null for others.',
      example: 'patient@sandbox.example',
    }),
    createdAt: utc,
  })
  .meta({ id: 'Patient' })

const consentName = z.enum(consentNames).meta({ id: 'ConsentName' })

const version = z.int().min(0).meta({
  description: 'How often the answer has changed. 0: nobody has asked yet, which is a no.',
  example: 1,
})
const consent = z
  .object({
    name: consentName,
    granted: z.boolean(),
    version,
    at: utc.nullable().meta({ description: 'Since when; null with version 0.' }),
  })
  .meta({ id: 'Consent' })

const answer = z
  .object({
    ...consent.shape,
    at: utc,
    decidedBy: person.meta({ description: 'The patient, or the administrator who wrote down what the patient said.' }),
    clientId: z.string().meta({
      description: 'Through which client; `web/` and a user for a browser.',
      example: 'sandbox-patient',
    }),
  })
  .meta({ id: 'ConsentVersion' })

const named = z.object({ id: id('usr') })
const base = { tag: 'Patients', subject: 'Patient' } as const
const VISIBLE =
  'Administrators see every patient, doctors and dentists those they have appointments with, patients themselves. A professional who is not verified yet sees nobody.'

export const listPatients = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients',
  name: 'listPatients',
  summary: 'List patients',
  description: `${VISIBLE} Newest first.`,
  query: z.object({
    ...page,
    consent: consentName.optional().meta({
      description:
        'Those who have consented to it and whose account is not disabled. `MARKETING`: whom a campaign may write to.',
    }),
  }),
  answer: z.object({ patients: z.array(patient), pagination }),
})

export const readPatient = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}',
  name: 'readPatient',
  summary: 'Read a patient',
  description: VISIBLE,
  params: named,
  answer: z.object({
    patient: patient
      .extend({
        lastActivityAt: utc.meta({
          description:
            'When the patient last had a consultation, a prescription, a pharmacy order or analyses; else when they joined.',
        }),
      })
      .meta({ id: 'PatientFile' }),
  }),
})

export const readConsents = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}/consents',
  name: 'readConsents',
  summary: 'Read what a patient consents to',
  description: 'All that patients are asked for, in a fixed order, and how each answer stands.',
  params: named,
  answer: z.object({ consents: z.array(consent) }),
})

export const updateConsents = operation('patients:write', {
  ...base,
  method: 'PUT',
  path: '/api/patients/{id}/consents',
  name: 'updateConsents',
  summary: 'Change what a patient consents to',
  description:
    'By the patient, or an administrator on their behalf. The body names all that is granted from now on; what it leaves out is withdrawn. Each answer that changes is a version of its own, kept with who gave it, when, and through which client; the same list again changes nothing.',
  params: named,
  body: z.object({
    consents: z
      .array(consentName)
      .max(consentNames.length)
      .refine((names) => new Set(names).size === names.length, 'must name each once')
      .meta({ uniqueItems: true, example: ['MARKETING', 'TELECONSULTATION'] }),
  }),
  answer: z.object({ consents: z.array(consent) }),
  refusals: 'The caller is neither the patient nor an administrator.',
})

export const listConsentHistory = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}/consents/history',
  name: 'listConsentHistory',
  summary: 'List every answer that a patient gave',
  description: 'The proof that law 09-08 asks for: who consented to what, when, and through what. Newest first.',
  params: named,
  query: z.object(page),
  answer: z.object({ history: z.array(answer), pagination }),
})
