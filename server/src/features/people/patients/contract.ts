import { z } from 'zod'
import { operation } from '../../../http/operation.ts'
import { dayOfLife, id, line, page, pagination, person, phone, utc } from '../../../lib/fields.ts'
import { fold } from '../../../lib/fold.ts'
import { wordsOf } from './name-words.ts'
import { consentNames } from './rules.ts'

const patient = z
  .object({
    id: id('usr'),
    name: z.string().meta({ example: 'Amine El Fassi' }),
    email: z.string().nullable().meta({
      description: 'Visible to administrators, the front desk and the patient. Null for other callers, or if unknown.',
      example: 'patient@sandbox.example',
    }),
    birthDate: z.string().nullable().meta({
      description: 'As in the identity of the patient. Null if unknown.',
      format: 'date',
      example: '1984-05-17',
    }),
    createdAt: utc,
  })
  .meta({ id: 'Patient' })

const consentName = z.enum(consentNames).meta({ id: 'ConsentName' })

const version = z.int().min(0).meta({
  description: 'Number of times the answer has changed. 0 means that there is no answer yet, which counts as no.',
  example: 1,
})
const consent = z
  .object({
    name: consentName,
    granted: z.boolean(),
    version,
    at: utc.nullable().meta({ description: 'Time of the answer; null for version 0.' }),
  })
  .meta({ id: 'Consent' })

const answer = z
  .object({
    ...consent.shape,
    at: utc,
    decidedBy: person.meta({
      description: 'The user who gave the answer: the patient, a guardian or an administrator.',
    }),
    clientId: z.string().meta({
      description: 'The OAuth client that sent the answer. For a browser session, `web/` followed by the user id.',
      example: 'sandbox-patient',
    }),
  })
  .meta({ id: 'ConsentVersion' })

const named = z.object({ id: id('usr') })
const base = { tag: 'Patients', subject: 'Patient' } as const
const VISIBLE =
  'Administrators and the front desk see every patient. Doctors and dentists see the patients whom they treat (`GET /api/patients/{id}/relationships`). Patients see themselves. Professionals see no patients until they are verified.'

export const listPatients = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients',
  name: 'listPatients',
  call: 'patients.list',
  summary: 'List patients',
  description: `${VISIBLE} Newest first; with \`name\` alone or with \`consent\`, by the word that matches.`,
  query: z.strictObject({
    ...page,
    name: line(100)
      .refine((given) => wordsOf(given).length > 0, 'must contain a letter or a digit')
      .optional()
      .meta({
        description:
          'Only patients whose name has, for each of these words, a word that begins with it, in any order. Case, accents, Arabic vowel signs and forms of letters are ignored. Particles belong to the next word: `el fas` finds `El Fassi` and `Elfassi`.',
        example: 'am fassi',
      }),
    phone: phone.optional().meta({
      description:
        'Only patients with this telephone number. For administrators, the front desk and patients, with the scope `users:read`, which reads contact data; others get 403.',
    }),
    nationalId: line(40)
      .refine((given) => fold(given) !== '', 'must contain a letter or a digit')
      .optional()
      .meta({
        description: 'Only patients with this national id, in any case and with or without spaces.',
        example: 'ZZ100001',
      }),
    birthDate: dayOfLife.optional().meta({ description: 'Only patients born on this day.', example: '1984-05-17' }),
    consent: consentName.optional().meta({
      description:
        'Returns only patients with this consent and an enabled account. `MARKETING` returns the audience of campaigns.',
    }),
  }),
  answer: z.object({ patients: z.array(patient), pagination }),
})

export const readPatient = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}',
  name: 'readPatient',
  call: 'patients.get',
  summary: 'Read a patient',
  description: VISIBLE,
  params: named,
  answer: z.object({
    patient: patient
      .extend({
        lastActivityAt: utc.meta({
          description:
            'Time of the last consultation, prescription, pharmacy order or lab order. Without any, the time of registration.',
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
  call: 'patients.consents.get',
  summary: 'Read the consents of a patient',
  description: 'Returns every consent with its current answer, in a fixed order.',
  params: named,
  answer: z.object({ consents: z.array(consent) }),
})

export const updateConsents = operation('patients:write', {
  ...base,
  method: 'PUT',
  path: '/api/patients/{id}/consents',
  name: 'updateConsents',
  call: 'patients.consents.update',
  summary: 'Update the consents of a patient',
  description:
    'For the patient, or an administrator on their behalf. The body lists every granted consent; all others are withdrawn. Each changed answer creates a new version with its author, time and client. Repeating the same list changes nothing.',
  params: named,
  body: z.strictObject({
    consents: z
      .array(consentName)
      .max(consentNames.length)
      .refine((names) => new Set(names).size === names.length, 'must not contain duplicates')
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
  call: 'patients.consents.listHistory',
  summary: 'List the consent history of a patient',
  description:
    'Returns the proof that law 09-08 requires: who gave each answer, when, and through which client. Newest first.',
  params: named,
  query: z.strictObject(page),
  answer: z.object({ history: z.array(answer), pagination }),
})
