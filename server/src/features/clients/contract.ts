import { z } from 'zod'
import { roles } from '../../actor.ts'
import { operation } from '../../http/operation.ts'
import { id, line, page, pagination, patterned, utc } from '../../lib/fields.ts'
import { scopeList } from '../../lib/scope-list.ts'
import { DEFAULT_GRACE_HOURS, MAX_GRACE_HOURS, statuses } from './rules.ts'

const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'

/** The sandbox's fixed clients have names of their own. */
const clientId = patterned(64, /^[0-9A-Za-z_-]{1,64}$/, 'must be the id of a client').meta({
  example: `cli_${OPAQUE}`,
})

const name = line(200).meta({ description: 'What it is for, for people.', example: 'Booking on the website' })
const scopes = scopeList().meta({ description: 'What its tokens may do, within the role of the user it acts as.' })

const client = z
  .object({
    id: clientId,
    name: z.string().meta({ example: 'Booking on the website' }),
    actsAs: z
      .object({ id: id('usr'), name: z.string().meta({ example: 'Salma Idrissi' }), role: z.enum(roles) })
      .meta({ description: 'The user that its tokens act as.' }),
    scopes: z.array(z.string()).meta({ example: ['users:read', 'appointments:read', 'appointments:write'] }),
    status: z.enum(statuses),
    createdAt: utc,
    secrets: z
      .array(z.object({ createdAt: utc, expiresAt: utc.nullable() }))
      .meta({ description: 'Those that work now: one that stays, and while it changes over one more that ends.' }),
  })
  .meta({ id: 'Client' })

const secret = z.string().meta({
  description: 'Shown in this answer and never again.',
  example: 'Rk1vT2lM8wq3Zb6yH0sXcD5uJ9aEpKtN4gVfQx7LhWo',
})

const named = z.object({ id: clientId })
const base = { tag: 'Clients', subject: 'Client', roles: ['ADMIN'] } as const

export const listClients = operation('clients:manage', {
  ...base,
  method: 'GET',
  path: '/api/clients',
  name: 'listClients',
  summary: 'List clients',
  description: 'All of the organisation, disabled ones too. Newest first.',
  query: z.object({ ...page }),
  answer: z.object({ clients: z.array(client), pagination }),
})

export const createClient = operation('clients:manage', {
  ...base,
  method: 'POST',
  path: '/api/clients',
  name: 'createClient',
  summary: 'Make a client',
  description:
    'A client acts as one user of the organisation. Give it the scopes that it needs and no more; you can give only those that your own token holds.',
  body: z.object({
    name,
    actsAs: id('usr').meta({ example: 'usr_sandbox_doctor', description: 'A user of the organisation.' }),
    scopes,
  }),
  answer: z.object({ client: client.extend({ secret }) }),
})

export const readClient = operation('clients:manage', {
  ...base,
  method: 'GET',
  path: '/api/clients/{id}',
  name: 'readClient',
  summary: 'Read a client',
  params: named,
  answer: z.object({ client }),
})

export const updateClient = operation('clients:manage', {
  ...base,
  method: 'PUT',
  path: '/api/clients/{id}',
  name: 'updateClient',
  summary: 'Rename a client, change its scopes, disable or enable it',
  description:
    'Fields that are absent stay as they are. Scopes that are taken away leave its tokens within a second; a client that is disabled loses all its tokens, and they do not come back with it.',
  params: named,
  body: z
    .object({ name: name.optional(), scopes: scopes.optional(), status: z.enum(statuses).optional() })
    .meta({ example: { scopes: ['appointments:read'] } }),
  answer: z.object({ client }),
  conflicts:
    'It is the client that you are calling with, and you would lock yourself out: you cannot disable it, nor take `clients:manage` from it.',
})

/** How long the secret before goes on working. */
export const graceHours = z
  .int()
  .min(0)
  .max(MAX_GRACE_HOURS)
  .default(DEFAULT_GRACE_HOURS)
  .meta({ description: 'How many hours the present secret goes on working. 0 ends every other secret at once.' })

export const rotateClientSecret = operation('clients:manage', {
  ...base,
  method: 'POST',
  path: '/api/clients/{id}/rotate-secret',
  name: 'rotateClientSecret',
  summary: 'Give a client a new secret',
  description:
    'The new secret works at once, the present one until the grace is over, so that nothing has to stop in between. After a leak use `graceHours: 0`, which ends open hand-over links as well, with `revokeTokens: true`.',
  params: named,
  body: z
    .object({
      graceHours,
      revokeTokens: z
        .boolean()
        .default(false)
        .meta({ description: 'Also ends all tokens of the client, the one you are calling with if it is its own.' }),
    })
    .meta({ example: { graceHours: 24 } }),
  answer: z.object({
    client: z.object({
      id: clientId,
      secret,
      previousValidUntil: utc.nullable().meta({ description: 'Null when no other secret works any more.' }),
    }),
  }),
  conflicts:
    'An earlier rotation is under way: two secrets work already. Wait until the older one has ended, or end both with `graceHours: 0`.',
  refusals: 'The client holds scopes that your own token does not.',
})
