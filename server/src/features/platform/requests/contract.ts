import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { plan } from '../../../actor.ts'
import { MAX_WAITING } from '../../../events/arrivals.ts'
import { operation } from '../../../http/operation.ts'
import { MAX_WAIT_SEC } from '../../../http/waiting.ts'
import { instant, integerFilter, page, patterned, text, utc } from '../../../lib/fields.ts'
import { KEPT_DAYS, SETTLED_SEC } from './log.ts'

const WHOSE =
  'A client reads its own requests. An administrator with the scope `clients:manage` reads the requests of every client of the organisation. Requests of browsers are not included.'

const request = z
  .object({
    id: z.string().meta({ example: 'rql_019a9f3c5d2e0000000181c0d5e6f7a8' }),
    at: utc,
    clientId: z.string().meta({ example: 'sandbox-doctor' }),
    method: z.string().meta({ example: 'GET' }),
    path: z
      .string()
      .meta({ description: 'The path of the operation, without ids.', example: '/api/appointments/{id}' }),
    operation: z.string().nullable().meta({ example: 'readAppointment' }),
    status: z.int().meta({ example: 422 }),
    code: z.string().nullable().meta({ description: 'The code of the error.', example: 'UNPROCESSABLE' }),
    faultPaths: z.array(z.string()).meta({
      description: 'The invalid fields, without values. `?` replaces a name that is not a field of the API.',
      example: ['items.0.dosage'],
    }),
    durationMs: z.int().meta({ description: 'The time until the answer was sent.', example: 12 }),
    requestId: z.string().meta({ description: 'The `X-Request-Id` of the answer.' }),
  })
  .meta({ id: 'LoggedRequest' })

const position = (error: string, start = '') => patterned(80, new RegExp(`^(rql_[0-9a-f]{1,64}${start})$`), error)

export const listRequests = operation('token', {
  tag: 'Requests',
  method: 'GET',
  path: '/api/requests',
  name: 'listRequests',
  call: 'requests.list',
  summary: 'List requests of clients',
  description: `Returns the requests of the last ${KEPT_DAYS} days with their status and invalid fields, but without bodies, values and personal data. Refused requests (401, 429, malformed) are included if their client is known. ${WHOSE}

By default the list is newest first; page with \`cursor\`. With \`after\` it is oldest first, to follow the log. Start with \`after=start\`, and continue with the \`nextCursor\` of each response, which is always present. Requests appear after ${SETTLED_SEC} seconds, and none is skipped.

With \`wait\`, a call that finds no request waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most ${MAX_WAITING} calls of a client can wait at a time, for requests or events; a further call gets 429 with \`Retry-After\`.

An entry is written about a second after the answer; a crash of a server may lose the entries of that second. Successful calls of this operation are not listed.`,
  roles: rolesOf(access.requests.read),
  query: z.strictObject({
    pageSize: page.pageSize,
    cursor: position('must be a nextCursor of this list')
      .optional()
      .meta({ description: 'The `nextCursor` of the previous page.' }),
    after: position('must be start, the id of a request, or a nextCursor of this list', '|start')
      .optional()
      .meta({ description: 'Oldest first, after this position: `start`, the id of a request, or a `nextCursor`.' }),
    wait: integerFilter(0, MAX_WAIT_SEC, 'Seconds to wait for a request if there is none. Only with `after`.'),
    clientId: text(200).optional(),
    status: patterned(3, /^[1-5](xx|\d\d)$/, 'must be a status such as 404, or a class such as 4xx')
      .optional()
      .meta({ description: 'A status such as 404, or a class such as 4xx.', example: '4xx' }),
    operation: text(200).optional().meta({ example: 'readAppointment' }),
    from: instant.optional().meta({ description: 'At or after this time.' }),
    to: instant.optional().meta({ description: 'Before this time.' }),
  }),
  answer: z.object({
    requests: z.array(request),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page; always present with `after`.' }),
  }),
})

const hour = z
  .object({
    at: utc.meta({ description: 'The start of the hour.' }),
    requests: z.int(),
    errors: z.int().meta({ description: 'Requests with a status of 400 or more.' }),
  })
  .meta({ id: 'HourOfUsage' })

const clientUsage = z
  .object({
    clientId: z.string().meta({ example: 'sandbox-doctor' }),
    thisMinute: z.int().meta({ description: 'Requests that count towards `perMinute` now.' }),
    today: z.int().meta({ description: 'Requests that count towards `perDay`, since 00:00 UTC, up to a second ago.' }),
    requests: z.int().meta({ description: 'Requests in the period.' }),
    errors: z.int().meta({ description: 'Requests in the period with a status of 400 or more.' }),
    hours: z.array(hour).meta({ description: 'The hours with requests, oldest first.' }),
  })
  .meta({ id: 'ClientUsage' })

const usage = z
  .object({
    plan,
    limits: z
      .object({
        perMinute: z.int().meta({ description: 'Requests of each client in a minute.' }),
        perDay: z.int().nullable().meta({ description: 'Requests of each client in a day; null if unlimited.' }),
        webhooks: z.int().meta({ description: 'The maximum number of webhooks of the organisation.' }),
      })
      .meta({ id: 'UsageLimits' }),
    webhooks: z.int().meta({ description: 'Webhooks that the organisation has.' }),
    since: utc.meta({ description: 'The start of the period.' }),
    clients: z.array(clientUsage).meta({ description: 'At most 100 clients, those with most requests first.' }),
  })
  .meta({ id: 'Usage' })

export const readUsage = operation('token', {
  tag: 'Requests',
  method: 'GET',
  path: '/api/usage',
  name: 'readUsage',
  call: 'usage.get',
  summary: 'Read the use of the limits',
  description: `Returns the plan, its limits and how much of them clients use, with requests and errors by hour. ${WHOSE} Times are real times, even if the test clock runs ahead.`,
  roles: rolesOf(access.requests.read),
  query: z.strictObject({
    period: z
      .enum(['24h', '7d'], { error: 'must be 24h or 7d' })
      .default('24h')
      .meta({ description: 'The period to return.' }),
  }),
  answer: z.object({ usage }),
})
