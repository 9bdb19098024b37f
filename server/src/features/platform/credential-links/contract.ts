import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Endpoint } from '../../../http/endpoint.ts'
import { operation } from '../../../http/operation.ts'
import { notice, secretField } from '../../../http/shown-once.ts'
import { patterned, utc } from '../../../lib/fields.ts'

const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'
const clientId = z.string().meta({ example: `cli_${OPAQUE}` })

/** A link that an administrator passes on. */
const link = {
  handoverUrl: secretField(
    'A page that shows the secret once. Anyone with this URL can get the secret, so send it to one person only.',
    'https://api.example.ma/access/uO3x0mYqUu7m2v1C4c9y8Jr5wQeTzLkPbNdGhXaSfVo',
  ),
  expiresAt: utc.meta({ description: 'When the unused link expires.' }),
  notice,
}

export const createCredentialLink = operation('clients:manage', {
  tag: 'Clients',
  subject: 'Client',
  roles: rolesOf(access.clients.manage),
  method: 'POST',
  path: '/api/clients/{id}/handover',
  name: 'handOverClient',
  call: 'clients.handOver',
  summary: 'Create a credential link',
  description:
    'The link shows the client’s id and a new secret once, to the person who will operate the client. The secret is created when the link is used; until then nothing changes. A new link ends the previous one.',
  params: z.object({ id: patterned(64, /^[0-9A-Za-z_-]{1,64}$/) }),
  body: z.strictObject({
    graceHours: z.int().min(0).max(168).default(24).meta({
      description: 'How many hours the current secret stays valid after the link is used. 0 ends it at once.',
    }),
  }),
  answer: z.object({ client: z.object({ id: clientId }).meta({ id: 'HandedOverClient' }), ...link }),
  shownOnce: ['handoverUrl'],
  conflicts: 'The client is disabled.',
  refusals: 'The client holds scopes that your own token does not.',
})

/** The token of a link. */
export const linkToken = z.object({
  token: patterned(43, /^[\w-]{43}$/).meta({
    description: 'The last part of the link.',
    example: 'uO3x0mYqUu7m2v1C4c9y8Jr5wQeTzLkPbNdGhXaSfVo',
  }),
})

const newSecret = z.object({
  clientId,
  clientSecret: z.string().meta({ example: 'Rk1vT2lM8wq3Zb6yH0sXcD5uJ9aEpKtN4gVfQx7LhWo' }),
})

/** How programs use the link, for openapi.json. People use the button of the page at the same URL. */
export const credentialLinkEndpoints: Endpoint[] = [
  {
    tag: 'Clients',
    method: 'POST',
    path: '/access/{token}',
    name: 'takeClientSecret',
    call: 'clients.takeSecret',
    audience: 'browser',
    summary: 'Use a credential link',
    description:
      'Creates a new secret of the client and returns it. A link works once: if you lose the response, ask for a new link. Send `Accept: application/json` to get JSON instead of a page.',
    access: 'public',
    errorFormat: 'envelope',
    params: linkToken,
    answer: newSecret,
    unknown: 'Unknown link.',
    gone: 'The link was used, has expired, or a newer one has replaced it.',
    conflicts:
      'A rotation of the secret is in progress. The link stays valid: use it when the older secret has expired.',
  },
]
