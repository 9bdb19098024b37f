import { z } from 'zod'
import { camelCase, capitalized } from '../lib/camel-case.ts'
import { id, utc } from '../lib/fields.ts'
import { catalog, type EventKind, eventKinds } from './catalog.ts'

const shapeOf = (kind: EventKind) => {
  const name = capitalized(camelCase(kind))
  const { meaning, data } = catalog[kind]
  return z
    .object({
      event: z.literal(kind),
      id: id('evt').meta({ description: 'The same on every attempt. Use it to discard duplicates.' }),
      createdAt: utc,
      data: data.meta({ id: `${name}Data` }),
      sequence: z.int().optional().meta({
        description:
          'Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps.',
      }),
    })
    .meta({ id: `${name}Event`, description: meaning })
}

/** The event of each kind, as webhooks receive it and the API returns it. Older events may have fewer fields in `data`. */
export const eventShapes = eventKinds.map((kind) => ({ kind, ...catalog[kind], shape: shapeOf(kind) }))

const [first, ...others] = eventShapes.map(({ shape }) => shape)

/** An event of any kind. */
export const anyEvent = z.discriminatedUnion('event', [first!, ...others]).meta({ id: 'Event' })
