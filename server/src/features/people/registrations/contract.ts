import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation, publicOperation } from '../../../http/operation.ts'
import { language as messageLanguage } from '../../../lib/channels.ts'
import {
  bounded,
  dayOfLife,
  emailAddress,
  id,
  line,
  MAX_TYPED_EMAIL,
  phone,
  properName,
  sex,
  utc,
} from '../../../lib/fields.ts'
import { parsePhone } from '../../../lib/phone.ts'
import { newPassword } from '../accounts/actions.ts'
import { addressKind as address, codeField } from '../codes/actions.ts'

const base = { tag: 'Patients', subject: 'Patient' } as const
const language = messageLanguage.default('fr').meta({ description: 'Language of messages.' })

const patient = z
  .object({
    id: id('usr'),
    name: z.string(),
    birthDate: z.string().meta({ format: 'date', example: '1948-03-02' }),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    createdAt: utc,
    lastActivityAt: utc.meta({ description: 'The time of registration.' }),
  })
  .meta({ id: 'RegisteredPatient' })

export const registerPatient = operation('patients:write', {
  ...base,
  method: 'POST',
  path: '/api/patients',
  name: 'registerPatient',
  call: 'patients.register',
  summary: 'Register a patient without an account',
  description:
    'For the front desk, an administrator, or a doctor or dentist, who then treats the patient. The patient can claim an account later (`POST /api/patients/{id}/claim-codes`). If a record has the same national id, or the same name and birth date, it is reported and nothing is saved. Case, accents, forms of Arabic letters, spaces and the order of names are ignored. A doctor or dentist can register at most 60 patients in an hour and 200 in a day, including refused registrations; further calls get 429.',
  roles: rolesOf(access.patients.register),
  body: z
    .strictObject({
      name: properName(200),
      birthDate: dayOfLife,
      sex: sex.nullable().default(null),
      nationalId: line(30)
        .nullable()
        .default(null)
        .meta({ description: 'The number of the national identity card (CIN) or of a passport.' }),
      nameAr: properName(200).nullable().default(null).meta({
        description: 'The name in Arabic, for documents in Arabic or both languages.',
        example: 'فاطمة الزهراء الإدريسي',
      }),
      phone: phone.nullable().default(null),
      email: emailAddress.nullable().default(null),
      language,
      insurer: line(100).nullable().default(null),
      insuranceNumber: line(50).nullable().default(null),
      professionalId: id('usr').optional().meta({
        description:
          'The doctor or dentist for whom the front desk registers the patient. They then treat the patient.',
      }),
      differentPerson: z.boolean().default(false).meta({
        description: 'Whether the patient is a different person from the duplicates that an earlier call reported.',
      }),
    })
    .meta({
      id: 'PatientRegistration',
      example: {
        name: 'Fatima Zahra El Idrissi',
        birthDate: '1948-03-02',
        sex: 'F',
        phone: '06 12 34 56 78',
        language: 'ar',
      },
    }),
  status: 201,
  answer: z.object({ patient }),
  refusals: 'A doctor or dentist registers for another professional.',
  conflicts:
    'The person may be registered already. `details.duplicates` has the id, name and birthDate of the records that the caller may see. `unverifiedGuardian: true` marks a record with an unverified guardian, who can read what is written in it. `details.hidden` is the number of other records: ask the front desk about them. Send `differentPerson: true` if the patient is another person.',
})

export const sendClaimCode = operation('patients:write', {
  ...base,
  method: 'POST',
  path: '/api/patients/{id}/claim-codes',
  name: 'sendClaimCode',
  call: 'patients.sendClaimCode',
  summary: 'Send a patient the code to claim their account',
  description:
    'For the front desk, an administrator, or the doctor or dentist who registered the patient. The code goes to the address on file, is valid for 24 hours and 5 tries, and replaces an earlier code. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.',
  roles: rolesOf(access.patients.sendClaimCode),
  params: z.object({ id: id('usr') }),
  body: z.strictObject({ address }).meta({ id: 'ClaimCodeRequest', example: { address: 'PHONE' } }),
  answer: z.object({ address, expiresAt: utc }),
  refusals: 'The caller is a doctor or dentist who did not register the patient.',
  conflicts:
    'The patient has an account, has no such address, or has an unverified guardian (details.unverifiedGuardianships); or the caller was the last user to change an address of the patient.',
})

/** An address as the person types it. */
const addressOnFile = bounded(MAX_TYPED_EMAIL).refine(
  (typed) => (typed.includes('@') ? emailAddress.safeParse(typed).success : parsePhone(typed) !== undefined),
  'must be a telephone number or an e-mail address',
)

export const claimAccount = publicOperation({
  ...base,
  method: 'POST',
  path: '/api/auth/claim',
  name: 'claimAccount',
  call: 'accounts.claim',
  findsTenant: true,
  summary: 'Claim the account of a registered patient',
  description:
    'Creates a login for the patient’s existing record, with the code that the organisation sent. Appointments and documents stay. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.',
  body: z
    .strictObject({
      address: addressOnFile.meta({
        description: 'The telephone number or e-mail address to which the code was sent.',
        example: '06 12 34 56 78',
      }),
      birthDate: dayOfLife.meta({ example: '1948-03-02' }),
      code: codeField,
      email: emailAddress.meta({
        description: 'E-mail address of the new login. Unique in the installation, ignoring case.',
      }),
      password: newPassword,
    })
    .meta({
      id: 'Claim',
      example: {
        address: '06 12 34 56 78',
        birthDate: '1948-03-02',
        code: '493027',
        email: 'fatima@example.com',
        password: 'une phrase facile',
      },
    }),
  status: 201,
  answer: z.object({
    ok: z.literal(true),
    user: z.object({ id: id('usr'), email: z.string(), tenantId: id('ten') }).meta({ id: 'ClaimedAccount' }),
  }),
  conflicts:
    'The e-mail address already has a login. Sign in with it and claim the record with `POST /api/users/me/claims`, or use another address. The code stays valid.',
})

export const claimAsUser = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/claims',
  name: 'claimAsUser',
  call: 'me.claim',
  summary: 'Claim a patient record with the login of the caller',
  description:
    'For a person who already has a login, for example from another organisation. Links the record to that login. Works only in the person’s own session, not for a client. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.',
  roles: rolesOf(access.patients.claim),
  body: z
    .strictObject({
      address: addressOnFile,
      birthDate: dayOfLife,
      code: codeField,
    })
    .meta({ id: 'UserClaim', example: { address: '06 12 34 56 78', birthDate: '1948-03-02', code: '493027' } }),
  status: 201,
  answer: z.object({ user: z.object({ id: id('usr'), tenantId: id('ten') }).meta({ id: 'ClaimedRecord' }) }),
  refusals: 'The caller is a client.',
  conflicts: 'The caller already has a record in that organisation. Its front desk can merge the two.',
})
