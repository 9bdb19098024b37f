import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './proxy.ts'

/** A call of a library, with faults and the expected outcome. It is only data, so that every language runs the same. */
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
  /** A client that has no token yet, instead of the shared client. */
  client?: { clientSecret?: string }
  /** The number of concurrent calls. */
  parallel?: number
  calls?: Fault[]
  tokens?: Fault[]
  /** Whether the token is revoked before the call. */
  revoked?: boolean
  /** An event before the request with this number: the token is revoked, or two later appointments are added to the month. */
  meanwhile?: { before: number; happens: 'revoked' | 'booked' }
  expect: {
    /** Fields of the record that the call returns. */
    result?: object
    /** Metadata of the response. */
    meta?: { replayed?: boolean }
    /** Metadata that the response must have, with any value. */
    present?: ('requestId' | 'etag' | 'rateLimit')[]
    /** Whether the result must have each item that existed at the start once, latest first. */
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
    /** The minimum wait before each retry, in milliseconds. At most a quarter is added. */
    waits?: number[]
    key?: string
  }
}

/** The order matters: the scenario in which the list grows must be the last one that reads the month. */
export const scenarios = JSON.parse(readFileSync(join(import.meta.dirname, 'scenarios.json'), 'utf8')) as Scenario[]
