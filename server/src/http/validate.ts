import type { z } from 'zod'
import type { Fault } from '../errors.ts'

/** Words for what zod's own messages say badly to a client's developer. */
export const wording = {
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : undefined),
}

/** All faults at once, each with its path (specification: "Errors"). */
export const faultsOf = (error: z.ZodError, ...under: string[]): Fault[] =>
  error.issues.map(({ path, message }) => ({ path: [...under, ...(path as (string | number)[])], message })) // JSON and query keys
