import { z } from 'zod'
import { plans } from '../../actor.ts'
import { operation, publicOperation } from '../../http/operation.ts'
import { commaList, emailAddress, filled, id, instant, line, page, pagination, utc } from '../../lib/fields.ts'
import { scopeList } from '../../lib/scope-list.ts'
import { trap } from '../../lib/trap.ts'
import { grantable, statuses } from './rules.ts'

const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'

const accessRequest = z
  .object({
    id: id('acr'),
    organization: z.string().meta({ example: 'Clinique Atlas' }),
    contactName: z.string().meta({ example: 'Salma Idrissi' }),
    email: z.string().meta({ example: 'salma.idrissi@clinique-atlas.example' }),
    purpose: z.string().meta({ example: 'Booking from our website.' }),
    sandboxOnly: z.boolean().meta({ example: false }),
    status: z.enum(statuses),
    createdAt: utc,
    decidedAt: utc.nullable(),
    decidedBy: id('usr').nullable().meta({ example: 'usr_sandbox_admin' }),
    reason: z.string().nullable().meta({ description: 'Why it was refused, if anybody said.', example: null }),
    tenantId: id('ten')
      .nullable()
      .meta({ description: 'The organisation that was made.', example: `ten_${OPAQUE}` }),
    clientId: z
      .string()
      .nullable()
      .meta({ description: 'Its first client.', example: `cli_${OPAQUE}` }),
  })
  .meta({ id: 'AccessRequest' })

const link = {
  handoverUrl: z.string().meta({
    description:
      'A page that shows the client’s secret once. Whoever has the address has the secret: it is for the administrator alone, who is sent it.',
    example: 'https://api.example.ma/access/uO3x0mYqUu7m2v1C4c9y8Jr5wQeTzLkPbNdGhXaSfVo',
  }),
  expiresAt: utc.meta({ description: 'When the link ends, if it was not used.' }),
}

const named = z.object({ id: id('acr') })
const base = { tag: 'Access requests', subject: 'Access request' } as const
const operators = { ...base, roles: ['ADMIN'] } as const

export const requestAccess = publicOperation({
  ...base,
  crossOrigin: true,
  addressLimit: 'forms',
  bodyLimit: 32 * 1024, // 4,000 letters of Arabic, each escaped as \u0627 is, take 24 kB
  method: 'POST',
  path: '/api/access-requests',
  name: 'requestAccess',
  summary: 'Ask for access',
  description:
    'For organisations that want to work with the platform. The operator answers within a working day; what is granted comes as a link that shows the client’s secret once. Asking again within 24 hours, while the first request waits, is the same request.',
  body: z
    .object({
      organization: line(200),
      contactName: line(200).meta({ description: 'Who will administer the organisation.' }),
      email: emailAddress.meta({ description: 'Where the contact is reached, and will sign in.' }),
      purpose: filled(4000).meta({ description: 'What the access is for.' }),
      sandboxOnly: z.boolean().default(false).meta({ description: 'To try the sandbox, and nothing else.' }),
      website: trap,
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
  summary: 'List requests for access',
  description: 'Administrators of the operator’s own organisation see all; anybody else’s see none. Newest first.',
  query: z.object({
    ...page,
    status: commaList(statuses),
    from: instant.optional().meta({ description: 'Those made at this time or later.' }),
    to: instant.optional().meta({ description: 'Those made before this time.' }),
  }),
  answer: z.object({ accessRequests: z.array(accessRequest), pagination }),
})

export const readAccessRequest = operation('access_requests:manage', {
  ...operators,
  method: 'GET',
  path: '/api/access-requests/{id}',
  name: 'readAccessRequest',
  summary: 'Read a request for access',
  params: named,
  answer: z.object({ accessRequest }),
})

export const grantAccessRequest = operation('access_requests:manage', {
  ...operators,
  method: 'POST',
  path: '/api/access-requests/{id}/grant',
  name: 'grantAccessRequest',
  summary: 'Grant a request for access',
  description:
    'Makes the organisation, its first administrator (the contact) and a client that acts as them with exactly these scopes. The administrator is sent the link, which shows the secret once, to whoever opens it. Give `clients:manage`, and the organisation makes its further clients by itself.',
  params: named,
  body: z.object({
    plan: z
      .enum(plans)
      .meta({ description: 'STARTER is limited to the sandbox (specification: "Limits").', example: 'PRO' }),
    scopes: scopeList(grantable).meta({ example: ['users:read', 'appointments:read', 'clients:manage'] }),
    email: emailAddress
      .optional()
      .meta({ description: 'The administrator’s address, where it is not the one that the request names.' }),
  }),
  answer: z.object({
    accessRequest,
    client: z.object({
      id: z.string().meta({ example: `cli_${OPAQUE}` }),
      scopes: z.array(z.string()).meta({ example: ['users:read', 'appointments:read', 'clients:manage'] }),
      plan: z.enum(plans).meta({ example: 'PRO' }),
      tenantId: id('ten').meta({ example: `ten_${OPAQUE}` }),
    }),
    ...link,
  }),
  conflicts:
    'The request was decided already (details.state), is for the sandbox alone, or somebody else has its e-mail address: give another `email`.',
})

export const refuseAccessRequest = operation('access_requests:manage', {
  ...operators,
  method: 'POST',
  path: '/api/access-requests/{id}/refuse',
  name: 'refuseAccessRequest',
  summary: 'Refuse a request for access',
  description: 'Whoever asked is told that it was refused. The reason is for the operator, and is not sent.',
  params: named,
  body: z.object({ reason: filled(500).optional().meta({ example: 'We could not reach you.' }) }),
  answer: z.object({ accessRequest }),
  conflicts: 'The request was decided already (details.state).',
})

export const handOverAccess = operation('access_requests:manage', {
  ...operators,
  method: 'POST',
  path: '/api/access-requests/{id}/handover',
  name: 'handOverAccess',
  summary: 'Make a new link for access that was granted',
  description:
    'For a link that was lost or has expired. It ends the one before it, and is sent to the administrator too.',
  params: named,
  body: z.object({}),
  answer: z.object({ accessRequest, ...link }),
  conflicts: 'The request was not granted (details.state), or a link was used: the organisation has its secret.',
})
