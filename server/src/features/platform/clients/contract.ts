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

/** The fixed clients of the sandbox have ids of another form, such as `sandbox-admin`. */
const clientId = patterned(64, /^[0-9A-Za-z_-]{1,64}$/, 'must be a client id').meta({
  example: `cli_${OPAQUE}`,
})

const name = line(200).meta({ description: 'A name for your own use.', example: 'Booking on the website' })
const scopes = scopeList().meta({
  id: 'ClientScopes',
  description: 'The scopes of the client’s tokens. The role of its user limits them further.',
})

const status = z.enum(statuses).meta({ id: 'ClientStatus' })

export const client = z
  .object({
    id: clientId,
    name: z.string().meta({ example: 'Booking on the website' }),
    actsAs: z
      .object({ id: id('usr'), name: z.string().meta({ example: 'Salma Idrissi' }), role: accountRole })
      .meta({ id: 'ClientUser', description: 'The user that the client acts as.' }),
    scopes: z.array(heldScope).meta({ example: ['users:read', 'appointments:read', 'appointments:write'] }),
    status,
    createdAt: utc,
    actingAllowedAt: utc.nullable().meta({
      description:
        'When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission.',
      example: '2026-09-01T08:00:00.000Z',
    }),
    signingAllowedAt: utc.nullable().meta({
      description:
        'When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`.',
      example: null,
    }),
    endedAt: utc.nullable().meta({ description: 'When the user permanently ended the client.', example: null }),
    secrets: z.array(z.object({ createdAt: utc, expiresAt: utc.nullable() }).meta({ id: 'ClientSecret' })).meta({
      description: 'The valid secrets: the current one, and during a rotation also the previous one with its expiry.',
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
    'A client acts as one user of the organisation. If that user is not the caller, the client is refused every operation until the user allows it in their own session; the user and the other administrators are notified. A doctor or dentist also decides whether the client may sign and issue. Give a client only the scopes that it needs. You can give only scopes of your own token.',
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
  description: 'Does not return the secret, which was shown once.',
  params: named,
  answer: z.object({ client }),
})

export const updateClient = operation('clients:manage', {
  ...base,
  method: 'PUT',
  path: '/api/clients/{id}',
  name: 'updateClient',
  call: 'clients.update',
  summary: 'Update a client',
  description:
    'Changes the name, the scopes or the status. Absent fields keep their values. A removed scope is removed from the client’s tokens within a second. An added scope ends the client’s permission to sign, and also its permission to act unless its user adds the scope. Disabling a client revokes all its tokens permanently.',
  params: named,
  body: z
    .strictObject({ name: name.optional(), scopes: scopes.optional(), status: status.optional() })
    .meta({ example: { scopes: ['appointments:read'] } }),
  answer: z.object({ client }),
  conflicts:
    'A client cannot disable itself or remove its own scope `clients:manage`. A client that its user ended cannot be enabled.',
})

/** How long the previous secret stays valid. */
const graceHours = z
  .int()
  .min(0)
  .max(MAX_GRACE_HOURS)
  .default(DEFAULT_GRACE_HOURS)
  .meta({ description: 'How many hours the current secret stays valid. 0 ends all other secrets at once.' })

export const rotateClientSecret = operation('clients:manage', {
  ...base,
  method: 'POST',
  path: '/api/clients/{id}/rotate-secret',
  name: 'rotateClientSecret',
  call: 'clients.rotateSecret',
  summary: 'Rotate the secret of a client',
  description:
    'The new secret is valid at once. The current secret stays valid until the grace period ends, so that there is no interruption. After a leak, use `graceHours: 0`, which also ends unused credential links, and `revokeTokens: true`. A new secret ends the client’s permission to sign. If a user other than the client’s user rotates the secret, tokens of the new secret are refused until the client’s user, who is notified, allows them; tokens of the current secret still work.',
  params: named,
  body: z
    .strictObject({
      graceHours,
      revokeTokens: z.boolean().default(false).meta({
        description:
          'Also revokes all tokens of the client, including the token of this call if it belongs to the client.',
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
