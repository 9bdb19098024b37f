import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './proxy.ts'

/** One call of a library, with what happens on the way and what must follow. Data alone: every language runs the same. */
export type Scenario = {
  name: string
  /** The method, by its `x-method`. */
  call: string
  /**
   * Its arguments; `{from}` and `{to}` become a free time, `{visit}` the id of an appointment, `{etag}` its tag, `{key}` a new
   * key, `{listFrom}` and `{listTo}` a month with five appointments.
   */
  args: unknown[]
  options?: { idempotencyKey?: string; ifMatch?: string; timeoutMs?: number; cancelAfterMs?: number }
  /** Another client than that of all scenarios, which has no token yet. */
  client?: { clientSecret?: string }
  /** How many calls are made at once. */
  parallel?: number
  calls?: Fault[]
  tokens?: Fault[]
  /** The token is revoked at the platform before the call. */
  revoked?: boolean
  /** What happens before the request of that number: the token is revoked, or two later appointments join the month. */
  meanwhile?: { before: number; happens: 'revoked' | 'booked' }
  expect: {
    /** Fields of the record that the call returns. */
    result?: object
    /** Metadata of the answer. */
    meta?: { replayed?: boolean }
    /** Metadata that the answer must have, whatever the value. */
    tells?: ('requestId' | 'etag' | 'rateLimit')[]
    /** The items of a list are all that were there at first, each once, latest first. */
    walked?: true
    error?: {
      name: string
      message?: string
      status?: number
      code?: string
      attempts?: number
      faults?: string[]
      retryAfter?: number
    }
    requests: number
    tokens?: number
    /** Milliseconds before each repeat: at least these, and at most a quarter more. */
    waits?: number[]
    key?: string
  }
}

/** In this order: the one in which the list grows is the last that walks the month, which has seven appointments afterwards. */
export const scenarios = JSON.parse(readFileSync(join(import.meta.dirname, 'scenarios.json'), 'utf8')) as Scenario[]
