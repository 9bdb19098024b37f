import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { eventKind } from '../../../events/catalog.ts'
import { deliveryError, deliveryState, trigger } from '../../../events/deliveries.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, cursor, deliveryId, id, instant, nextCursor, page, pagination, utc } from '../../../lib/fields.ts'
import { MAX_RECOVERY_DAYS } from './rules.ts'

const delivery = z
  .object({
    id: deliveryId,
    webhookId: id('whk'),
    eventId: id('evt'),
    event: eventKind,
    test: z.boolean().meta({ description: 'Whether this is a test event with fictitious data.', example: false }),
    state: deliveryState.meta({
      description:
        'PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due.',
      example: 'SUCCEEDED',
    }),
    attempt: z.int().meta({ description: 'How many attempts were started.' }),
    trigger: trigger.meta({ description: 'What caused the delivery: the event, a resend or a recovery.' }),
    nextAttemptAt: utc
      .nullable()
      .meta({ description: 'When the next attempt of a PENDING delivery is due.', example: null }),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the last response, if there was one.', example: 200 }),
    lastError: deliveryError.nullable().meta({ description: 'The reason the last attempt failed.', example: null }),
    createdAt: utc,
    finishedAt: utc.nullable(),
  })
  .meta({ id: 'Delivery' })

const attempt = z
  .object({
    attempt: z.int(),
    redundant: z.boolean().meta({ description: 'Whether the request went to `redundantUrl`, after `url` had failed.' }),
    at: utc,
    durationMs: z.int().meta({ example: 48 }),
    status: z.int().nullable().meta({ example: 200 }),
    error: deliveryError.nullable().meta({ description: 'The reason the attempt failed.', example: null }),
    responseHead: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of the response to a failed attempt.', example: null }),
  })
  .meta({ id: 'DeliveryAttempt' })

const recovery = z
  .object({
    id: id('rcv'),
    state: z.enum(['RUNNING', 'DONE', 'CANCELLED']),
    since: utc.meta({ example: '2026-12-01T06:00:00.000Z' }),
    until: utc,
    resent: z.int().meta({ description: 'How many deliveries the recovery has resent so far.', example: 120 }),
    createdAt: utc,
    finishedAt: utc.nullable().meta({ example: null }),
  })
  .meta({ id: 'Recovery' })

const base = { tag: 'Webhooks', roles: rolesOf(access.webhooks.manage) } as const
const ofWebhook = { ...base, subject: 'Webhook', params: z.object({ id: id('whk') }) } as const
const ofDelivery = { ...base, subject: 'Delivery', params: z.object({ id: deliveryId }) } as const

const listQuery = z.strictObject({
  state: commaList(deliveryState),
  event: commaList(eventKind),
  from: instant.optional().meta({ description: 'Deliveries of events at this time or later.' }),
  to: instant.optional().meta({ description: 'Deliveries of events before this time.' }),
  cursor,
  pageSize: page.pageSize,
})

export const testWebhook = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  name: 'testWebhook',
  call: 'webhooks.test',
  summary: 'Send a webhook a test event',
  description:
    'Sends an event with fictitious data to this webhook only. It is signed and delivered like any other event, with the header `X-MC-Test: true`. The webhook need not be subscribed to the kind.',
  body: z
    .strictObject({
      event: eventKind
        .optional()
        .meta({ description: 'The kind of event. By default the first kind that the webhook is subscribed to.' }),
    })
    .meta({ example: { event: 'appointment.created' } }),
  answer: z.object({
    delivery: delivery.pick({ id: true, eventId: true, event: true, state: true }).meta({ id: 'TestDelivery' }),
  }),
  conflicts: 'The webhook is disabled.',
})

export const listDeliveries = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  name: 'listDeliveries',
  call: 'webhooks.listDeliveries',
  summary: 'List the deliveries to a webhook',
  description:
    'Newest event first. With a filter by kind or time, a page with fewer than `pageSize` entries is not necessarily the last: continue with `nextCursor` until it is null.',
  query: listQuery,
  answer: z.object({ deliveries: z.array(delivery), nextCursor }),
})

export const listAllDeliveries = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/webhooks/deliveries',
  name: 'listAllDeliveries',
  call: 'webhooks.deliveries.list',
  summary: 'List deliveries',
  description:
    'Returns the deliveries to all webhooks of the organisation for administrators, and to the webhooks of their own client for other users. Newest event first, paged like the deliveries to one webhook.',
  query: listQuery.extend({
    webhookId: id('whk').optional().meta({ description: 'Deliveries to this webhook.' }),
  }),
  answer: z.object({ deliveries: z.array(delivery), nextCursor }),
})

export const readDelivery = operation('webhooks:manage', {
  ...ofDelivery,
  method: 'GET',
  path: '/api/webhooks/deliveries/{id}',
  name: 'readDelivery',
  call: 'webhooks.deliveries.get',
  summary: 'Read a delivery',
  description:
    'Includes the requests of the delivery, oldest first. Read the body that was sent at `/api/events/{id}`.',
  answer: z.object({ delivery: delivery.extend({ attempts: z.array(attempt) }).meta({ id: 'DeliveryDetails' }) }),
})

export const resendDelivery = operation('webhooks:manage', {
  ...ofDelivery,
  method: 'POST',
  path: '/api/webhooks/deliveries/{id}/resend',
  name: 'resendDelivery',
  call: 'webhooks.deliveries.resend',
  summary: 'Resend a delivery',
  description:
    'Sends a waiting delivery now. For a finished delivery, adds a new delivery with the same event id and bytes. Can be repeated.',
  answer: z.object({ delivery }),
  conflicts: 'The delivery is being sent, the webhook is disabled, or the event has been resent too often.',
  refusals: 'The client of the webhook may no longer read this event.',
})

export const recoverDeliveries = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'POST',
  path: '/api/webhooks/{id}/recover',
  name: 'recoverDeliveries',
  call: 'webhooks.recover',
  summary: 'Resend the failed events of a period',
  description: `Resends each event of the period whose last delivery to this webhook FAILED, gradually and after new events. The period may be at most ${MAX_RECOVERY_DAYS} days long. Events that the webhook’s client may no longer read are skipped.`,
  body: z
    .strictObject({
      since: instant.meta({ description: 'Events at this time or later.' }),
      until: instant.optional().meta({ description: 'Events before this time. By default, and at most, now.' }),
    })
    .meta({ example: { since: '2026-12-01T09:30:00Z' } }),
  answer: z.object({ recovery }),
  conflicts: 'The webhook is disabled, or a recovery is already running (its id is in details.recovery.id).',
})

export const listRecoveries = operation('webhooks:manage', {
  ...ofWebhook,
  method: 'GET',
  path: '/api/webhooks/{id}/recoveries',
  name: 'listRecoveries',
  call: 'webhooks.listRecoveries',
  summary: 'List the recoveries of a webhook',
  description: 'Newest first, with their progress.',
  query: z.strictObject({ ...page }),
  answer: z.object({ recoveries: z.array(recovery), pagination }),
})
