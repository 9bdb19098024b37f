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

/** An event as it is stored. Any object is accepted as data, because an earlier version may have written it. */
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
  description: `Returns the events that the caller may read: their kind requires a scope that the token holds, and they concern the caller's user (administrators see all users' events).

By default the list is newest first; page with \`cursor\`. With \`after\` it is oldest first, to read all events and then poll for more. Start with \`after=start\` or the id of the last event you have, and continue with the \`nextCursor\` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier events are committed. A page with fewer than \`pageSize\` entries is not necessarily the last.

With \`wait\`, a call that finds no event waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most ${MAX_WAITING} calls of a client can wait at a time; a further call gets 429 with \`Retry-After\`. A call may return an empty page early, for example when its server stops: call again.

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
