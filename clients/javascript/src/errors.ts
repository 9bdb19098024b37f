/** What every error of this library extends. */
export class MedinaError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** No answer arrived: the connection could not be made, or broke. Repeated up to four times before. */
export class ConnectionError extends MedinaError {}

/** No answer arrived within the time of an attempt. Repeated up to four times before. */
export class TimeoutError extends ConnectionError {}

/** A webhook is not genuine, or too old. */
export class SignatureError extends MedinaError {}

/** A fault of a request: where, and what is wrong there. */
export type Fault = { path: (string | number)[]; message: string }

export type Refusal = {
  status: number
  /** As `error.code` in the answer: `CONFLICT`, `token_expired`. Empty if the answer is not one of the platform. */
  code: string
  message: string
  details: unknown
  /** Quote it when you ask for help. */
  requestId: string | undefined
  /** How many requests were sent. */
  attempts: number
  /** Seconds to wait, of `Retry-After`. */
  retryAfter: number | undefined
}

/** An answer other than 2xx. */
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

/** 401. The client's secret is wrong, or it is disabled. */
export class Unauthorized extends ApiError {}

/** 403. A scope or a role is missing. */
export class Forbidden extends ApiError {}

/** 404. It does not exist, or the client may not see it. */
export class NotFound extends ApiError {}

/** 409. The state of a record does not allow it; `details` tells which. */
export class Conflict extends ApiError {}

/** 410. */
export class Gone extends ApiError {}

/** 412. The record has changed since it was read: read it again, and decide anew. */
export class PreconditionFailed extends ApiError {}

/** 400 and 422. All faults of the request at once. */
export class Invalid extends ApiError {
  readonly faults: readonly Fault[]

  constructor(refusal: Refusal) {
    super(refusal)
    this.faults = Array.isArray(refusal.details) ? refusal.details : []
    for (const { path, message } of this.faults) this.message += `\n  ${path.join('.')} ${message}`
  }
}

/** 429. A limit is spent, for longer than the library waits. */
export class RateLimited extends ApiError {
  /** Seconds until a request may be sent again. */
  readonly retryAfter: number

  constructor(refusal: Refusal) {
    super(refusal)
    this.retryAfter = refusal.retryAfter ?? 0
  }
}

/** 5xx. Repeated up to four times before. */
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
