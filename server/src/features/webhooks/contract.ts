import { z } from 'zod'
import { eventKinds } from '../../events/catalog.ts'
import { operation } from '../../http/operation.ts'
import { id, page, pagination, text, utc } from '../../lib/fields.ts'
import { MAX_ENDPOINTS, MAX_URL_LENGTH, statuses, urlFault } from './rules.ts'

const kind = z.enum(eventKinds, { error: 'must be one of the kinds of events' })

const url = text(MAX_URL_LENGTH)
  .superRefine((value, issues) => {
    const message = urlFault(value)
    if (message) issues.addIssue({ code: 'custom', message })
  })
  .meta({ description: 'An https address on the public internet.', example: 'https://clinic.example/hooks' })

const kinds = z
  .array(kind)
  .max(eventKinds.length)
  .superRefine((given, issues) => {
    given.forEach((value, at) => {
      if (given.indexOf(value) < at) issues.addIssue({ code: 'custom', path: [at], message: 'is named twice' })
    })
  })
  .meta({ description: 'The kinds to be told of; absent or empty means all, those to come included.' })

const webhook = z.object({
  id: id('whk'),
  url: z.string(),
  events: z.array(kind).meta({ description: 'Empty means all.' }),
  status: z.enum(statuses),
  description: z.string().nullable(),
  createdAt: utc,
})

const named = z.object({ id: id('whk') })
const base = { tag: 'Webhooks', subject: 'Webhook' } as const

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
  body: z.object({ url, events: kinds.default([]), description: text(500, 0).optional() }),
  status: 201,
  answer: z.object({
    webhook: webhook.extend({
      secret: z.string().meta({ description: 'The key of every signature. Keep it secret.', example: 'whsec_…' }),
    }),
  }),
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

export const deleteWebhook = operation('webhooks:manage', {
  ...base,
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  name: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent to it; deliveries that were waiting are cancelled.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})
