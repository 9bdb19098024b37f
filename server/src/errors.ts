/** One fault of a request's fields: where it is, and what to do about it. */
export type Fault = { path: (string | number)[]; message: string }

/**
 * An answer other than success, in the envelope of the specification ("Errors"). Features throw these by name;
 * `http/send-error.ts` is the one place that turns them into HTTP. The message is for the client's developer.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, details?: unknown, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export const badRequest = (message: string, details?: unknown) => new ApiError(400, 'BAD_REQUEST', message, details)

export const unauthorized = (message = 'A valid access token is required.', scheme = 'Bearer', details?: unknown) =>
  new ApiError(401, 'UNAUTHORIZED', message, details, { 'WWW-Authenticate': challenge(scheme) })

export const tokenExpired = () =>
  new ApiError(401, 'token_expired', 'The access token has expired. Obtain a new one.', undefined, {
    'WWW-Authenticate': `${challenge('Bearer')}, error="invalid_token", error_description="The access token expired"`,
  })

export const forbidden = (message: string, details?: unknown) => new ApiError(403, 'FORBIDDEN', message, details)

/** The Starter plan is limited to the sandbox (specification: "Limits"). */
export const starterOutsideSandbox = (details?: unknown) =>
  forbidden('The Starter plan is limited to the sandbox. Another plan is needed here.', details)

export const notFound = (what: string) => new ApiError(404, 'NOT_FOUND', `${what} not found.`)

export const conflict = (message: string, details?: unknown) => new ApiError(409, 'CONFLICT', message, details)

export const gone = (message: string, details?: unknown) => new ApiError(410, 'GONE', message, details)

/** Faults that one answer names. */
const MAX_FAULTS = 100

export const unprocessable = (faults: Fault[]) =>
  new ApiError(422, 'UNPROCESSABLE', 'The request has faults; see details.', faults.slice(0, MAX_FAULTS))

export const tooManyRequests = (retryAfterSec: number) =>
  new ApiError(429, 'TOO_MANY_REQUESTS', 'Too many requests. Wait as Retry-After says.', undefined, {
    'Retry-After': String(Math.max(1, Math.ceil(retryAfterSec))),
  })

export const badGateway = (message: string, details?: unknown) => new ApiError(502, 'BAD_GATEWAY', message, details)

export const unavailable = (message = 'The service is not available at the moment. Try again.', retryAfterSec = 1) =>
  new ApiError(503, 'SERVICE_UNAVAILABLE', message, undefined, { 'Retry-After': String(retryAfterSec) })

const challenge = (scheme: string) => `${scheme} realm="medina-care"`
