import { z } from 'zod'
import { eventKind, eventKinds } from '../../../events/catalog.ts'
import { deliveryError, deliveryStates, triggers } from '../../../events/deliveries.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, cursor, deliveryId, id, instant, page, text, utc } from '../../../lib/fields.ts'

const event = z
  .object({
    event: eventKind,
    id: id('evt'),
    createdAt: utc,
    data: z.record(z.string(), z.unknown()).meta({
      description: 'The fields of its kind, as sent.',
      example: {
        appointmentId: 'apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
        doctorId: 'usr_sandbox_doctor',
        patientId: 'usr_sandbox_patient',
        startTime: '2026-12-01T09:30:00.000Z',
      },
    }),
  })
  .meta({ id: 'Event' })

const delivery = z.object({
  id: deliveryId,
  webhookId: id('whk'),
  state: z.enum(deliveryStates).meta({ example: 'SUCCEEDED' }),
  attempt: z.int(),
  trigger: z.enum(triggers),
  lastStatus: z.int().nullable().meta({ example: 200 }),
  lastError: deliveryError.nullable().meta({ example: null }),
  finishedAt: utc.nullable(),
})

const base = { tag: 'Events', subject: 'Event' } as const

export const listEvents = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/events',
  name: 'listEvents',
  summary: 'List events',
  description: `The events that the caller may read: of kinds whose scope the token holds and, except for administrators, that concern its user.

Newest first, paged with \`cursor\`. With \`after\`: oldest first, to read all events and then poll for more. Start with \`after=start\` or the last event you have, and continue with the \`nextCursor\` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier ones are committed. A page may have fewer than \`pageSize\` entries without being the last.

A search that takes too long is refused with 422: narrow \`from\` and \`to\`.`,
  query: z.strictObject({
    event: commaList(eventKinds),
    from: instant.optional().meta({ description: 'Events at this time or later.' }),
    to: instant.optional().meta({ description: 'Events before this time.' }),
    subjectId: text(100).optional().meta({ description: 'Events of one record, such as an appointment.' }),
    cursor,
    after: text(200).optional().meta({
      description:
        'Oldest first, after this position: `start`, the id of an event, or the `nextCursor` of the previous response.',
      example: 'start',
    }),
    pageSize: page.pageSize,
  }),
  answer: z.object({
    events: z.array(
      event.extend({
        sequence: z.int().meta({ description: 'The order of writing, as in `X-MC-Sequence`. It has gaps.' }),
      }),
    ),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page; never with `after`.' }),
  }),
})

export const readEvent = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/events/{id}',
  name: 'readEvent',
  summary: 'Read an event',
  description:
    'Returns the event in the bytes that were sent, with its deliveries to webhooks that the caller manages.',
  params: z.object({ id: id('evt') }),
  answer: z.object({ event, deliveries: z.array(delivery) }),
})
