import { z } from 'zod'
import * as errors from '../../errors.ts'

const { ApiError } = errors

// biome-ignore format: a list to be read as one
const codes = [
  'BAD_REQUEST', 'UNAUTHORIZED', 'token_expired', 'FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'CONFLICT', 'GONE', 'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE', 'UNPROCESSABLE', 'TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE',
] as const

const text = z.string().meta({ description: "For the client's developer." })

const error = z
  .object({ error: z.object({ code: z.enum(codes), message: text, details: z.looseObject({}).optional() }) })
  .meta({ id: 'Error', description: 'What went wrong.' })

const validationError = z
  .object({
    error: z.object({
      code: z.literal('UNPROCESSABLE'),
      message: text,
      details: z.array(
        z
          .object({
            path: z
              .array(z.union([z.string(), z.int()]))
              .meta({ description: 'Where: names of fields, and positions in lists.' }),
            message: z.string().meta({ description: 'What to do about it.' }),
          })
          .meta({ id: 'Fault' }),
      ),
    }),
  })
  .meta({ id: 'ValidationError', description: 'All faults of the request at once, each with its place.' })

const conflictError = z
  .object({
    error: z.object({
      code: z.literal('CONFLICT'),
      message: text,
      details: z
        .object({
          overlap: z.object({ id: z.string() }).optional().meta({ description: 'The appointment that is in the way.' }),
          state: z
            .object({ from: z.string(), to: z.string(), allowed: z.array(z.string()) })
            .optional()
            .meta({ description: 'The move that was refused, and those that are open.' }),
          order: z
            .object({ id: z.string() })
            .optional()
            .meta({ description: 'The pharmacy order that is in the way.' }),
          due: z.int().optional().meta({ description: 'What the invoice still leaves to pay, in centimes.' }),
          refundable: z.int().optional().meta({ description: 'What can still go back of the invoice, in centimes.' }),
          payment: z
            .object({ id: z.string(), status: z.string() })
            .optional()
            .meta({ description: 'The payment that did not succeed.' }),
          refund: z
            .object({ id: z.string(), status: z.string() })
            .optional()
            .meta({ description: 'The refund that did not succeed.' }),
        })
        .optional(),
    }),
  })
  .meta({ id: 'ConflictError', description: 'The request is sound, but the state of things is against it.' })

export const oauthError = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthError', description: 'As RFC 6749, section 5.2 says; the answer to a form.' })

export const errorWord = z.object({ error: z.string() }).meta({ id: 'ErrorWord', description: 'One lowercase word.' })

export const errorName = z
  .object({ error: z.string() })
  .meta({ id: 'ErrorName', description: 'One name, as Auth.js has them.' })

export const probeFailure = z
  .object({ ok: z.literal(false), error: z.string() })
  .meta({ id: 'ProbeFailure', description: 'What a probe found wrong, as one word.' })

/** A status that may be answered: what it is called here, and when it comes. The errors themselves are the examples. */
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
    when: 'There is no valid access token (`UNAUTHORIZED`), or its hour is over (`token_expired`).',
    schema: error,
    examples: { absent: errors.unauthorized(), expired: errors.tokenExpired() },
  },
  403: {
    name: 'Forbidden',
    when: 'The token is valid, but its scope or role does not reach so far.',
    schema: error,
    examples: { scope: errors.forbidden('This needs the scope appointments:write.') },
  },
  404: {
    name: 'NotFound',
    when: 'There is no such thing, or the caller may not know of it.',
    schema: error,
    examples: { absent: errors.notFound('Appointment') },
  },
  409: {
    name: 'Conflict',
    when: 'Something is in the way: an overlap, a state that does not allow it, or a call with the same Idempotency-Key that still runs.',
    schema: conflictError,
    examples: { overlap, state, running: errors.conflict('A call with this Idempotency-Key is still running.') },
  },
  410: {
    name: 'Gone',
    when: 'It has had its time or its use, and does not come back.',
    schema: error,
    examples: { used: errors.gone('This link has been used. Ask whoever sent it for a new one.') },
  },
  413: {
    name: 'PayloadTooLarge',
    when: 'The body is larger than 1 MB.',
    schema: error,
    examples: { size: new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1 MB.') },
  },
  415: {
    name: 'UnsupportedMediaType',
    when: 'The body is of another type, or compressed.',
    schema: error,
    examples: { type: new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.') },
  },
  422: {
    name: 'Unprocessable',
    when: 'Fields are missing or wrong.',
    schema: validationError,
    examples: { field: errors.unprocessable([{ path: ['endTime'], message: 'must be after startTime' }]) },
  },
  429: {
    name: 'TooManyRequests',
    when: 'The quota is used up. Wait as Retry-After says.',
    schema: error,
    examples: { quota: errors.tooManyRequests(12) },
  },
  500: {
    name: 'InternalServerError',
    when: 'Something went wrong on our side.',
    schema: error,
    examples: {
      fault: new ApiError(
        500,
        'INTERNAL_SERVER_ERROR',
        'Something went wrong on our side. The request id helps us find it.',
      ),
    },
  },
  502: {
    name: 'BadGateway',
    when: 'Something outside the platform did not answer.',
    schema: error,
    examples: {
      outage: errors.badGateway('The card provider did not answer. How the payment ended will be known shortly.', {
        payment: { id: 'pay_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0', status: 'PENDING' },
      }),
    },
  },
  503: {
    name: 'ServiceUnavailable',
    when: 'The platform or something that it needs is not available. Try again as Retry-After says.',
    schema: error,
    examples: { unavailable: errors.unavailable() },
  },
}
