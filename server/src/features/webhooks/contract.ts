import { z } from 'zod'
import { eventKinds } from '../../events/catalog.ts'
import { operation } from '../../http/operation.ts'
import { eachOnce, id, page, pagination, prose, text, utc } from '../../lib/fields.ts'
import { DEFAULT_GRACE_HOURS, MAX_ENDPOINTS, MAX_GRACE_HOURS, MAX_URL_LENGTH, statuses, urlFault } from './rules.ts'

const kind = z.enum(eventKinds, { error: 'must be one of the kinds of events' })

const address = text(MAX_URL_LENGTH).superRefine((value, issues) => {
  const message = urlFault(value)
  if (message) issues.addIssue({ code: 'custom', message })
})
const url = address.meta({
  description: 'An https address on the public internet.',
  example: 'https://clinic.example/hooks',
})
const redundantUrl = address.meta({
  description:
    'Where an event goes when the first address does not take it, within the same attempt. Enterprise plan; not the same as `url`.',
  example: 'https://backup.clinic.example/hooks',
})

const kinds = eachOnce(z.array(kind).max(eventKinds.length)).meta({
  description: 'The kinds to be told of; absent or empty means all, those to come included.',
})

const description = prose(500).meta({ description: 'What it is for, for people.', example: 'Our records' })

const webhook = z.object({
  id: id('whk'),
  url: z.string().meta({ example: 'https://clinic.example/hooks' }),
  redundantUrl: z.string().nullable().meta({ example: null }),
  events: z.array(kind).meta({ description: 'Empty means all.' }),
  status: z.enum(statuses).meta({
    description:
      'DISABLED_USER by its owner, DISABLED_AUTO after failing for days, GONE because it answered 410. Events are held for it until it is enabled.',
  }),
  description: z.string().nullable().meta({ example: 'Our records' }),
  createdAt: utc,
  failingSince: utc.nullable().meta({ description: 'Since when no request has succeeded.', example: null }),
  lastSuccessAt: utc.nullable().meta({ description: 'When one last did, to the minute.' }),
  rotation: z
    .object({ state: z.enum(['NEXT', 'PREVIOUS']), until: utc })
    .nullable()
    .meta({
      description:
        'Of the second secret, while there is one: a NEXT one takes over at `until`, a PREVIOUS one ends then.',
      example: null,
    }),
})

const named = z.object({ id: id('whk') })
const base = { tag: 'Webhooks', subject: 'Webhook' } as const

const secret = z.string().meta({ description: 'The key of every signature. Keep it secret.', example: 'whsec_…' })

export const listWebhooks = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/webhooks',
  name: 'listWebhooks',
  summary: 'List webhooks',
  description: 'Administrators see all of the tenant, others those of their own client. Newest first.',
  query: z.object({ ...page }),
  answer: z.object({ webhooks: z.array(webhook), pagination }),
})

export const registerWebhook = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks',
  name: 'registerWebhook',
  summary: 'Register a webhook',
  description:
    'From now on, events that the client may read are posted to the address, signed with the secret. The secret is shown in this answer and never again.',
  body: z.object({
    url,
    redundantUrl: redundantUrl.optional(),
    events: kinds.default([]),
    description: description.optional(),
  }),
  status: 201,
  answer: z.object({ webhook: webhook.extend({ secret }) }),
  conflicts: `The organisation has ${MAX_ENDPOINTS} webhooks already.`,
})

export const readWebhook = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/webhooks/{id}',
  name: 'readWebhook',
  summary: 'Read a webhook',
  params: named,
  answer: z.object({ webhook }),
})

export const updateWebhook = operation('webhooks:manage', {
  ...base,
  method: 'PUT',
  path: '/api/webhooks/{id}',
  name: 'updateWebhook',
  summary: 'Change a webhook',
  description:
    'Fields that are absent stay as they are. Other kinds concern events from now on; another address concerns deliveries that wait as well.',
  params: named,
  body: z
    .object({
      url: url.optional(),
      redundantUrl: redundantUrl.nullable().optional(),
      events: kinds.optional(),
      description: description.nullable().optional(),
    })
    .meta({ example: { events: ['appointment.created', 'appointment.cancelled'] } }),
  answer: z.object({ webhook }),
})

export const enableWebhook = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks/{id}/enable',
  name: 'enableWebhook',
  summary: 'Enable a webhook',
  description:
    'Whatever it was disabled for. What was held for it is sent, after what happens from now on. An enabled one stays as it is.',
  params: named,
  answer: z.object({ webhook }),
})

export const disableWebhook = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks/{id}/disable',
  name: 'disableWebhook',
  summary: 'Disable a webhook',
  description:
    'Nothing more is sent to it; events are held for it until it is enabled. One that is disabled already stays as it is, and keeps its reason.',
  params: named,
  answer: z.object({ webhook }),
})

export const rotateWebhookSecret = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks/{id}/rotate-secret',
  name: 'rotateWebhookSecret',
  summary: 'Give a webhook a new secret',
  description:
    'Until the grace is over, `X-MC-Signature` stays with the present secret and `X-MC-Signature-Next` carries the new one. Then they change places, and for as long again `X-MC-Signature-Previous` carries the old one. `webhook-signature` lists them all.',
  params: named,
  body: z
    .object({
      graceHours: z.int().min(0).max(MAX_GRACE_HOURS).default(DEFAULT_GRACE_HOURS).meta({
        description:
          'How many hours until the new secret takes over. 0, after a leak: at once, and every other secret ends.',
      }),
    })
    .meta({ example: { graceHours: 24 } }),
  answer: z.object({
    webhook: z.object({
      id: id('whk'),
      secret,
      graceUntil: utc.nullable().meta({ description: 'When the new secret takes over; null when it has.' }),
    }),
  }),
  conflicts:
    'An earlier rotation is under way. Wait until the new secret has taken over, or end all others with `graceHours: 0`.',
})

export const deleteWebhook = operation('webhooks:manage', {
  ...base,
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  name: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent to it; deliveries that were waiting are cancelled, and so is a recovery.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})
