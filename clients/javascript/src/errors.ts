/** The base class of all errors of this library. */
export class MedinaError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** No response arrived, because the connection failed. The library retried up to four times. */
export class ConnectionError extends MedinaError {}

/** No response arrived within the timeout of an attempt. The library retried up to four times. */
export class TimeoutError extends ConnectionError {}

/** The signature of a webhook is invalid or too old. */
export class SignatureError extends MedinaError {}

/**
 * An invalid field of a request, with a message for developers. `code` is the kind of the violated rule, if it is a common one;
 * `limit` belongs to `too_short` and similar codes.
 */
export type Fault = { path: (string | number)[]; message: string; code?: string; limit?: number }

export type Refusal = {
  status: number
  /** `error.code` of the response, such as `CONFLICT`. Empty if the response is not from the platform. */
  code: string
  message: string
  details: unknown
  /** The id of the request. Quote it in support requests. */
  requestId: string | undefined
  /** The number of requests that were sent. */
  attempts: number
  /** Seconds to wait, from `Retry-After`. */
  retryAfter: number | undefined
}

/** A response with a status other than 2xx. */
export class ApiError extends MedinaError {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly requestId: string | undefined
  readonly attempts: number

  constructor({ status, code, message, details, requestId, attempts }: Refusal) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
    this.attempts = attempts
  }
}

/** 401. The secret is wrong, or the client is disabled. */
export class Unauthorized extends ApiError {}

/** 403. A scope or a role is missing. */
export class Forbidden extends ApiError {}

/** 404. The record does not exist, or the client may not see it. */
export class NotFound extends ApiError {}

/** 409. The state of a record does not allow the call. `details` names the record. */
export class Conflict extends ApiError {}

/** 410. The resource is no longer available. */
export class Gone extends ApiError {}

/** 412. The record has changed since it was read. Read it again before you update it. */
export class PreconditionFailed extends ApiError {}

/** 400 and 422. `faults` has all invalid fields of the request. */
export class Invalid extends ApiError {
  readonly faults: readonly Fault[]

  constructor(refusal: Refusal) {
    super(refusal)
    this.faults = Array.isArray(refusal.details) ? refusal.details : []
    for (const { path, message } of this.faults) this.message += `\n  ${path.join('.')} ${message}`
  }
}

/** 429. The rate limit is exceeded for longer than the library waits. */
export class RateLimited extends ApiError {
  /** Seconds until a request may be sent again. */
  readonly retryAfter: number

  constructor(refusal: Refusal) {
    super(refusal)
    this.retryAfter = refusal.retryAfter ?? 0
  }
}

/** 5xx. The library retried up to four times. */
export class ServerError extends ApiError {}

const byStatus: Record<number, typeof ApiError> = {
  400: Invalid,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  410: Gone,
  412: PreconditionFailed,
  422: Invalid,
  429: RateLimited,
}

export const apiError = (refusal: Refusal): ApiError =>
  new (byStatus[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError))(refusal)
