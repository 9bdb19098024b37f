import type { FastifyInstance } from 'fastify'
import { admitAddress } from './authenticate.ts'
import type { Operation } from './operation.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether browsers may call the route from the marketing site's pages. */
    crossOrigin?: boolean
  }
}

/** Headers that a page may read. */
const EXPOSED = 'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
const ALLOWED_HEADERS = 'Content-Type, Idempotency-Key, X-Request-Id'
/** Chromium's maximum. */
const MAX_AGE_SEC = 7200

/**
 * Lets the marketing site's pages read answers and errors (Fetch standard, "CORS protocol"). An origin is allowed only if
 * the list contains exactly that string. Credentials are not allowed.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.crossOrigin) return
    reply.header('Vary', 'Origin') // keeps shared caches from mixing origins
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED })
  })
}

/** Answers CORS preflights on the paths of cross-origin operations. */
export function answerPreflights(app: FastifyInstance, services: Services, operations: Operation[]): void {
  const open = Map.groupBy(
    operations.filter((op) => op.crossOrigin),
    (op) => op.path,
  )
  for (const [path, offered] of open) {
    app.options(path.replace(/\{(\w+)\}/g, ':$1'), {
      config: { crossOrigin: true },
      onRequest: async (request, reply) => admitAddress(services, request, reply),
      async handler(_request, reply) {
        // Other origins get 204 without CORS headers.
        if (reply.hasHeader('Access-Control-Allow-Origin')) {
          reply.removeHeader('Access-Control-Expose-Headers').headers({
            'Access-Control-Allow-Methods': offered.map(({ method }) => method).join(', '),
            'Access-Control-Allow-Headers': ALLOWED_HEADERS,
            'Access-Control-Max-Age': MAX_AGE_SEC,
          })
        }
        return reply.code(204).send()
      },
    })
  }
}
