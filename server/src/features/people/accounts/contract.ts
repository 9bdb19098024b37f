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
  description: 'The user as whom the token acts.',
  roles: rolesOf(access.users.read),
  answer: z
    .object({
      id: id('usr'),
      email: z.string().nullable().meta({ description: 'Null if none is known.' }),
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
    'By the `operationId` of this document, sorted: those that plan, scopes and role allow. Which records they reach is decided by each of them.',
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
    'Where the person may act, the earliest first, for changing with `POST /api/auth/callback/organization`. A token of a client gets its own organisation only.',
  roles: rolesOf(access.memberships.read),
  answer: z.object({
    memberships: z.array(
      z
        .object({
          organization: z.object({ id: id('ten'), name: z.string() }).meta({ id: 'Organization' }),
          role,
          current: z.boolean().meta({ description: 'Whether the token is of this one.' }),
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
    'The account belongs to the installation’s registration organisation. Outside the sandbox, an administrator must verify professionals before they can prescribe, fill orders or enter results. `PHARMACY` is accepted for `PHARMACIST`. A network registers at most 100 in an hour, then 429.',
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
    email: z.string().nullable().meta({ description: 'Null if none is known or the caller may not see it.' }),
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
  'Administrators see all users. Others see themselves and verified professionals, professionals and the front desk also each other and administrators; doctors and dentists also see the patients with whom they have appointments, pharmacies the patients who ordered from them, the front desk all patients. E-mail addresses are visible to administrators, to the front desk, to the user, and among professionals and the front desk. Unverified professionals see the same as patients.'

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
    verified: flag.meta({ description: '`false`: professionals who are not verified yet.' }),
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
    'Confirms that an administrator has checked the qualification of a doctor, dentist, pharmacist or laboratory. Idempotent.',
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
    'Absent fields keep their values. Disabled users cannot sign in; their sessions end, and their tokens are refused within a second. A renamed member of the staff and the other administrators are notified: messages name people as they are called.',
  roles: rolesOf(access.users.update),
  params: named,
  body: z
    .strictObject({ name: properName(200).optional(), disabled: z.boolean().optional() })
    .meta({ id: 'UserChanges', example: { disabled: true } }),
  answer: z.object({ user: member }),
  conflicts: 'Administrators cannot disable themselves, nor rename themselves if there is another administrator.',
})
