import type { ConflictDetails } from './conflict-details.ts'

/** The kinds of rules that a value can violate, for programs that show a text of their own. */
export const faultCodes = [
  'required',
  'unknown_field',
  'wrong_type',
  'not_a_choice',
  'format',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_big',
  'duplicate',
  'unknown_record',
  'not_future',
  'not_past',
  'not_after',
  'wrong_code',
] as const
export type FaultCode = (typeof faultCodes)[number]

/**
 * A fault of a request field: its path, and the requirement on the value. Rules that occur once have no code.
 * @param limit of `too_…`: the smallest or largest length, number of entries, or value
 */
export type Fault = { path: (string | number)[]; message: string; code?: FaultCode; limit?: number }

/**
 * An error answer in the envelope of the specification ("Errors"). Features throw these; `http/send-error.ts` turns them
 * into HTTP. The message is for the client's developer.
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
  forbidden('The Starter plan is limited to the sandbox. Use another plan.', details)

/** A professional whom no administrator has verified (docs/access.md, PENDING). */
export const unverified = () =>
  forbidden(
    'This account has not been verified. An administrator of the organisation must verify its identity and licence; until then it can use only its own account and profile.',
  )

/** The installation requires a second factor of the caller (ADMIN_SECOND_FACTOR). */
export const secondFactorRequired = () =>
  forbidden(
    'A second factor is required. Set up an authenticator app or a passkey in your account; until then you can use only your account.',
    { secondFactor: 'required' },
  )

export const notFound = (what: string) => new ApiError(404, 'NOT_FOUND', `${what} not found.`)

export const conflict = (message: string, details?: ConflictDetails) => new ApiError(409, 'CONFLICT', message, details)

export const preconditionFailed = () =>
  new ApiError(412, 'PRECONDITION_FAILED', 'The resource has changed since it was read. Read it again, then decide.')

export const gone = (message: string, details?: unknown) => new ApiError(410, 'GONE', message, details)

/** Maximum faults in one answer. */
const MAX_FAULTS = 100

/** The organisation has moved to another installation (docs/operating.md, "Cells"). @param address its PUBLIC_URL */
export const moved = (address: string) => gone(`The organisation has moved to ${address}.`, { movedTo: address })

export const unprocessable = (faults: Fault[]) =>
  new ApiError(422, 'UNPROCESSABLE', 'Validation failed; see details.', faults.slice(0, MAX_FAULTS))

export function tooManyRequests(retryAfterSec: number, fault = 'Rate limit exceeded.'): ApiError {
  const sec = String(Math.max(1, Math.ceil(retryAfterSec)))
  const message = `${fault} Retry after ${sec} s.`
  return new ApiError(429, 'TOO_MANY_REQUESTS', message, undefined, { 'Retry-After': sec })
}

export const badGateway = (message: string, details?: unknown) => new ApiError(502, 'BAD_GATEWAY', message, details)

export const unavailable = (message = 'The service is temporarily unavailable. Try again.', retryAfterSec = 1) =>
  new ApiError(503, 'SERVICE_UNAVAILABLE', message, undefined, { 'Retry-After': String(retryAfterSec) })

const challenge = (scheme: string) => `${scheme} realm="medina-care"`
