import type { z } from 'zod'
import { callerRoles } from '../../actor.ts'
import { capitalized } from '../../lib/camel-case.ts'
import { BODY_LIMIT, PUBLIC_BODY_LIMIT, tooLarge } from '../body.ts'
import type { Endpoint } from '../endpoint.ts'
import { FORM } from '../form.ts'
import { bodyLimitOf, namesOf, needsBody, type Operation } from '../operation.ts'
import { answersTagged, hasEtag, isConditional, locationOf, readOf } from '../resources.ts'
import type { DocumentedOperation, MediaType, Parameter, Ref, Response } from './document.ts'
import type { Answers, ErrorResponses } from './error-responses.ts'
import { sample } from './examples.ts'
import type { Schemas } from './schemas.ts'
import { headers, parameters, RATE_LIMITS } from './shared.ts'

/** Components collected while the document is built. */
export type Draft = { schemas: Schemas; errors: ErrorResponses; operations: readonly Operation[] }

export function describeOperation(draft: Draft, op: Operation): DocumentedOperation {
  const repeatable = op.method !== 'GET'
  const subject = op.subject?.toLowerCase()
  const guarded = isConditional(op) && takesIfMatch(draft, op)
  const tagged = hasEtag(op)
  return {
    operationId: op.name,
    'x-method': op.call,
    'x-audience': 'partner',
    tags: [op.tag],
    summary: op.summary,
    ...(op.description && { description: op.description }),
    security: op.scope === 'public' ? [] : [{ OAuth2: op.scope === 'token' ? [] : [op.scope] }],
    parameters: [
      ...fields(draft, 'path', op.params, subject && `The id of the ${subject}.`),
      ...fields(draft, 'query', op.query),
      ...parameters(
        ...(repeatable ? ['IdempotencyKey'] : []),
        ...(guarded ? ['IfMatch'] : []),
        ...(tagged ? ['IfNoneMatch'] : []),
        'RequestId',
      ),
    ],
    ...bodyOf(draft, op, needsBody(op)),
    responses: {
      [op.status ?? 200]: success(draft, op, headersOf(draft, op, repeatable)),
      ...(tagged && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...draft.errors.responses('envelope', { ...failuresOf(op, repeatable), ...(guarded && { 412: true }) }),
    },
  }
}

/** Whether the resource at the operation's path has an entity tag. */
const takesIfMatch = ({ operations }: Draft, op: Operation): boolean => {
  const read = readOf(operations, op)
  return read !== undefined && hasEtag(read)
}

const headersOf = ({ operations }: Draft, op: Operation, repeatable: boolean): string[] => [
  ...(hasEtag(op) || answersTagged(operations, op) ? ['ETag'] : []),
  ...(locationOf(operations, op) ? ['Location'] : []),
  ...(repeatable ? ['IdempotencyReplayed'] : []),
]

/** The answer to a client whose copy is current. */
export const notModified = {
  NotModified: {
    description: 'The copy named in If-None-Match is current.',
    headers: headers('RequestId', 'ApiVersion', 'ETag', ...RATE_LIMITS),
  },
}

/** The errors of the checks in `mount` and of the handler. */
function failuresOf(op: Operation, repeatable: boolean): Answers {
  const role = op.roles && op.roles.length < callerRoles.length && `the caller is not ${namesOf(op.roles)}`
  const scope =
    op.scope === 'token'
      ? "the client's user has not allowed the client to act as them"
      : `the token lacks the scope \`${op.scope}\``
  const lacking = [scope, role].filter(Boolean).join(', or ')
  return {
    ...(op.body && { 400: true }),
    ...(op.scope === 'public'
      ? op.refusals && { 403: op.refusals }
      : { 401: true, 403: sentence(lacking, op.refusals) }),
    ...(op.params && {
      404: op.subject ? `The ${op.subject.toLowerCase()} does not exist, or the caller may not see it.` : true,
    }),
    ...(op.conflicts && { 409: op.conflicts }),
    410: true,
    ...(op.body && { 413: bodyLimitOf(op) === BODY_LIMIT || tooLarge(bodyLimitOf(op)), 415: true }),
    ...((op.body || op.query || repeatable) && {
      422: op.body || op.query ? true : 'The Idempotency-Key is malformed.',
    }),
    429: true,
    500: true,
    ...(op.outages && { 502: op.outages }),
    503: repeatable ? RUNNING : true,
  }
}

const RUNNING =
  'The platform or a service that it needs is unavailable, or a call with the same Idempotency-Key is still running. Retry after the time in Retry-After.'

const sentence = (first: string, then: string | undefined) => `${capitalized(first)}.${then ? ` Or: ${then}` : ''}`

export function describeEndpoint(draft: Draft, endpoint: Endpoint): DocumentedOperation {
  const { errorFormat, access, body, query } = endpoint
  const hasTenant = errorFormat !== 'probe' && access !== 'cron'
  const failures: Answers = {
    ...((body || errorFormat === 'oauth') && { 400: errorFormat === 'oauth' ? GRANT_REFUSED : true }),
    ...(endpoint.refused && { 401: endpoint.refused }),
    ...(errorFormat === 'name' && body && { 403: 'The form was sent from another origin (`ForeignOrigin`).' }),
    ...(access === 'client' && { 401: 'The client is unknown, disabled, or its secret is wrong (`invalid_client`).' }),
    ...((access === 'internal' || access === 'cron') && {
      403: 'The secret in the header is missing or wrong (`forbidden`).',
    }),
    ...(endpoint.refusals && { 403: endpoint.refusals }),
    ...(endpoint.unknown && { 404: endpoint.unknown }),
    ...(endpoint.conflicts && { 409: endpoint.conflicts }),
    ...(hasTenant && { 410: endpoint.gone ?? true }),
    ...(body && { 413: errorFormat === 'word' ? TOO_LARGE_IN_A_WORD : tooLarge(PUBLIC_BODY_LIMIT), 415: true }),
    ...(body && errorFormat !== 'name' && { 422: true }),
    ...(!endpoint.uncounted && { 429: true }),
    ...(errorFormat !== 'probe' && { 500: true }),
    ...(endpoint.outages && { 502: endpoint.outages }),
    503: errorFormat === 'probe' ? 'The component is unavailable; `error` names the cause.' : true,
  }
  return {
    operationId: endpoint.name,
    'x-method': endpoint.call,
    'x-audience': endpoint.audience ?? (access === 'internal' || access === 'cron' ? 'operator' : 'partner'),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    security: {
      public: [],
      client: [{ ClientBasic: [] }, {}],
      internal: [{ InternalToken: [] }],
      cron: [{ CronSecret: [] }],
    }[access],
    parameters: [
      ...fields(draft, 'path', endpoint.params),
      ...fields(draft, 'query', query),
      ...parameters('RequestId'),
    ],
    ...bodyOf(draft, endpoint, true),
    responses: {
      [endpoint.status ?? 200]: success(draft, endpoint, []),
      ...draft.errors.responses(errorFormat, failures),
    },
  }
}

const TOO_LARGE_IN_A_WORD = `${tooLarge(PUBLIC_BODY_LIMIT).replace(/\.$/, '')} (\`payload_too_large\`).`

const GRANT_REFUSED =
  'The request is malformed or the grant is refused: `details.oauth` (JSON) or `error` (form) names the reason.'

function fields(
  { schemas }: Draft,
  place: 'path' | 'query',
  contract: z.ZodObject | undefined,
  fallback?: string,
): (Parameter | Ref)[] {
  if (!contract) return []
  const { properties = {}, required = [] } = schemas.input(contract)
  return Object.entries(properties).map(([name, { description = fallback, ...schema }]) => ({
    name,
    in: place,
    ...(description && { description }),
    ...(required.includes(name) && { required: true }),
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }))
}

function bodyOf(
  { schemas }: Draft,
  { name, body, form }: Pick<Endpoint, 'name' | 'form'> & { body?: z.ZodType },
  required: boolean,
): Pick<DocumentedOperation, 'requestBody'> {
  if (!body) return {}
  const schema = schemas.request(capitalized(name), body)
  const media: MediaType = { schema, example: sample(schema, schemas.named()) }
  return {
    requestBody: {
      required,
      content: {
        ...(form !== 'only' && { 'application/json': media }),
        ...(form && { [FORM]: media }),
      },
    },
  }
}

function success(
  { schemas }: Draft,
  {
    answer,
    answerType = ['application/json'],
    status,
  }: Pick<Endpoint, 'answer' | 'status'> & { answerType?: readonly string[] | undefined },
  own: string[],
): Response {
  const schema = schemas.output(answer)
  return {
    description: status === 201 ? 'Created.' : 'Done.',
    headers: headers('RequestId', 'ApiVersion', ...own, ...RATE_LIMITS),
    content: Object.fromEntries(answerType.map((type) => [type, { schema, example: sample(schema, schemas.named()) }])),
  }
}
