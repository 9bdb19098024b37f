import { z } from 'zod'

/** How a visit takes place. Only visits by video have a room that can be joined. */
export const modes = ['VIDEO', 'IN_PERSON', 'HOME', 'PHONE'] as const
export type Mode = (typeof modes)[number]
export const visitMode = z.enum(modes).meta({ id: 'VisitMode' })
