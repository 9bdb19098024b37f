import { z } from 'zod'
import { eventKinds } from '../../events/catalog.ts'
import { deliveryErrors, deliveryStates, triggers } from '../../events/deliveries.ts'
import { operation } from '../../http/operation.ts'
import { commaList, cursor, deliveryId, id, instant, page, text, utc } from '../../lib/fields.ts'

const event = z
  .object({
    event: z.enum(eventKinds),
    id: id('evt'),
    createdAt: utc,
    data: z.record(z.string(), z.unknown()).meta({
      description: 'The fields of its kind, as they were sent.',
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
  lastError: z.enum(deliveryErrors).nullable().meta({ example: null }),
  finishedAt: utc.nullable(),
})

const base = { tag: 'Events', subject: 'Event' } as const

export const listEvents = operation('webhooks:manage', {
  ...base,
  method: 'GET',
  path: '/api/events',
  name: 'listEvents',
  summary: 'List events',
  description: `Those that the caller may read: of kinds whose scope its token holds, and for others than administrators those that concern its user.

Newest first, page by page with \`cursor\`. Or, with \`after\`, oldest first, to go through all of them and then wait for more: begin with \`after=start\`, or after the last event you have had, and go on with the \`nextCursor\` of each answer, which is always there, on empty pages too. Nothing is skipped: an event comes once all that were written before it are there. A page may hold fewer than \`pageSize\` and still not be the last.

A search that finds too little in too much is refused with 422: narrow \`from\` and \`to\`.`,
  query: z.object({
    event: commaList(eventKinds),
    from: instant.optional().meta({ description: 'Those at this time or later.' }),
    to: instant.optional().meta({ description: 'Those before this time.' }),
    subjectId: text(100).optional().meta({ description: 'Those of one record, an appointment say.' }),
    cursor,
    after: text(200).optional().meta({
      description: 'Oldest first, after this: `start`, the id of an event, or the `nextCursor` of the answer before.',
      example: 'start',
    }),
    pageSize: page.pageSize,
  }),
  answer: z.object({
    events: z.array(
      event.extend({
        sequence: z.int().meta({ description: 'The order of writing, as in `X-MC-Sequence`; with gaps.' }),
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
  description: 'In the bytes that were sent, and how it fared on its way to the webhooks that the caller manages.',
  params: z.object({ id: id('evt') }),
  answer: z.object({ event, deliveries: z.array(delivery) }),
})
