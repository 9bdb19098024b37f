import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { dayRange, MAX_DAYS } from '../../../lib/day-range.ts'
import { id, utc } from '../../../lib/fields.ts'

/** The most days that can be read by hour. */
export const MAX_DAYS_BY_HOUR = 7

const count = z.int().min(0)
const milliseconds = z.int().min(0).nullable()

const period = z
  .object({
    at: utc.meta({ description: 'The start of the hour or day.' }),
    succeeded: count.meta({ example: 995 }),
    failed: count.meta({ example: 5 }),
    p50Ms: milliseconds.meta({ example: 40 }),
    p99Ms: milliseconds.meta({ example: 251 }),
  })
  .meta({ id: 'PeriodOfDeliveries' })

export const readDeliveryStatistics = operation('webhooks:manage', {
  tag: 'Webhooks',
  subject: 'Delivery',
  roles: rolesOf(access.webhooks.manage),
  method: 'GET',
  path: '/api/webhooks/deliveries/statistics',
  name: 'readDeliveryStatistics',
  call: 'webhooks.deliveries.getStatistics',
  summary: 'Count requests to webhooks by hour or day',
  description: `Counts requests of all webhooks that \`GET /api/webhooks/deliveries\` covers, including retries. \`p50Ms\` and \`p99Ms\` are percentiles of the durations, accurate to four per cent; null without requests. Every hour or day of the range is listed, in order. At most ${MAX_DAYS} days by day, and ${MAX_DAYS_BY_HOUR} by hour.`,
  query: z.strictObject({
    ...dayRange,
    by: z
      .enum(['hour', 'day'], { error: 'must be hour or day' })
      .default('day')
      .meta({ description: 'The length of a period.' }),
    webhookId: id('whk').optional().meta({ description: 'Requests to this webhook.' }),
  }),
  answer: z.object({ periods: z.array(period) }),
})
