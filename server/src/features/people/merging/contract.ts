import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, line, page, pagination, person, utc } from '../../../lib/fields.ts'

const base = { tag: 'Patients', subject: 'Patient' } as const
const ofPatient = z.object({ id: id('usr') })

const candidate = z
  .object({
    id: id('usr'),
    name: z.string().meta({ example: 'Amine El Fassi' }),
    birthDate: z.string().nullable().meta({ format: 'date', example: '1984-05-17' }),
    nationalId: z.string().nullable().meta({ example: 'ZZ100001' }),
    createdAt: utc,
  })
  .meta({ id: 'PossibleDuplicate' })

export const listDuplicates = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/duplicates',
  name: 'listDuplicates',
  call: 'patients.listDuplicates',
  summary: 'List patients who may be the same person',
  description:
    'Pairs with the same national id, or the same name and birth date. Spellings are compared without case, accents and spaces. The most recently registered first.',
  roles: rolesOf(access.patients.listDuplicates),
  query: z.strictObject(page),
  answer: z.object({
    duplicates: z.array(
      z
        .object({
          patients: z.array(candidate).meta({ description: 'The older record, then the newer.' }),
          sameNationalId: z.boolean(),
          sameNameAndBirthDate: z.boolean(),
        })
        .meta({ id: 'DuplicatePair' }),
    ),
    pagination,
  }),
})

const other = id('usr').meta({ description: 'The record that is merged away.' })

const patientId = id('usr').meta({ description: 'The record that they reach now.' })
const mergedLogin = z
  .object({
    id: id('usr'),
    email: z.string().nullable(),
    emailConfirmed: z.boolean(),
    mayStay: z.boolean().meta({
      description:
        'Whether `loginOf` may name it: the other record has a login too, or a number or address that this person confirmed.',
    }),
  })
  .meta({ id: 'MergedLogin' })
const reaching = z
  .object({ id: id('usr'), name: z.string().meta({ example: 'Salma Idrissi' }), patientId })
  .meta({ id: 'GainingPerson' })
const reachingClient = z
  .object({ id: z.string(), name: z.string().meta({ example: 'Booking on the website' }), patientId })
  .meta({ id: 'GainingClient' })

export const previewMerge = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}/merge-preview/{otherId}',
  name: 'previewMerge',
  call: 'patients.previewMerge',
  summary: 'Show what a merge of two patients would do',
  description: 'Changes nothing. Show it to the administrator before the merge, which cannot be undone.',
  roles: rolesOf(access.patients.merge),
  params: ofPatient.extend({ otherId: other }),
  answer: z.object({
    preview: z
      .object({
        survivor: person,
        other: person,
        records: z.int().min(0).meta({ description: 'The number of rows that would move.', example: 12 }),
        conflictingIdentity: z
          .array(z.string())
          .meta({ description: 'Fields of the identity that differ: identityOf is needed.', example: ['nationalId'] }),
        bothSignIn: z.boolean().meta({ description: 'Both have a login.' }),
        logins: z.array(mergedLogin).meta({
          description:
            'The records with a login, and whether their e-mail address is confirmed. If the other record is one, loginOf is needed.',
        }),
        inCall: z
          .boolean()
          .meta({ description: 'One of them is in a consultation: the merge is refused until it ends.' }),
        gaining: z
          .object({ guardians: z.array(reaching), professionals: z.array(reaching), clients: z.array(reachingClient) })
          .meta({
            id: 'MergeGains',
            description:
              'Who reaches one of the records now, and both after the merge; for logins see `logins`. Clients of the record whose login does not stay are refused until the owner of the login that stays allows them.',
          }),
        unverifiedGuardianships: z.array(id('gua')).meta({
          description:
            'Guardianships that the organisation must verify or end first: the guardian registered one record, and would read the other.',
        }),
        openDisputes: z
          .array(id('dsp'))
          .meta({ description: 'Open disputes about the identities. Two are refused: settle one first.' }),
      })
      .meta({ id: 'MergePreview' }),
  }),
  conflicts: 'Both ids are of one record.',
})

const merge = z
  .object({
    id: id('usr').meta({ description: 'The id that was merged away. It means the survivor now.' }),
    name: z.string().meta({ description: 'The name of the record that was merged away.' }),
    survivorId: id('usr'),
    reason: z.string(),
    mergedAt: utc,
    mergedBy: person,
    moved: z.record(z.string(), z.array(z.string())).meta({
      description: 'The keys of the records that moved, by table and column.',
      example: { 'appointments.patient_id': ['apt_0192f0'] },
    }),
    replaced: z.record(z.string(), z.record(z.string(), z.unknown())).meta({
      description:
        'Both records as they were, by id: user, contact, identity, consents, and what could exist only once (enrolments, relationships, guardianships between both).',
    }),
  })
  .meta({ id: 'PatientMerge' })

export const mergePatients = operation('patients:write', {
  ...base,
  method: 'POST',
  path: '/api/patients/{id}/merge',
  name: 'mergePatients',
  call: 'patients.merge',
  summary: 'Merge another record of the same person into a patient',
  description:
    'Moves everything of the other record to this one, in one transaction. From then on the id of the other record means this one, in every operation. Signed documents stay as they were signed. It cannot be undone: read `GET /api/patients/{id}/merge-preview/{otherId}` first. What one record lacks (phone, e-mail, identity fields) the other gives, except that an attested identity takes nothing that is not attested; of consents, the last answer is in force. Access that a professional has only because they registered one record, or that was opened with a reason, ends unless they had access to both.',
  roles: rolesOf(access.patients.merge),
  params: ofPatient,
  body: z.strictObject({
    otherId: other,
    reason: line(500).meta({ example: 'Registered twice; same identity card' }),
    identityOf: id('usr').optional().meta({
      description:
        'Which of the two ids gives the identity fields that differ. The other values are kept with the merge.',
    }),
    loginOf: id('usr').nullable().optional().meta({
      description:
        'Which of the two ids keeps its login, needed if the other record has one; null: neither. Any other login and its sessions end. A record without a login goes only to a person who confirmed its number or address: else choose null and send a claim code.',
    }),
  }),
  answer: z.object({ merge }),
  conflicts:
    'Identity fields differ and identityOf is absent; the other record signs in and loginOf is absent; the login that would stay is not proved to be of a record without one (details.unproved); one of them is in a consultation; a guardianship must be verified first; both identities are disputed; one of them was merged meanwhile; or both ids are of one record.',
})

export const listMerges = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}/merges',
  name: 'listMerges',
  call: 'patients.listMerges',
  summary: 'List the records that were merged into a patient',
  description: 'Newest first.',
  roles: rolesOf(access.patients.merge),
  params: ofPatient,
  query: z.strictObject(page),
  answer: z.object({ merges: z.array(merge), pagination }),
})
