import { z } from 'zod'
import { roles } from '../../actor.ts'
import { operation, publicOperation } from '../../http/operation.ts'
import { bounded, commaList, emailAddress, flag, id, line, page, pagination, utc } from '../../lib/fields.ts'
import { MAX_TYPED_PASSWORD } from '../../lib/passwords.ts'
import { PASSWORD_TOO_LONG, passwordFault, registrable } from './rules.ts'

const base = { tag: 'Users', subject: 'User' } as const
const role = z.enum(roles).meta({ id: 'Role' })

export const readMe = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/me',
  name: 'readMe',
  summary: 'Read the current user',
  description: 'The user that the token acts as.',
  answer: z
    .object({
      id: id('usr'),
      email: z.string(),
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

const password = bounded(MAX_TYPED_PASSWORD, PASSWORD_TOO_LONG)
  .superRefine((value, issues) => {
    const message = passwordFault(value)
    if (message) issues.addIssue({ code: 'custom', message })
  })
  .meta({
    description:
      '8 to 128 characters of any script, spaces included; not one of the commonest. There are no rules for what it is made of.',
    minLength: 8,
    maxLength: 128,
  })

export const register = publicOperation({
  ...base,
  method: 'POST',
  path: '/api/auth/register',
  name: 'register',
  summary: 'Register a patient, doctor, dentist or pharmacist',
  description:
    'The account joins the organisation that the installation is set up for. Outside the sandbox an administrator verifies professionals before they may prescribe or fill orders. `PHARMACY` is accepted for `PHARMACIST`.',
  body: z
    .object({
      email: emailAddress.meta({
        description: 'Unique over the whole installation, in whatever case it is written.',
      }),
      password,
      name: line(200),
      role: z
        .enum([...registrable, 'PHARMACY'], { error: `must be ${registrable.join(', ')}` })
        .transform((given) => (given === 'PHARMACY' ? 'PHARMACIST' : given)),
    })
    .meta({
      id: 'Registration',
      example: { email: 'amina@example.com', password: 'une phrase facile', name: 'Amina Bouzid', role: 'PATIENT' },
    }),
  status: 201,
  answer: z.object({
    ok: z.literal(true),
    user: z.object({ id: id('usr'), email: z.string().meta({ example: 'amina@example.com' }), role }),
  }),
  conflicts: 'Somebody has this e-mail address already.',
})

/** Somebody of the organisation, as far as the caller may know them. */
const member = z
  .object({
    id: id('usr'),
    email: z.string().nullable().meta({ description: "Null where it is none of the caller's business." }),
    name: z.string(),
    role,
    tenantId: id('ten'),
    verified: z.boolean().meta({ description: 'Of professionals: whether an administrator has verified them.' }),
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
  'Administrators see everybody. Others see themselves and the professionals who are verified; doctors and dentists also the patients they have appointments with, pharmacies those who ordered from them. E-mail addresses are shown to administrators, to oneself, and among professionals. A professional who is not verified yet is shown what a patient is.'

export const listUsers = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users',
  name: 'listUsers',
  summary: 'List the users of the organisation',
  description: `${VISIBLE} Newest first.`,
  query: z.object({
    ...page,
    role: commaList(roles),
    verified: flag.meta({ description: '`false`: the professionals who wait to be verified.' }),
  }),
  answer: z.object({ users: z.array(member), pagination }),
})

export const readUser = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/{id}',
  name: 'readUser',
  summary: 'Read a user of the organisation',
  description: VISIBLE,
  params: named,
  answer: z.object({ user: member }),
})

export const verifyUser = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/{id}/verify',
  name: 'verifyUser',
  summary: 'Verify a professional',
  description:
    'Says that an administrator has seen that a doctor, dentist or pharmacist is one. Repeated, it changes nothing.',
  roles: ['ADMIN'],
  params: named,
  answer: z.object({ user: member }),
  conflicts: 'The user is no professional; there is nothing to verify.',
})

export const updateUser = operation('users:write', {
  ...base,
  method: 'PUT',
  path: '/api/users/{id}',
  name: 'updateUser',
  summary: 'Rename, disable or enable a user',
  description:
    'Fields that are absent stay as they are. Somebody who is disabled cannot sign in; their sessions end, and their tokens are refused within a second.',
  roles: ['ADMIN'],
  params: named,
  body: z
    .object({ name: line(200).optional(), disabled: z.boolean().optional() })
    .meta({ id: 'UserChanges', example: { disabled: true } }),
  answer: z.object({ user: member }),
  conflicts: 'Administrators do not disable themselves.',
})
