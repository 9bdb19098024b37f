import type { z } from 'zod'

const LONGEST_MS = 8 * 3600 * 1000

/** The fault of a consultation's time, if any. */
export function spanFault(start: Date, end: Date): string | undefined {
  const ms = end.getTime() - start.getTime()
  if (ms <= 0) return 'must be after startTime'
  if (ms > LONGEST_MS) return 'must be at most 8 hours after startTime'
  return undefined
}

/** Refuses an endTime that is not after startTime or too long after it, if both are given. */
export const withSpanCheck = <B extends z.ZodObject>(body: B): B =>
  body.superRefine(({ startTime, endTime }, issues) => {
    if (!(startTime instanceof Date && endTime instanceof Date)) return
    const message = spanFault(startTime, endTime)
    if (message)
      issues.addIssue({
        code: 'custom',
        path: ['endTime'],
        message,
        params: endTime > startTime ? {} : { code: 'not_after' },
      })
  })
