import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { accountRole as role } from '../../../actor.ts'
import { operation, publicOperation } from '../../../http/operation.ts'
import { bounded, commaList, emailAddress, flag, id, page, pagination, properName, utc } from '../../../lib/fields.ts'
import { MAX_TYPED_PASSWORD } from '../../../lib/passwords.ts'
import { PASSWORD_TOO_LONG, passwordFault, registrable } from './rules.ts'

const base = { tag: 'Users', subject: 'User' } as const

export const readMe = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/me',
  name: 'readMe',
  call: 'me.get',
  summary: 'Read the current user',
  description: 'Returns the user as whom the token acts.',
  roles: rolesOf(access.users.read),
  answer: z
    .object({
      id: id('usr'),
      email: z.string().nullable().meta({ description: 'Null if unknown.' }),
      name: z.string(),
      role,
      tenantId: id('ten'),
    })
    .meta({
      id: 'User',
      example: {
        id: 'usr_sandbox_doctor',
        email: 'doctor@sandbox.example',
        name: 'Dr Youssef Benali',
        role: 'DOCTOR',
        tenantId: 'ten_sandbox',
      },
    }),
})

export const listOwnOperations = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/me/operations',
  name: 'listOwnOperations',
  call: 'me.listOperations',
  summary: 'List the operations that the caller may call',
  description:
    'Returns the `operationId` of every operation that the plan, scopes and role of the caller allow, sorted. Each operation then decides which records the caller can access.',
  roles: rolesOf(access.users.read),
  answer: z.object({ operations: z.array(z.string()).meta({ example: ['bookAppointment', 'listAppointments'] }) }),
})

export const listMemberships = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/me/memberships',
  name: 'listMemberships',
  call: 'me.listMemberships',
  summary: 'List the organisations of the current user',
  description:
    'Returns the organisations in which the person can act, the earliest membership first. Switch to another one with `POST /api/auth/callback/organization`. The token of a client gets only its own organisation.',
  roles: rolesOf(access.memberships.read),
  answer: z.object({
    memberships: z.array(
      z
        .object({
          organization: z.object({ id: id('ten'), name: z.string() }).meta({ id: 'Organization' }),
          role,
          current: z.boolean().meta({ description: 'Whether the token belongs to this organisation.' }),
        })
        .meta({
          id: 'Membership',
          example: { organization: { id: 'ten_sandbox', name: 'Clinique Atlas' }, role: 'DOCTOR', current: true },
        }),
    ),
  }),
})

/** A password that a person chooses. */
export const newPassword = bounded(MAX_TYPED_PASSWORD, PASSWORD_TOO_LONG)
  .superRefine((value, issues) => {
    const message = passwordFault(value)
    if (message) issues.addIssue({ code: 'custom', message })
  })
  .meta({
    description:
      '8 to 128 characters of any script, including spaces, and not a common password. There are no composition rules.',
    minLength: 8,
    maxLength: 128,
  })

export const register = publicOperation({
  ...base,
  method: 'POST',
  path: '/api/auth/register',
  name: 'register',
  call: 'accounts.register',
  summary: 'Register a patient, doctor, dentist, pharmacist or laboratory',
  description:
    'The account belongs to the installation’s registration organisation. Outside the sandbox, an administrator must verify professionals before they can prescribe, fill orders or enter results. `PHARMACY` is accepted for `PHARMACIST`. A network can register at most 100 accounts in an hour; further calls get 429.',
  body: z
    .strictObject({
      email: emailAddress.meta({
        description: 'Unique in the installation, ignoring case.',
      }),
      password: newPassword,
      name: properName(200),
      role: z
        .enum([...registrable, 'PHARMACY'], {
          error: ({ input }) => (input === undefined ? 'is required' : `must be ${registrable.join(', ')}`),
        })
        .transform((given) => (given === 'PHARMACY' ? 'PHARMACIST' : given)),
    })
    .meta({
      id: 'Registration',
      example: { email: 'amina@example.com', password: 'une phrase facile', name: 'Amina Bouzid', role: 'PATIENT' },
    }),
  status: 201,
  answer: z.object({
    ok: z.literal(true),
    user: z
      .object({ id: id('usr'), email: z.string().meta({ example: 'amina@example.com' }), role })
      .meta({ id: 'RegisteredUser' }),
  }),
  conflicts: 'This e-mail address is already registered.',
})

/** A user of the organisation, as visible to the caller. */
const member = z
  .object({
    id: id('usr'),
    email: z.string().nullable().meta({ description: 'Null if unknown, or if the caller may not see it.' }),
    name: z.string(),
    role,
    tenantId: id('ten'),
    verified: z.boolean().meta({ description: 'For professionals: whether an administrator has verified them.' }),
    disabled: z.boolean(),
    createdAt: utc,
  })
  .meta({
    id: 'Member',
    example: {
      id: 'usr_sandbox_doctor',
      email: 'doctor@sandbox.example',
      name: 'Dr Youssef Benali',
      role: 'DOCTOR',
      tenantId: 'ten_sandbox',
      verified: true,
      disabled: false,
      createdAt: '2026-11-02T08:00:00.000Z',
    },
  })

const named = z.object({ id: id('usr') })
const VISIBLE =
  'Administrators see all users. All other callers see themselves and verified professionals. Professionals and the front desk also see the front desk and administrators. In addition, doctors and dentists see the patients whom they treat, pharmacies see the patients who ordered from them, and the front desk sees all patients. E-mail addresses are visible to administrators, to the front desk and to the user; professionals see those of the staff. Unverified professionals see the same as patients.'

export const listUsers = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users',
  name: 'listUsers',
  call: 'users.list',
  summary: 'List the users of the organisation',
  description: `${VISIBLE} Newest first.`,
  roles: rolesOf(access.users.read),
  query: z.strictObject({
    ...page,
    role: commaList(role),
    verified: flag.meta({ description: '`false` returns the professionals who are not verified yet.' }),
  }),
  answer: z.object({ users: z.array(member), pagination }),
})

export const readUser = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/{id}',
  name: 'readUser',
  call: 'users.get',
  summary: 'Read a user of the organisation',
  description: VISIBLE,
  roles: rolesOf(access.users.read),
  params: named,
  answer: z.object({ user: member }),
})

export const verifyUser = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/{id}/verify',
  name: 'verifyUser',
  call: 'users.verify',
  summary: 'Verify a professional',
  description:
    'Confirms that an administrator has checked identity and licence of a doctor, dentist, pharmacist or laboratory. Verifying again changes nothing.',
  roles: rolesOf(access.users.verify),
  params: named,
  answer: z.object({ user: member }),
  conflicts: 'The user is not a professional.',
})

export const updateUser = operation('users:write', {
  ...base,
  method: 'PUT',
  path: '/api/users/{id}',
  name: 'updateUser',
  call: 'users.update',
  summary: 'Rename, disable or enable a user',
  description:
    'Absent fields stay unchanged. Disabled users cannot sign in; their sessions end, and their tokens are refused within a second. If a member of the staff is renamed, the member and the other administrators are notified.',
  roles: rolesOf(access.users.update),
  params: named,
  body: z
    .strictObject({ name: properName(200).optional(), disabled: z.boolean().optional() })
    .meta({ id: 'UserChanges', example: { disabled: true } }),
  answer: z.object({ user: member }),
  conflicts: 'Administrators cannot disable themselves, nor rename themselves if there is another administrator.',
})
