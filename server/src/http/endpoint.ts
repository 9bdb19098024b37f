import type { z } from 'zod'

/** How the caller of an endpoint proves who it is. */
type Access = 'public' | 'client' | 'internal' | 'cron'

/** In which shape an endpoint answers its errors (`http/send-error.ts`). */
export type Wording = 'envelope' | 'oauth' | 'word' | 'name' | 'probe'

/**
 * An endpoint that is no Operation: its caller holds no access token, or its errors have a shape of their own. This
 * describes it for openapi.json; it stands beside its route and uses the schemas that the route validates with.
 */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: `/${string}`
  /** Unique among operations and endpoints. */
  name: string
  tag: string
  summary: string
  description?: string
  access: Access
  wording: Wording
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** The body may be a form (application/x-www-form-urlencoded) as well as JSON, or must be one. */
  form?: boolean | 'only'
  status?: 200 | 201
  answer: z.ZodObject | z.ZodNullable<z.ZodObject> | z.ZodString
  /** JSON, where nothing else is said. */
  answerType?: 'application/json' | 'application/pdf'
  /** What a 401 says, where one may come for another reason than a client's secret. */
  refused?: string
  /** What a 403 says, where one may come of who calls. */
  refusals?: string
  /** What a 404 says, where one may come. */
  unknown?: string
  /** What a 409 says, where one may come. */
  conflicts?: string
  /** What a 410 says, where one may come. */
  gone?: string
  /** What a 502 says, where one may come. */
  outages?: string
}
