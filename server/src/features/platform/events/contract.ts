import { z } from 'zod'
import { MAX_WAITING } from '../../../events/arrivals.ts'
import { eventKind } from '../../../events/catalog.ts'
import { deliveryError, deliveryState, trigger } from '../../../events/deliveries.ts'
import { anyEvent } from '../../../events/shapes.ts'
import { operation } from '../../../http/operation.ts'
import { MAX_WAIT_SEC } from '../../../http/waiting.ts'
import {
  commaList,
  cursor,
  deliveryId,
  documentedAs,
  id,
  instant,
  integerFilter,
  page,
  text,
  utc,
} from '../../../lib/fields.ts'

/** As stored, whatever an earlier version wrote. */
const event = z.object({
  event: eventKind,
  id: id('evt'),
  createdAt: utc,
  data: z.record(z.string(), z.unknown()),
  sequence: z.int().optional(),
})
documentedAs.set(event, anyEvent)

const delivery = z
  .object({
    id: deliveryId,
    webhookId: id('whk'),
    state: deliveryState.meta({ example: 'SUCCEEDED' }),
    attempt: z.int(),
    trigger: trigger,
    lastStatus: z.int().nullable().meta({ example: 200 }),
    lastError: deliveryError.nullable().meta({ example: null }),
    finishedAt: utc.nullable(),
  })
  .meta({ id: 'EventDelivery' })

const base = { tag: 'Events', subject: 'Event' } as const

export const listEvents = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/events',
  name: 'listEvents',
  call: 'events.list',
  summary: 'List events',
  description: `The events that the caller may read: of kinds whose scope the token holds and, except for administrators, that concern its user.

Newest first, paged with \`cursor\`. With \`after\`: oldest first, to read all events and then poll for more. Start with \`after=start\` or the last event you have, and continue with the \`nextCursor\` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier ones are committed. A page may have fewer than \`pageSize\` entries without being the last.

With \`wait\`, a call that finds no event is held until one appears, and is answered with an empty page if none does in time. It counts once against the rate limit. At most ${MAX_WAITING} calls of a client wait at a time; another one gets 429 with \`Retry-After\`. A call may be answered earlier with an empty page, for example when its server stops: call again.

A search that takes too long is refused with 422: narrow \`from\` and \`to\`.`,
  query: z.strictObject({
    event: commaList(eventKind),
    from: instant.optional().meta({ description: 'Events at this time or later.' }),
    to: instant.optional().meta({ description: 'Events before this time.' }),
    subjectId: text(100).optional().meta({ description: 'Events of one record, such as an appointment.' }),
    cursor,
    after: text(200).optional().meta({
      description:
        'Oldest first, after this position: `start`, the id of an event, or the `nextCursor` of the previous response.',
      example: 'start',
    }),
    wait: integerFilter(0, MAX_WAIT_SEC, 'Seconds to wait for an event if there is none. Only with `after`.'),
    pageSize: page.pageSize,
  }),
  answer: z.object({
    events: z.array(event),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page; never with `after`.' }),
  }),
})

export const readEvent = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/events/{id}',
  name: 'readEvent',
  call: 'events.get',
  summary: 'Read an event',
  description:
    'Returns the event in the bytes that were sent, with its deliveries to webhooks that the caller manages.',
  params: z.object({ id: id('evt') }),
  answer: z.object({ event, deliveries: z.array(delivery) }),
})
