import { z } from 'zod'

/** A honeypot: a hidden form field that only bots fill in. */
export const honeypot = z.unknown().optional().meta({
  description: 'A honeypot, hidden from people. Leave it out or empty: a filled field marks the sender as a bot.',
})

/** Whether a bot filled it in. */
export const isBot = (given: unknown): boolean =>
  typeof given === 'string' ? given.trim() !== '' : given !== undefined && given !== null && given !== false
