import { z } from 'zod'
import { conflictDetails } from '../../conflict-details.ts'
import * as errors from '../../errors.ts'
import { stillRunning } from '../idempotency.ts'

const { ApiError } = errors

// biome-ignore format: a list to be read as one
const codes = [
  'BAD_REQUEST', 'UNAUTHORIZED', 'token_expired', 'FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'CONFLICT', 'GONE', 'PRECONDITION_FAILED', 'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE', 'UNPROCESSABLE', 'TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE',
] as const

const text = z.string().meta({ description: 'An explanation for the developer of the client.' })

const error = z
  .object({
    error: z
      .object({ code: z.enum(codes), message: text, details: z.looseObject({}).optional() })
      .meta({ id: 'ErrorBody' }),
  })
  .meta({ id: 'Error', description: 'An error.' })

const validationError = z
  .object({
    error: z
      .object({
        code: z.literal('UNPROCESSABLE'),
        message: text,
        details: z.array(
          z
            .object({
              path: z
                .array(z.union([z.string(), z.int()]))
                .meta({ description: 'Location: field names and list indexes.' }),
              message: z.string().meta({ description: 'The rule that the value violates.' }),
              code: z
                .enum(errors.faultCodes)
                .optional()
                .meta({ description: 'The kind of rule. Absent for other rules.' }),
              limit: z.number().optional().meta({
                description: 'With `too_…`: the smallest or largest length, number of entries, or value.',
              }),
            })
            .meta({ id: 'Fault' }),
        ),
      })
      .meta({ id: 'ValidationErrorBody' }),
  })
  .meta({ id: 'ValidationError', description: 'The request is invalid. `details` lists every error with its path.' })

const conflictError = z
  .object({
    error: z
      .object({
        code: z.literal('CONFLICT'),
        message: text,
        details: conflictDetails.optional(),
      })
      .meta({ id: 'ConflictErrorBody' }),
  })
  .meta({ id: 'ConflictError', description: 'The request conflicts with the current state.' })

export const oauthError = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthError', description: 'The format of RFC 6749, section 5.2, for requests sent as a form.' })

export const errorWord = z.object({ error: z.string() }).meta({ id: 'ErrorWord', description: 'One lowercase word.' })

export const errorName = z
  .object({ error: z.string() })
  .meta({ id: 'ErrorName', description: 'One name in the style of Auth.js.' })

export const probeFailure = z
  .object({ ok: z.literal(false), error: z.string() })
  .meta({ id: 'ProbeFailure', description: 'The cause of the failure, as one word.' })

/** An error status: its component name, when it occurs, and actual errors as examples. */
export type Refusal = {
  name: string
  when: string
  schema: z.ZodType
  examples: Record<string, errors.ApiError>
}

const overlap = errors.conflict('The doctor has an overlapping appointment.', {
  overlap: { id: 'apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0' },
})
const state = errors.conflict('An appointment that is COMPLETED cannot become CANCELLED.', {
  state: { from: 'COMPLETED', to: 'CANCELLED', allowed: [] },
})

export const refusals: Record<number, Refusal> = {
  400: {
    name: 'BadRequest',
    when: 'The body is missing or is not valid JSON.',
    schema: error,
    examples: { body: errors.badRequest('The body is not valid JSON.') },
  },
  401: {
    name: 'Unauthorized',
    when: 'The access token is missing or invalid (`UNAUTHORIZED`), or has expired (`token_expired`).',
    schema: error,
    examples: { absent: errors.unauthorized(), expired: errors.tokenExpired() },
  },
  403: {
    name: 'Forbidden',
    when: "The token is valid, but its scope or its user's role does not permit the call, or its user is a professional who is not verified yet.",
    schema: error,
    examples: { scope: errors.forbidden('The scope appointments:write is required.') },
  },
  404: {
    name: 'NotFound',
    when: 'The object does not exist, or the caller may not see it.',
    schema: error,
    examples: { absent: errors.notFound('Appointment') },
  },
  409: {
    name: 'Conflict',
    when: 'The request conflicts with an overlapping appointment or the state of the object.',
    schema: conflictError,
    examples: { overlap, state },
  },
  410: {
    name: 'Gone',
    when: 'The object has expired or has been used, or the organisation has moved to another installation: `details.movedTo` is its address.',
    schema: error,
    examples: {
      used: errors.gone('This link has been used. Ask the sender for a new one.'),
      moved: errors.moved('https://api.example.ma'),
    },
  },
  412: {
    name: 'PreconditionFailed',
    when: 'The resource has changed since the ETag in If-Match was read.',
    schema: error,
    examples: { stale: errors.preconditionFailed() },
  },
  413: {
    name: 'PayloadTooLarge',
    when: 'The body is larger than 1 MB.',
    schema: error,
    examples: { size: new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1 MB.') },
  },
  415: {
    name: 'UnsupportedMediaType',
    when: 'The body is compressed or has an unsupported type.',
    schema: error,
    examples: { type: new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.') },
  },
  422: {
    name: 'Unprocessable',
    when: 'Fields are missing or invalid.',
    schema: validationError,
    examples: { field: errors.unprocessable([{ path: ['endTime'], message: 'must be after startTime' }]) },
  },
  429: {
    name: 'TooManyRequests',
    when: 'The rate limit is exceeded. Retry after the time in Retry-After.',
    schema: error,
    examples: { quota: errors.tooManyRequests(12) },
  },
  500: {
    name: 'InternalServerError',
    when: 'An internal error occurred.',
    schema: error,
    examples: {
      fault: new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal error. Quote the request id when you ask for help.'),
    },
  },
  502: {
    name: 'BadGateway',
    when: 'An external service did not respond.',
    schema: error,
    examples: {
      outage: errors.badGateway(
        'The card provider did not report the outcome of the charge. The payment is settled as soon as the outcome is known.',
        { payment: { id: 'pay_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0', status: 'PENDING' } },
      ),
    },
  },
  503: {
    name: 'ServiceUnavailable',
    when: 'The platform or a service that it needs is unavailable. Retry after the time in Retry-After.',
    schema: error,
    examples: { unavailable: errors.unavailable(), running: stillRunning() },
  },
}
