import { z } from 'zod'
import { eventKinds } from '../../events/catalog.ts'
import { deliveryErrors, deliveryStates, triggers } from '../../events/deliveries.ts'
import { operation } from '../../http/operation.ts'
import { commaList, cursor, deliveryId, id, instant, nextCursor, page, pagination, utc } from '../../lib/fields.ts'
import { MAX_RECOVERY_DAYS } from './rules.ts'

const kind = z.enum(eventKinds)

const delivery = z
  .object({
    id: deliveryId,
    webhookId: id('whk'),
    eventId: id('evt'),
    event: kind,
    test: z
      .boolean()
      .meta({ description: 'Whether somebody asked for it to try the webhook, and nothing happened.', example: false }),
    state: z.enum(deliveryStates).meta({
      description:
        'PENDING waits for `nextAttemptAt`; HELD waits for the webhook to be enabled; FAILED after four attempts.',
      example: 'SUCCEEDED',
    }),
    attempt: z.int().meta({ description: 'How many requests were begun.' }),
    trigger: z.enum(triggers).meta({ description: 'The event itself, a resend, or a recovery.' }),
    nextAttemptAt: utc.nullable().meta({ description: 'Of one that is PENDING.', example: null }),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: 'The status of the last answer, where there was one.', example: 200 }),
    lastError: z.enum(deliveryErrors).nullable().meta({ description: 'Why the last attempt failed.', example: null }),
    createdAt: utc,
    finishedAt: utc.nullable(),
  })
  .meta({ id: 'Delivery' })

const attempt = z.object({
  attempt: z.int(),
  redundant: z.boolean().meta({ description: 'Whether it went to the second address, which the first had not taken.' }),
  at: utc,
  durationMs: z.int().meta({ example: 48 }),
  status: z.int().nullable().meta({ example: 200 }),
  error: z.enum(deliveryErrors).nullable().meta({ description: 'Why it failed.', example: null }),
  responseHead: z.string().nullable().meta({ description: 'How the answer to a failed attempt began.', example: null }),
})

const recovery = z
  .object({
    id: id('rcv'),
    state: z.enum(['RUNNING', 'DONE', 'CANCELLED']),
    since: utc.meta({ example: '2026-12-01T06:00:00.000Z' }),
    until: utc,
    resent: z.int().meta({ description: 'How many deliveries it has made so far.', example: 120 }),
    createdAt: utc,
    finishedAt: utc.nullable().meta({ example: null }),
  })
  .meta({ id: 'Recovery' })

const ofWebhook = { tag: 'Webhooks', subject: 'Webhook', params: z.object({ id: id('whk') }) } as const
const ofDelivery = { tag: 'Webhooks', subject: 'Delivery', params: z.object({ id: deliveryId }) } as const

export const testWebhook = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  name: 'testWebhook',
  summary: 'Send a webhook a test event',
  description:
    'An event of made-up data, to this webhook alone, signed and delivered like any other and marked by the header `X-MC-Test: true`. Kinds that the webhook does not listen to may be tried as well.',
  body: z
    .object({
      event: kind.optional().meta({ description: 'By default the first kind that the webhook listens to.' }),
    })
    .meta({ example: { event: 'appointment.created' } }),
  answer: z.object({ delivery: delivery.pick({ id: true, eventId: true, event: true, state: true }) }),
  conflicts: 'The webhook is disabled.',
})

export const listDeliveries = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  name: 'listDeliveries',
  summary: 'List the deliveries to a webhook',
  description:
    'Newest event first. With a filter by kind or time, a page may hold fewer than `pageSize` and still not be the last: go on with `nextCursor` until it is null.',
  query: z.object({
    state: commaList(deliveryStates),
    event: commaList(eventKinds),
    from: instant.optional().meta({ description: 'Those of events at this time or later.' }),
    to: instant.optional().meta({ description: 'Those of events before this time.' }),
    cursor,
    pageSize: page.pageSize,
  }),
  answer: z.object({ deliveries: z.array(delivery), nextCursor }),
})

export const readDelivery = operation('webhooks:manage', {
  ...ofDelivery,
  method: 'GET',
  path: '/api/webhooks/deliveries/{id}',
  name: 'readDelivery',
  summary: 'Read a delivery',
  description: 'With the requests that were made, oldest first. What was sent is at `/api/events/{id}`.',
  answer: z.object({ delivery: delivery.extend({ attempts: z.array(attempt) }) }),
})

export const resendDelivery = operation('webhooks:manage', {
  ...ofDelivery,
  method: 'POST',
  path: '/api/webhooks/deliveries/{id}/resend',
  name: 'resendDelivery',
  summary: 'Send a delivery again',
  description:
    'One that waits is sent now. One that has ended is sent by a new delivery, with the same event id and the same bytes; as often as you like.',
  answer: z.object({ delivery }),
  conflicts: 'It is being sent, the webhook is disabled, or it has been sent again too often.',
  refusals: 'The client of the webhook may no longer read such an event.',
})

export const recoverDeliveries = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'POST',
  path: '/api/webhooks/{id}/recover',
  name: 'recoverDeliveries',
  summary: 'Send again what failed in a time',
  description: `Every event of the time whose last delivery to this webhook FAILED is sent once more, bit by bit and after what happens meanwhile. At most ${MAX_RECOVERY_DAYS} days. Events that the webhook’s client may no longer read are left out.`,
  body: z
    .object({
      since: instant.meta({ description: 'Events at this time or later.' }),
      until: instant.optional().meta({ description: 'Events before this time; by default, and at most, now.' }),
    })
    .meta({ example: { since: '2026-12-01T09:30:00Z' } }),
  answer: z.object({ recovery }),
  conflicts: 'The webhook is disabled, or a recovery is running (details.recovery.id names it).',
})

export const listRecoveries = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'GET',
  path: '/api/webhooks/{id}/recoveries',
  name: 'listRecoveries',
  summary: 'List the recoveries of a webhook',
  description: 'Newest first, with how far they have come.',
  query: z.object({ ...page }),
  answer: z.object({ recoveries: z.array(recovery), pagination }),
})
