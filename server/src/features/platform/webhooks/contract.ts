import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { eventKind, eventKinds } from '../../../events/catalog.ts'
import { operation } from '../../../http/operation.ts'
import { notice, secretField } from '../../../http/shown-once.ts'
import { id, page, pagination, prose, text, utc, withoutDuplicates } from '../../../lib/fields.ts'
import { DEFAULT_GRACE_HOURS, MAX_ENDPOINTS, MAX_GRACE_HOURS, MAX_URL_LENGTH, statuses, urlFault } from './rules.ts'

const address = text(MAX_URL_LENGTH).superRefine((value, issues) => {
  const message = urlFault(value)
  if (message) issues.addIssue({ code: 'custom', message })
})
const url = address.meta({
  description: 'An https URL on the public internet.',
  example: 'https://clinic.example/hooks',
})
const redundantUrl = address.meta({
  description:
    'A second URL, used within the same attempt if `url` fails. It must differ from `url`. Enterprise plan only.',
  example: 'https://backup.clinic.example/hooks',
})

const kinds = withoutDuplicates(
  z.array(z.enum(eventKinds, { error: 'must be an event kind' }).meta({ id: 'EventKind' })).max(eventKinds.length),
).meta({
  description: 'The event kinds to send. If absent or empty, all kinds are sent, including future ones.',
})

const description = prose(500).meta({ description: 'A description for your own use.', example: 'Our records' })

const webhook = z
  .object({
    id: id('whk'),
    clientId: z.string().meta({ description: 'The client that the webhook belongs to.', example: 'sandbox-admin' }),
    url: z.string().meta({ example: 'https://clinic.example/hooks' }),
    redundantUrl: z.string().nullable().meta({ example: null }),
    events: z.array(eventKind).meta({ description: 'The event kinds that are sent. Empty for all kinds.' }),
    status: z.enum(statuses).meta({
      id: 'WebhookStatus',
      description:
        'DISABLED_USER: a user disabled it. DISABLED_AUTO: it was disabled after failing for days. GONE: it was disabled because it answered 410. The events of a disabled webhook are held until it is enabled.',
    }),
    description: z.string().nullable().meta({ example: 'Our records' }),
    createdAt: utc,
    failingSince: utc
      .nullable()
      .meta({ description: 'When the first request failed after the last success.', example: null }),
    lastSuccessAt: utc.nullable().meta({ description: 'When a request last succeeded, to the minute.' }),
    rotation: z
      .object({ state: z.enum(['NEXT', 'PREVIOUS']), until: utc })
      .meta({ id: 'SecretRotation' })
      .nullable()
      .meta({
        description:
          'The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires.',
        example: null,
      }),
  })
  .meta({ id: 'Webhook' })

const named = z.object({ id: id('whk') })
const base = { tag: 'Webhooks', subject: 'Webhook', roles: rolesOf(access.webhooks.manage) } as const

const secret = secretField('The key of the signatures. Keep it secret.', 'whsec_…')

export const listWebhooks = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/webhooks',
  name: 'listWebhooks',
  call: 'webhooks.list',
  summary: 'List webhooks',
  description:
    'Administrators see all webhooks of the organisation. Other users see the webhooks of their own client. Newest first.',
  query: z.strictObject({ ...page }),
  answer: z.object({ webhooks: z.array(webhook), pagination }),
})

export const registerWebhook = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks',
  name: 'registerWebhook',
  call: 'webhooks.register',
  summary: 'Register a webhook',
  description:
    'From now on, events that the client may read are posted to the URL, signed with the secret. The secret is returned only in this response. An administrator may register a webhook for another client of the organisation.',
  body: z.strictObject({
    url,
    redundantUrl: redundantUrl.optional(),
    events: kinds.default([]),
    description: description.optional(),
    clientId: text(64).optional().meta({
      description:
        'The client that the webhook belongs to. The webhook receives the events that this client may read. By default the client of the token; required in a browser session. Only an administrator may name another client.',
      example: 'sandbox-admin',
    }),
  }),
  status: 201,
  answer: z.object({ webhook: webhook.extend({ secret }).meta({ id: 'WebhookWithSecret' }), notice }),
  shownOnce: ['webhook.secret'],
  refusals:
    'The client is not your own and you are not an administrator, it has scopes that your own token does not, or it waits for the permission of its user.',
  conflicts: `The organisation already has ${MAX_ENDPOINTS} webhooks.`,
})

export const readWebhook = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/webhooks/{id}',
  name: 'readWebhook',
  call: 'webhooks.get',
  summary: 'Read a webhook',
  description: 'Does not return the secret, which was shown once.',
  params: named,
  answer: z.object({ webhook }),
})

export const updateWebhook = operation('webhooks:manage', {
  ...base,
  method: 'PUT',
  path: '/api/webhooks/{id}',
  name: 'updateWebhook',
  call: 'webhooks.update',
  summary: 'Update a webhook',
  description:
    'Absent fields keep their values. New event kinds apply to future events; a new URL also applies to waiting deliveries.',
  params: named,
  body: z
    .strictObject({
      url: url.optional(),
      redundantUrl: redundantUrl.nullable().optional(),
      events: kinds.optional(),
      description: description.nullable().optional(),
    })
    .meta({ example: { events: ['appointment.created', 'appointment.cancelled'] } }),
  answer: z.object({ webhook }),
  refusals:
    'The webhook’s client has scopes that your own token does not, or it waits for the permission of its user. Until then, only that user can change the addresses.',
})

export const enableWebhook = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks/{id}/enable',
  name: 'enableWebhook',
  call: 'webhooks.enable',
  summary: 'Enable a webhook',
  description:
    'Enables a webhook, whatever the reason for which it was disabled. Held deliveries are sent after new events. Has no effect on an enabled webhook.',
  params: named,
  answer: z.object({ webhook }),
  refusals: 'The webhook’s client has scopes that your own token does not.',
})

export const disableWebhook = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks/{id}/disable',
  name: 'disableWebhook',
  call: 'webhooks.disable',
  summary: 'Disable a webhook',
  description:
    'Stops deliveries; events are held until the webhook is enabled. A webhook that is already disabled keeps its status.',
  params: named,
  answer: z.object({ webhook }),
})

export const rotateWebhookSecret = operation('webhooks:manage', {
  ...base,
  method: 'POST',
  path: '/api/webhooks/{id}/rotate-secret',
  name: 'rotateWebhookSecret',
  call: 'webhooks.rotateSecret',
  summary: 'Rotate the secret of a webhook',
  description:
    'During the grace period, `X-MC-Signature` uses the current secret and `X-MC-Signature-Next` the new one. Then the new secret takes over, and for the same period `X-MC-Signature-Previous` uses the old one. `webhook-signature` lists all signatures.',
  params: named,
  body: z
    .strictObject({
      graceHours: z.int().min(0).max(MAX_GRACE_HOURS).default(DEFAULT_GRACE_HOURS).meta({
        description:
          'Hours until the new secret takes over. With 0, it takes over at once and all other secrets expire; use 0 after a leak.',
      }),
    })
    .meta({ example: { graceHours: 24 } }),
  answer: z.object({
    webhook: webhook
      .extend({
        secret,
        graceUntil: utc.nullable().meta({ description: 'When the new secret takes over; null if it already has.' }),
      })
      .meta({ id: 'RotatedWebhook' }),
    notice,
  }),
  shownOnce: ['webhook.secret'],
  conflicts:
    'A rotation is in progress. Wait until the new secret has taken over, or replace all secrets with `graceHours: 0`.',
  refusals: 'The webhook’s client has scopes that your own token does not.',
})

export const deleteWebhook = operation('webhooks:manage', {
  ...base,
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  name: 'deleteWebhook',
  call: 'webhooks.delete',
  summary: 'Delete a webhook',
  description: 'Cancels waiting deliveries and a running recovery.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})
