import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBeingMoved, isTimeout, movedTo } from '../db/failures.ts'
import { DatabaseUnavailable } from '../db/flush.ts'
import { ApiError, badGateway, badRequest, conflict, moved, notFound, unavailable } from '../errors.ts'
import { NotRun } from '../lib/fair-queue.ts'
import { RevokedError, TimestampError, ValidationDataError } from '../pdf/content.ts'
import { StorageError } from '../providers/storage/index.ts'
import { VideoProviderError } from '../providers/video/index.ts'
import { admitAddress } from './authenticate.ts'
import { PUBLIC_BODY_LIMIT, tooLarge } from './body.ts'
import type { Services } from './services.ts'

/** When to try again while an organisation is being moved, which takes less than 30 s for most. */
const MOVE_SEC = 10

/** The error format of a route (specification: "Errors"). The envelope is the default. */
export type ErrorShape = (error: ApiError) => object

export const envelope: ErrorShape = ({ code, message, details }) => ({
  error: { code, message, ...(details === undefined ? {} : { details }) },
})

/** One lowercase word, for scheduled jobs and internal hooks. */
export const word: ErrorShape = ({ code }) => ({ error: code.toLowerCase() })

/** One name in the style of Auth.js, for the sign-in dispatcher. */
export const name: ErrorShape = ({ code }) => ({ error: /[a-z]/.test(code) ? code : inPascalCase(code) })

const inPascalCase = (code: string): string =>
  code.replace(/([A-Z])([A-Z]*)_?/g, (_, first: string, rest: string) => first + rest.toLowerCase())

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
  }
}

/** Turns anything thrown into an answer. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  shape = shapeOf(request),
): FastifyReply {
  const known = answerable(error, request)
  request.refusal = known
  // Serialized here, because a route's compiled schemas describe only its success.
  return reply
    .code(known.status)
    .headers(known.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(shape(known)))
}

/** Turns anything thrown into an error that is safe to answer. Internal errors are logged. */
export function answerable(error: unknown, request: FastifyRequest): ApiError {
  const known = asApiError(error, request.routeOptions?.bodyLimit ?? PUBLIC_BODY_LIMIT)
  // A 503 that the server chooses to send, as during a stop, is not logged, nor a call without a client.
  const isRefusal =
    error instanceof NotRun || (error instanceof ApiError && error.status === 503 && error.cause === undefined)
  if (known.status >= 500 && !isRefusal) request.log.error({ err: error, requestId: request.id }, 'request failed')
  return known
}

const shapeOf = (request: FastifyRequest): ErrorShape => request.routeOptions?.config?.errorShape ?? envelope

function asApiError(error: unknown, bodyLimit: number): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailable || error instanceof NotRun || isTimeout(error)) return unavailable()
  if (isBeingMoved(error)) return unavailable('The organisation is being moved to another server. Try again.', MOVE_SEC)
  const address = movedTo(error)
  if (address !== undefined) return moved(address)
  if (error instanceof TimestampError) return badGateway('The time-stamping authority gave no time stamp. Try again.')
  if (error instanceof ValidationDataError)
    return badGateway('No service stated whether a certificate of the signature is revoked. Try again.')
  if (error instanceof RevokedError) return conflict(`${error.message}. It can sign no document.`)
  if (error instanceof StorageError) return badGateway('The document storage did not answer. Try again.')
  if (error instanceof VideoProviderError) return unavailable('The video server did not answer. Try again.')
  return fromFastify(error as Partial<FastifyError>, bodyLimit) ?? internal()
}

const internal = () =>
  new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal error. Quote the request id when you ask for help.')

/** Fastify's own refusals, by code (fastify.dev, "Errors"). */
function fromFastify({ code }: Partial<FastifyError>, bodyLimit: number): ApiError | undefined {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'PAYLOAD_TOO_LARGE', tooLarge(bodyLimit))
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('The body is not valid JSON.')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound('Route')
    default:
      return undefined
  }
}

/** Answers requests that Node.js cannot parse as HTTP, and closes their connection. */
export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && code !== 'ECONNRESET') {
    const error = unreadable(code)
    const body = JSON.stringify(envelope(error))
    const head = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy()
}

function unreadable(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError(408, 'REQUEST_TIMEOUT', 'The request arrived too slowly.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(431, 'REQUEST_HEADER_FIELDS_TOO_LARGE', 'The headers of the request are too large.')
  return badRequest('The request is not valid HTTP.')
}

/**
 * Answers unknown routes: 405 with `Allow` where another method exists, else 404.
 * @param notFoundPage answers browsers
 */
export function answerUnknownRoutes(
  app: FastifyInstance,
  services: Services,
  notFoundPage: {
    isWanted(request: FastifyRequest): boolean
    send(request: FastifyRequest, reply: FastifyReply): FastifyReply
  },
): void {
  const known = new Map<string, { pattern: RegExp; methods: string[]; shape: ErrorShape | undefined }>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
    const entry = known.get(url) ?? { pattern, methods: [], shape: config?.errorShape }
    entry.methods.push(...[method].flat())
    known.set(url, entry)
  })
  // Before the body is parsed: its errors do not matter here.
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0]!
    const fixed = known.get(path)
    // A fixed path takes precedence over ids: PUT /api/users/me does not change a user with the id "me".
    if (!request.is404 && (!fixed || fixed.methods.includes(request.method))) return
    await admitAddress(services, request, reply)
    const found = fixed ? [fixed] : [...known.values()].filter(({ pattern }) => pattern.test(path))
    if (found.length === 0 && notFoundPage.isWanted(request)) return notFoundPage.send(request, reply)
    // Unknown routes of the sign-in dispatcher get its error format.
    if (found.length === 0)
      return sendError(notFound('Route'), request, reply, isBelow('/api/auth', path) ? name : envelope)
    const allowed = found.flatMap(({ methods }) => methods)
    const refusal = new ApiError(
      405,
      'METHOD_NOT_ALLOWED',
      `${request.method} is not supported on this path.`,
      undefined,
      {
        Allow: [...new Set(allowed)].join(', '),
      },
    )
    return sendError(refusal, request, reply, found[0]!.shape ?? envelope)
  })
}

const isBelow = (base: string, path: string): boolean => path.startsWith(`${base}/`)
