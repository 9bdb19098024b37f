import { z } from 'zod'

/** A field that forms send empty and people do not see: what fills it is a program. */
export const trap = z.unknown().optional().meta({
  description: 'Leave it out or empty: people do not see this field, and what fills it is taken for a program.',
})

/** Whether a program walked into it. */
export const isTrapped = (given: unknown): boolean =>
  typeof given === 'string' ? given.trim() !== '' : given !== undefined && given !== null && given !== false
