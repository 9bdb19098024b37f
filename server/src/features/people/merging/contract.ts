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
    'Returns pairs of records with the same national id, or with the same name and birth date. Case, accents and spaces are ignored. The most recently registered first.',
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

const other = id('usr').meta({ description: 'The record that is merged into the survivor.' })

const patientId = id('usr').meta({ description: 'The record to which they have access now.' })
const mergedLogin = z
  .object({
    id: id('usr'),
    email: z.string().nullable(),
    emailConfirmed: z.boolean(),
    mayStay: z.boolean().meta({
      description:
        'Whether `loginOf` may name this record: the other record has a login too, or has a number or address that the owner of this login has confirmed.',
    }),
  })
  .meta({ id: 'MergedLogin' })
const gainingPerson = z
  .object({ id: id('usr'), name: z.string().meta({ example: 'Salma Idrissi' }), patientId })
  .meta({ id: 'GainingPerson' })
const gainingClient = z
  .object({ id: z.string(), name: z.string().meta({ example: 'Booking on the website' }), patientId })
  .meta({ id: 'GainingClient' })

export const previewMerge = operation('patients:read', {
  ...base,
  method: 'GET',
  path: '/api/patients/{id}/merge-preview/{otherId}',
  name: 'previewMerge',
  call: 'patients.previewMerge',
  summary: 'Preview a merge of two patients',
  description:
    'Changes nothing. Show the preview to the administrator before the merge, because a merge cannot be undone.',
  roles: rolesOf(access.patients.merge),
  params: ofPatient.extend({ otherId: other }),
  answer: z.object({
    preview: z
      .object({
        survivor: person,
        other: person,
        records: z.int().min(0).meta({ description: 'Number of rows that would move.', example: 12 }),
        conflictingIdentity: z.array(z.string()).meta({
          description: 'Identity fields that differ. If there are any, `identityOf` is required.',
          example: ['nationalId'],
        }),
        bothSignIn: z.boolean().meta({ description: 'Whether both records have a login.' }),
        logins: z.array(mergedLogin).meta({
          description:
            'The records with a login, and whether their e-mail address is confirmed. If the other record has a login, `loginOf` is required.',
        }),
        inCall: z.boolean().meta({
          description: 'Whether one of the patients is in a consultation. The merge is refused until it ends.',
        }),
        gaining: z
          .object({
            guardians: z.array(gainingPerson),
            professionals: z.array(gainingPerson),
            clients: z.array(gainingClient),
          })
          .meta({
            id: 'MergeGains',
            description:
              'People and clients with access to one of the records now, and to both after the merge. For logins see `logins`. Clients that act as the record whose login ends are refused until the owner of the login that stays allows them.',
          }),
        unverifiedGuardianships: z.array(id('gua')).meta({
          description:
            'Guardianships that the organisation must verify or end first. Their guardian registered one record, and would get access to the other.',
        }),
        openDisputes: z.array(id('dsp')).meta({
          description:
            'Open disputes about the identities. If there are two, the merge is refused until one is settled.',
        }),
      })
      .meta({ id: 'MergePreview' }),
  }),
  conflicts: 'Both ids belong to the same record.',
})

const merge = z
  .object({
    id: id('usr').meta({ description: 'The id of the merged record. It now refers to the survivor.' }),
    name: z.string().meta({ description: 'The name of the merged record.' }),
    survivorId: id('usr'),
    reason: z.string(),
    mergedAt: utc,
    mergedBy: person,
    moved: z.record(z.string(), z.array(z.string())).meta({
      description: 'The keys of the rows that moved, by table and column.',
      example: { 'appointments.patient_id': ['apt_0192f0'] },
    }),
    replaced: z.record(z.string(), z.record(z.string(), z.unknown())).meta({
      description:
        'Both records before the merge, by id: user, contact, identity and consents, and rows that only one of them could keep (enrolments, relationships, guardianships between the two).',
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
    'Moves all data of the other record to this one, in one transaction. From then on, every operation accepts the id of the other record for this one. Signed documents stay as they were signed. A merge cannot be undone: call `GET /api/patients/{id}/merge-preview/{otherId}` first. Missing values (phone, e-mail, identity fields) are taken from the other record, except that an attested identity takes no value that is not attested. Of two answers about a consent, the later one is in force. Access that a professional has only because they registered one record, and access that was opened with a reason, ends unless it covered both records.',
  roles: rolesOf(access.patients.merge),
  params: ofPatient,
  body: z.strictObject({
    otherId: other,
    reason: line(500).meta({ example: 'Registered twice; same identity card' }),
    identityOf: id('usr').optional().meta({
      description:
        'The id of the record whose identity fields are kept where they differ. The other values are kept with the merge.',
    }),
    loginOf: id('usr').nullable().optional().meta({
      description:
        'The id of the record whose login stays, or null for neither. Required if the other record has a login. Any other login ends, with its sessions. If one record has no login, the owner of the login must have confirmed its number or address; otherwise choose null and send a claim code.',
    }),
  }),
  answer: z.object({ merge }),
  conflicts:
    'Identity fields differ and identityOf is absent; the other record has a login and loginOf is absent; the owner of the login that stays has not proved that the record without a login is theirs (details.unproved); one of the patients is in a consultation; a guardianship must be verified first; both identities are disputed; one of the records was merged in the meantime; or both ids belong to the same record.',
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
