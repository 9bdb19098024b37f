import type { z } from 'zod'
import type { Fault } from '../errors.ts'

/** Words for what zod's own messages say badly to a client's developer. */
export const wording = {
  error({ input, expected }: { input?: unknown; expected?: unknown }): string | undefined {
    if (input === undefined) return 'is required'
    if (Array.isArray(input) && expected === 'string') return 'must be a single value'
    return undefined
  },
}

/** All faults at once, each with its path (specification: "Errors"). */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues.map(({ path, message }) => ({ path: path as (string | number)[], message })) // JSON and query keys
