import type { FastifyInstance, FastifyReply } from 'fastify'
import { admitAddress } from './authenticate.ts'
import type { Operation } from './operation.ts'
import type { Services } from './services.ts'

/** `site`: the origins of MARKETING_ORIGINS. `any`: every origin, for public reads, which are the same for all callers. */
export type CrossOrigin = 'site' | 'any' | false

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages of the marketing site, or of any site, may call the route. */
    crossOrigin?: CrossOrigin
  }
}

/** Headers that a page may read. */
const EXPOSED = 'ETag, X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
const ALLOWED_HEADERS = 'Content-Type, Idempotency-Key, If-None-Match, X-Request-Id'
/** Chromium's maximum. */
const MAX_AGE_SEC = 7200

/**
 * Lets pages of other origins read answers and errors (Fetch standard, "CORS protocol"). Public reads allow any origin;
 * other operations allow an origin only if the list contains exactly that string. Credentials are not allowed.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    const { crossOrigin } = request.routeOptions.config
    if (!crossOrigin) return
    if (crossOrigin === 'any') {
      reply.headers({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED })
      return
    }
    reply.header('Vary', 'Origin') // keeps shared caches from mixing origins
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED })
  })
}

/** Cacheable operations are public reads, with the same answer for every caller. */
export const crossOriginOf = ({ crossOrigin, cacheSec }: Operation): CrossOrigin =>
  cacheSec !== undefined ? 'any' : crossOrigin ? 'site' : false

/** Answers CORS preflights on the paths of cross-origin operations. */
export function answerPreflights(app: FastifyInstance, services: Services, operations: Operation[]): void {
  const byPath = Map.groupBy(
    operations.filter((op) => crossOriginOf(op)),
    (op) => op.path,
  )
  for (const [path, onPath] of byPath) {
    app.options(path.replace(/\{(\w+)\}/g, ':$1'), {
      config: { crossOrigin: crossOriginOf(onPath[0]!) },
      onRequest: async (request, reply) => admitAddress(services, request, reply),
      handler: async (_request, reply) =>
        answerPreflight(
          reply,
          onPath.map(({ method }) => method),
        ),
    })
  }
}

/** Other origins get 204 without CORS headers. */
export function answerPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  if (reply.hasHeader('Access-Control-Allow-Origin')) {
    reply.removeHeader('Access-Control-Expose-Headers').headers({
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': MAX_AGE_SEC,
    })
  }
  return reply.code(204).send()
}
