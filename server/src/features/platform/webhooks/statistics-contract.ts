import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, queryInteger, utc } from '../../../lib/fields.ts'
import { noticeKinds } from './rules.ts'

const MAX_HOURS = 30 * 24

const count = z.int().min(0)
const milliseconds = z.int().min(0).nullable()

export const readWebhookStatistics = operation('webhooks:manage', {
  tag: 'Webhooks',
  subject: 'Webhook',
  roles: rolesOf(access.webhooks.manage),
  method: 'GET',
  path: '/api/webhooks/{id}/statistics',
  name: 'readWebhookStatistics',
  call: 'webhooks.getStatistics',
  summary: 'Read the delivery statistics of a webhook',
  description:
    'Counts requests, including retries, in whole minutes. `p50Ms` and `p99Ms` are percentiles of the durations, accurate to four per cent. Waiting deliveries and the health of the webhook are current values.',
  params: z.object({ id: id('whk') }),
  query: z.strictObject({ hours: queryInteger(1, MAX_HOURS, 24, 'How many hours to include, up to now.') }),
  answer: z.object({
    statistics: z
      .object({
        hours: z.int().meta({ example: 24 }),
        succeeded: count.meta({ example: 995 }),
        failed: count.meta({ example: 5 }),
        successRate: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .meta({ description: 'The share of successful requests. Null if there were no requests.', example: 0.995 }),
        p50Ms: milliseconds.meta({ example: 40 }),
        p99Ms: milliseconds.meta({ example: 251 }),
        pending: count.meta({ description: 'Deliveries that are waiting or being sent.', example: 1 }),
        held: count.meta({ description: 'Deliveries held until the webhook is enabled.' }),
        oldestPendingSec: count.nullable().meta({
          description: 'How long the oldest pending delivery has been due. Null if none is due.',
          example: null,
        }),
        failingSince: utc
          .nullable()
          .meta({ description: 'When the first request failed after the last success.', example: null }),
        lastSuccessAt: utc.nullable().meta({ description: 'When a request last succeeded, to the minute.' }),
        nextAttemptAt: utc.nullable().meta({ description: 'When the next pending delivery is due.' }),
        notices: z.array(z.object({ kind: z.enum(noticeKinds), at: utc }).meta({ id: 'WebhookNotice' })).meta({
          description:
            'At most 20 notices about the webhook, newest first. FAILING: it will be disabled unless it recovers. DISABLED: it was disabled for failing. GONE: it was disabled because it answered 410.',
          example: [],
        }),
      })
      .meta({ id: 'WebhookStatistics' }),
  }),
})
