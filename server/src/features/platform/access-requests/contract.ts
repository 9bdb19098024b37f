import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { plan } from '../../../actor.ts'
import { operation, publicOperation } from '../../../http/operation.ts'
import { notice, secretField } from '../../../http/shown-once.ts'
import { commaList, emailAddress, filled, id, instant, page, pagination, properName, utc } from '../../../lib/fields.ts'
import { honeypot } from '../../../lib/honeypot.ts'
import { scopeList } from '../../../lib/scope-list.ts'
import { grantable, statuses } from './rules.ts'

const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'

const status = z.enum(statuses).meta({ id: 'AccessRequestStatus' })

const accessRequest = z
  .object({
    id: id('acr'),
    organization: z.string().meta({ example: 'Clinique Atlas' }),
    contactName: z.string().meta({ example: 'Salma Idrissi' }),
    email: z.string().meta({ example: 'salma.idrissi@clinique-atlas.example' }),
    purpose: z.string().meta({ example: 'Booking from our website.' }),
    sandboxOnly: z.boolean().meta({ example: false }),
    status,
    createdAt: utc,
    decidedAt: utc.nullable(),
    decidedBy: id('usr').nullable().meta({ example: 'usr_sandbox_admin' }),
    reason: z.string().nullable().meta({ description: 'The reason of a refusal, if one was given.', example: null }),
    tenantId: id('ten')
      .nullable()
      .meta({ description: 'The organisation that was created.', example: `ten_${OPAQUE}` }),
    clientId: z
      .string()
      .nullable()
      .meta({ description: 'The first client of the organisation.', example: `cli_${OPAQUE}` }),
  })
  .meta({ id: 'AccessRequest' })

const link = {
  handoverUrl: secretField(
    'A page that shows the client’s secret once. Anyone with this URL can get the secret. It is sent to the administrator.',
    'https://api.example.ma/access/uO3x0mYqUu7m2v1C4c9y8Jr5wQeTzLkPbNdGhXaSfVo',
  ),
  expiresAt: utc.meta({ description: 'When the unused link expires.' }),
  notice,
}

const named = z.object({ id: id('acr') })
const base = { tag: 'Access requests', subject: 'Access request' } as const
const operators = { ...base, roles: rolesOf(access.accessRequests.manage) } as const

export const requestAccess = publicOperation({
  ...base,
  crossOrigin: true,
  addressLimit: 'forms',
  bodyLimit: 32 * 1024, // 4,000 Arabic letters, each escaped like \u0627, take 24 kB
  method: 'POST',
  path: '/api/access-requests',
  name: 'requestAccess',
  call: 'accessRequests.create',
  summary: 'Request access',
  description:
    'For organisations that want to use the platform. The operator answers within one working day. If access is granted, the contact receives a link that shows the client’s secret once. A repeated request within 24 hours returns the pending request.',
  body: z
    .strictObject({
      organization: properName(200),
      contactName: properName(200).meta({ description: 'The future administrator of the organisation.' }),
      email: emailAddress.meta({ description: 'The contact’s address, with which they will sign in.' }),
      purpose: filled(4000).meta({ description: 'How the organisation will use its access.' }),
      sandboxOnly: z.boolean().default(false).meta({ description: 'Whether access to the sandbox is enough.' }),
      website: honeypot,
    })
    .meta({
      example: {
        organization: 'Clinique Atlas',
        contactName: 'Salma Idrissi',
        email: 'salma.idrissi@clinique-atlas.example',
        purpose: 'Booking from our website.',
        sandboxOnly: false,
      },
    }),
  answer: z.object({ ok: z.literal(true), requestId: id('acr') }),
})

export const listAccessRequests = operation('access_requests:manage', {
  ...operators,
  method: 'GET',
  path: '/api/access-requests',
  name: 'listAccessRequests',
  call: 'accessRequests.list',
  summary: 'List access requests',
  description:
    'Administrators of the operator’s organisation see all requests. Administrators of other organisations see none. Newest first.',
  query: z.strictObject({
    ...page,
    status: commaList(status),
    from: instant.optional().meta({ description: 'Requests made at this time or later.' }),
    to: instant.optional().meta({ description: 'Requests made before this time.' }),
  }),
  answer: z.object({ accessRequests: z.array(accessRequest), pagination }),
})

export const readAccessRequest = operation('access_requests:manage', {
  ...operators,
  method: 'GET',
  path: '/api/access-requests/{id}',
  name: 'readAccessRequest',
  call: 'accessRequests.get',
  summary: 'Read an access request',
  description: 'Includes the decision, once the request is decided.',
  params: named,
  answer: z.object({ accessRequest }),
})

export const grantAccessRequest = operation('access_requests:manage', {
  ...operators,
  method: 'POST',
  path: '/api/access-requests/{id}/grant',
  name: 'grantAccessRequest',
  call: 'accessRequests.grant',
  summary: 'Grant an access request',
  description:
    'Creates the organisation, its first administrator (the contact) and a client that acts as the administrator with the given scopes. The administrator receives a link that shows the secret once. With the scope `clients:manage`, the organisation can create further clients itself.',
  params: named,
  body: z.strictObject({
    plan: plan.meta({ description: 'STARTER is limited to the sandbox (specification: "Limits").', example: 'PRO' }),
    scopes: scopeList(grantable).meta({ example: ['users:read', 'appointments:read', 'clients:manage'] }),
    email: emailAddress
      .optional()
      .meta({ description: 'The administrator’s address, if it differs from the request’s.' }),
  }),
  answer: z.object({
    accessRequest,
    client: z
      .object({
        id: z.string().meta({ example: `cli_${OPAQUE}` }),
        scopes: z.array(z.string()).meta({ example: ['users:read', 'appointments:read', 'clients:manage'] }),
        plan,
        tenantId: id('ten').meta({ example: `ten_${OPAQUE}` }),
      })
      .meta({ id: 'GrantedClient' }),
    ...link,
  }),
  shownOnce: ['handoverUrl'],
  conflicts:
    'The request is already decided (details.state), is for the sandbox only, or its e-mail address is taken. In the last case, send another `email`.',
})

export const refuseAccessRequest = operation('access_requests:manage', {
  ...operators,
  method: 'POST',
  path: '/api/access-requests/{id}/refuse',
  name: 'refuseAccessRequest',
  call: 'accessRequests.refuse',
  summary: 'Refuse an access request',
  description: 'Notifies the contact of the refusal. The reason is internal and is not sent.',
  params: named,
  body: z.strictObject({ reason: filled(500).optional().meta({ example: 'We could not reach you.' }) }),
  answer: z.object({ accessRequest }),
  conflicts: 'The request is already decided (details.state).',
})

export const resendLink = operation('access_requests:manage', {
  ...operators,
  method: 'POST',
  path: '/api/access-requests/{id}/handover',
  name: 'handOverAccess',
  call: 'accessRequests.handOver',
  summary: 'Create a new credential link for a granted request',
  description:
    'Replaces a lost or expired link. The previous link ends. The new link is also sent to the administrator.',
  params: named,
  body: z.strictObject({}),
  answer: z.object({ accessRequest, ...link }),
  shownOnce: ['handoverUrl'],
  conflicts:
    'The request was not granted (details.state), or a link was used, so the organisation already has its secret.',
})
