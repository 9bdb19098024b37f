import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { accountRole } from '../../../actor.ts'
import { operation } from '../../../http/operation.ts'
import { notice, secretField } from '../../../http/shown-once.ts'
import { id, line, page, pagination, patterned, utc } from '../../../lib/fields.ts'
import { heldScope, scopeList } from '../../../lib/scope-list.ts'
import { DEFAULT_GRACE_HOURS, MAX_GRACE_HOURS, statuses } from './rules.ts'

const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'

/** The sandbox's fixed clients have ids of another form. */
const clientId = patterned(64, /^[0-9A-Za-z_-]{1,64}$/, 'must be a client id').meta({
  example: `cli_${OPAQUE}`,
})

const name = line(200).meta({ description: 'A name for your own use.', example: 'Booking on the website' })
const scopes = scopeList().meta({
  id: 'ClientScopes',
  description: 'The scopes of its tokens, limited by the role of its user.',
})

const status = z.enum(statuses).meta({ id: 'ClientStatus' })

export const client = z
  .object({
    id: clientId,
    name: z.string().meta({ example: 'Booking on the website' }),
    actsAs: z
      .object({ id: id('usr'), name: z.string().meta({ example: 'Salma Idrissi' }), role: accountRole })
      .meta({ id: 'ClientUser', description: 'The user as whom its tokens act.' }),
    scopes: z.array(heldScope).meta({ example: ['users:read', 'appointments:read', 'appointments:write'] }),
    status,
    createdAt: utc,
    actingAllowedAt: utc.nullable().meta({
      description:
        'Since when its user lets it act as them; null while it is refused every operation. A client that its user made acts at once; else they allow it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets made later wait for the permission.',
      example: '2026-09-01T08:00:00.000Z',
    }),
    signingAllowedAt: utc.nullable().meta({
      description:
        'Since when its user, a doctor or dentist, lets it sign and issue in their name; null while it may not. They allow it in their own session, with `POST /api/users/me/clients/{id}/signing`.',
      example: null,
    }),
    endedAt: utc.nullable().meta({ description: 'When its user ended it, which is permanent.', example: null }),
    secrets: z.array(z.object({ createdAt: utc, expiresAt: utc.nullable() }).meta({ id: 'ClientSecret' })).meta({
      description: 'The valid secrets: the current one, and during a rotation also the previous one, which expires.',
    }),
  })
  .meta({ id: 'Client' })

const secret = secretField('Returned only in this response.', 'Rk1vT2lM8wq3Zb6yH0sXcD5uJ9aEpKtN4gVfQx7LhWo')

export const named = z.object({ id: clientId })
const base = { tag: 'Clients', subject: 'Client', roles: rolesOf(access.clients.manage) } as const

export const listClients = operation('clients:manage', {
  ...base,
  method: 'GET',
  path: '/api/clients',
  name: 'listClients',
  call: 'clients.list',
  summary: 'List clients',
  description: 'All clients of the organisation, including disabled ones. Newest first.',
  query: z.strictObject({ ...page }),
  answer: z.object({ clients: z.array(client), pagination }),
})

export const createClient = operation('clients:manage', {
  ...base,
  method: 'POST',
  path: '/api/clients',
  name: 'createClient',
  call: 'clients.create',
  summary: 'Create a client',
  description:
    'A client acts as one user of the organisation. Unless that is the caller, it is refused every operation until the user allows it in their own session; the user and the other administrators get a message. A doctor or dentist also decides whether it may sign and issue. Give it only the scopes that it needs; you can give only scopes of your own token.',
  body: z.strictObject({
    name,
    actsAs: id('usr').meta({ example: 'usr_sandbox_doctor', description: 'A user of the organisation.' }),
    scopes,
  }),
  answer: z.object({ client: client.extend({ secret }).meta({ id: 'ClientWithSecret' }), notice }),
  shownOnce: ['client.secret'],
})

export const readClient = operation('clients:manage', {
  ...base,
  method: 'GET',
  path: '/api/clients/{id}',
  name: 'readClient',
  call: 'clients.get',
  summary: 'Read a client',
  description: 'Never with its secret, which was shown once.',
  params: named,
  answer: z.object({ client }),
})

export const updateClient = operation('clients:manage', {
  ...base,
  method: 'PUT',
  path: '/api/clients/{id}',
  name: 'updateClient',
  call: 'clients.update',
  summary: 'Rename a client, change its scopes, disable or enable it',
  description:
    'Absent fields keep their values. Removed scopes are removed from its tokens within a second. An added scope ends its permission to sign, and, unless its user adds it, to act. Disabling a client revokes all its tokens permanently.',
  params: named,
  body: z
    .strictObject({ name: name.optional(), scopes: scopes.optional(), status: status.optional() })
    .meta({ example: { scopes: ['appointments:read'] } }),
  answer: z.object({ client }),
  conflicts:
    'A client cannot disable itself or remove its own `clients:manage` scope. A client that its user ended cannot be enabled.',
})

/** How long the previous secret stays valid. */
export const graceHours = z
  .int()
  .min(0)
  .max(MAX_GRACE_HOURS)
  .default(DEFAULT_GRACE_HOURS)
  .meta({ description: 'Hours for which the present secret stays valid. 0 ends all other secrets at once.' })

export const rotateClientSecret = operation('clients:manage', {
  ...base,
  method: 'POST',
  path: '/api/clients/{id}/rotate-secret',
  name: 'rotateClientSecret',
  call: 'clients.rotateSecret',
  summary: 'Rotate the secret of a client',
  description:
    'The new secret is valid at once, and the present one until the grace period ends, so that there is no interruption. After a leak use `graceHours: 0`, which also ends unused credential links, with `revokeTokens: true`. A new secret ends the client’s permission to sign. If another user rotates it, tokens of the new secret are refused until the client’s user allows it, of which they get a message; those of the present secret go on.',
  params: named,
  body: z
    .strictObject({
      graceHours,
      revokeTokens: z.boolean().default(false).meta({
        description: 'Also revokes all tokens of the client, including the caller’s token if it is the client’s own.',
      }),
    })
    .meta({ example: { graceHours: 24 } }),
  answer: z.object({
    client: client
      .extend({
        secret,
        previousValidUntil: utc.nullable().meta({ description: 'Null when no other secret is valid.' }),
      })
      .meta({ id: 'RotatedClient' }),
    notice,
  }),
  shownOnce: ['client.secret'],
  conflicts:
    'A rotation is in progress: two secrets are already valid. Wait until the older one has expired, or end both with `graceHours: 0`.',
  refusals: 'The client has scopes that your own token does not.',
})
