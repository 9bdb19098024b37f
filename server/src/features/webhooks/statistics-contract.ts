import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { id, queryInteger, utc } from '../../lib/fields.ts'
import { noticeKinds } from './rules.ts'

const MAX_HOURS = 30 * 24

const count = z.int().min(0)
const milliseconds = z.int().min(0).nullable()

export const readWebhookStatistics = operation('webhooks:manage', {
  tag: 'Webhooks',
  subject: 'Webhook',
  method: 'GET',
  path: '/api/webhooks/{id}/statistics',
  name: 'readWebhookStatistics',
  summary: 'Read how deliveries to a webhook go',
  description:
    'Counts requests, retries included, by whole minutes; half of them took at most `p50Ms`, 99 of 100 at most `p99Ms`, to within four per cent. What waits, and what the endpoint’s health is, is as of now.',
  params: z.object({ id: id('whk') }),
  query: z.object({ hours: queryInteger(1, MAX_HOURS, 24, 'Counted back from now.') }),
  answer: z.object({
    statistics: z.object({
      hours: z.int().meta({ example: 24 }),
      succeeded: count.meta({ example: 995 }),
      failed: count.meta({ example: 5 }),
      successRate: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .meta({ description: 'Of those requests; null when nothing was sent.', example: 0.995 }),
      p50Ms: milliseconds.meta({ example: 40 }),
      p99Ms: milliseconds.meta({ example: 251 }),
      pending: count.meta({ description: 'Deliveries that wait to be sent, or are being sent.', example: 1 }),
      held: count.meta({ description: 'Deliveries that wait for the webhook to be enabled.' }),
      oldestPendingSec: count
        .nullable()
        .meta({ description: 'How long the oldest of the pending has been due; null when none is.', example: null }),
      failingSince: utc
        .nullable()
        .meta({ description: 'When the first request failed after the last that did not.', example: null }),
      lastSuccessAt: utc.nullable().meta({ description: 'When a request last succeeded, to the minute.' }),
      nextAttemptAt: utc.nullable().meta({ description: 'When the first of what is pending is due.' }),
      notices: z.array(z.object({ kind: z.enum(noticeKinds), at: utc })).meta({
        description:
          'What there was to be told of it, the newest first; 20 at most. FAILING: it will be disabled if it goes on like this; DISABLED: it was; GONE: it answered 410.',
        example: [],
      }),
    }),
  }),
})
