import type { z } from 'zod'
import type { FileType } from '../lib/file-types.ts'

/** How the caller of an endpoint authenticates. */
type Access = 'public' | 'client' | 'internal' | 'cron'

/** The format of an endpoint's errors (`http/send-error.ts`). */
export type ErrorFormat = 'envelope' | 'oauth' | 'word' | 'name' | 'probe'

/**
 * Describes an endpoint that is not an Operation for openapi.json: its caller holds no access token, or its errors have
 * another format. Its route validates with the same schemas.
 */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: `/${string}`
  /** Unique among operations and endpoints. */
  name: string
  /** The method of client libraries, as for operations. */
  call: string
  /** Called by browsers for their users, not by partners' servers. */
  audience?: 'browser'
  tag: string
  summary: string
  description?: string
  access: Access
  /** Requests are not counted, so that it never answers 429. */
  uncounted?: boolean
  errorFormat: ErrorFormat
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** The body may be a form (application/x-www-form-urlencoded) as well as JSON, or must be one. */
  form?: boolean | 'only'
  status?: 200 | 201
  answer: z.ZodObject | z.ZodNullable<z.ZodObject> | z.ZodString
  /** The type of the answer, JSON by default. With several types, the answer has one of them. */
  answerType?: readonly FileType[]
  /** Description of its 401, other than for a wrong client secret. */
  refused?: string
  /** Description of its 403, other than for a wrong secret in a header. */
  refusals?: string
  /** Description of its 404. */
  unknown?: string
  /** Description of its 409. */
  conflicts?: string
  /** Description of its 410. */
  gone?: string
  /** Description of its 502. */
  outages?: string
}
