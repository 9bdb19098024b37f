import type { z } from 'zod'
import type { Fault } from '../errors.ts'

/** Replaces zod's messages where they are unclear to a client's developer. */
export const zodMessages = {
  error(issue: z.core.$ZodRawIssue): string | undefined {
    const { input, expected } = issue
    if (input === undefined) return 'is required'
    if (Array.isArray(input) && expected === 'string') return 'must be a single value'
    switch (issue.code) {
      case 'invalid_type':
        return kinds[issue.expected]
      case 'invalid_value':
        return `must be ${issue.values.join(' or ')}`
      case 'too_small':
        return bounded('at least', issue.origin, Number(issue.minimum))
      case 'too_big':
        return bounded('at most', issue.origin, Number(issue.maximum))
    }
  },
}

const kinds: { [type: string]: string } = {
  int: 'must be a whole number',
  number: 'must be a number',
  string: 'must be text',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}

const units: { [origin: string]: string } = { string: 'characters', array: 'entries' }

function bounded(words: 'at least' | 'at most', origin: string, limit: number): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${words} ${limit}`
  return words === 'at least' && limit === 1 ? 'must not be empty' : `must have ${words} ${limit} ${unit}`
}

/** All faults at once, each with its path (specification: "Errors"). */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues.map(({ path, message }) => ({ path: path as (string | number)[], message })) // JSON and query keys
