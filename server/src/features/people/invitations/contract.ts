import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Endpoint } from '../../../http/endpoint.ts'
import { operation } from '../../../http/operation.ts'
import { language } from '../../../lib/channels.ts'
import { bounded, emailAddress, id, page, pagination, patterned, properName, utc } from '../../../lib/fields.ts'
import { MAX_TYPED_PASSWORD } from '../../../lib/passwords.ts'
import { invitable, isVerifiable, statuses } from './rules.ts'

const base = { tag: 'Users', subject: 'Invitation', roles: rolesOf(access.invitations.manage) } as const
const role = z.enum(invitable).meta({ id: 'InvitableRole' })

const invitation = z
  .object({
    id: id('itn'),
    email: z.string(),
    name: z.string(),
    role,
    licenceChecked: z.boolean(),
    status: z.enum(statuses).meta({ id: 'InvitationStatus' }),
    createdAt: utc,
    expiresAt: utc,
    userId: id('usr').nullable().meta({ description: 'The user who accepted the invitation. Null until then.' }),
  })
  .meta({
    id: 'Invitation',
    example: {
      id: 'itn_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
      email: 'reception@clinique-atlas.example',
      name: 'Nadia Tazi',
      role: 'ADMIN',
      licenceChecked: false,
      status: 'PENDING',
      createdAt: '2026-12-01T09:30:00.000Z',
      expiresAt: '2026-12-08T09:30:00.000Z',
      userId: null,
    },
  })

const named = z.object({ id: id('itn') })
const answer = z.object({ invitation })

export const createInvitation = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/invitations',
  name: 'createInvitation',
  call: 'invitations.create',
  summary: 'Invite a person to the organisation',
  description:
    'Sends a link to the address, valid once and for seven days. On its page, the person chooses a password or, if the address has an account, enters the password of that account. They then become a user of the organisation with this name and role. Their memberships in other organisations do not change, and are not shown here. An administrator of the organisation who has no password, such as the first one, can be invited to choose one. Only administrators in their own session can invite an administrator; the other administrators are notified. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.',
  body: z
    .strictObject({
      email: emailAddress,
      name: properName(200),
      role,
      licenceChecked: z.boolean().default(false).meta({
        description:
          'For professionals: whether you have checked identity and licence. If true, the professional is verified at once, and the other administrators are notified. If false, the professional is pending.',
      }),
      language: language.default('fr').meta({ description: 'The language of the message.' }),
    })
    .superRefine(({ role, licenceChecked }, issues) => {
      if (licenceChecked && !isVerifiable(role))
        issues.addIssue({
          code: 'custom',
          path: ['licenceChecked'],
          message: 'must be false unless the role is a professional',
        })
    })
    .meta({
      example: {
        email: 'l.amrani@clinique-atlas.example',
        name: 'Dr Leïla Amrani',
        role: 'DENTIST',
        licenceChecked: true,
      },
    }),
  status: 201,
  answer,
  refusals: 'The caller is a client, and the role is ADMIN.',
  conflicts: 'The organisation already has a user with a password, or an open invitation, for this address.',
})

export const listInvitations = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/invitations',
  name: 'listInvitations',
  call: 'invitations.list',
  summary: 'List invitations',
  description: 'Newest first.',
  query: z.strictObject({ ...page }),
  answer: z.object({ invitations: z.array(invitation), pagination }),
})

export const resendInvitation = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/invitations/{id}/resend',
  name: 'resendInvitation',
  call: 'invitations.resend',
  summary: 'Send an invitation again',
  description:
    'Sends a new link, valid for seven days. The earlier link no longer works. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.',
  params: named,
  body: z.strictObject({}),
  answer,
  refusals: 'The caller is a client, and the role is ADMIN.',
  conflicts: 'The invitation was accepted or revoked.',
})

export const revokeInvitation = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/invitations/{id}/revoke',
  name: 'revokeInvitation',
  call: 'invitations.revoke',
  summary: 'Revoke an invitation',
  description: 'The link no longer works. Revoking again changes nothing.',
  params: named,
  body: z.strictObject({}),
  answer,
  conflicts: 'The invitation was accepted. Disable the user instead.',
})

/** The path parameter of a link. */
export const invitationToken = z.object({
  token: patterned(43, /^[\w-]{43}$/).meta({
    description: 'The last part of the link.',
    example: 'uO3x0mYqUu7m2v1C4c9y8Jr5wQeTzLkPbNdGhXaSfVo',
  }),
})

/** The endpoint that programs use, for openapi.json. People use the form of the page at the same address. */
export const invitationEndpoints: Endpoint[] = [
  {
    tag: 'Users',
    method: 'POST',
    path: '/invitations/{token}',
    name: 'acceptInvitation',
    call: 'invitations.accept',
    audience: 'browser',
    summary: 'Accept an invitation',
    description:
      'Send a new password of 8 to 128 characters or, if the address has an account, the password of that account. A link works once. Send `Accept: application/json`; otherwise the answer is a page for browsers.',
    access: 'public',
    errorFormat: 'envelope',
    form: 'only',
    params: invitationToken,
    body: z
      .object({ password: bounded(MAX_TYPED_PASSWORD) })
      .meta({ id: 'InvitationAcceptance', example: { password: 'une phrase facile' } }),
    answer: z.object({ user: z.object({ id: id('usr'), tenantId: id('ten'), role }).meta({ id: 'InvitedUser' }) }),
    refused: 'The password is wrong.',
    unknown: 'Unknown link.',
    gone: 'The invitation was accepted or revoked, has expired, or was sent again.',
    conflicts: 'The person is already a user of the organisation.',
  },
]
