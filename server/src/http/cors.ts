import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'
import { admitAddress } from './authenticate.ts'
import type { Operation } from './operation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether browsers may call the route from the marketing site's pages. */
    crossOrigin?: boolean
  }
}

/** What a page may read beyond the body. */
const EXPOSED = 'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
/** What it may send beyond what every page may. */
const ALLOWED_HEADERS = 'Content-Type, Idempotency-Key, X-Request-Id'
/** Chromium keeps the answer to a preflight no longer than this. */
const MAX_AGE_SEC = 7200

/**
 * Lets browsers read answers, refusals as well, on the marketing site's pages and nowhere else (Fetch standard, "CORS
 * protocol"). An origin is allowed when it is in the list, letter by letter; there are no credentials to allow.
 */
export function nameOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.crossOrigin) return
    reply.header('Vary', 'Origin') // a shared cache must not give one origin the answer that names another
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED })
  })
}

/** Answers the question that browsers ask first, on each path of an operation that is open to other origins. */
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
        // An origin that is not allowed gets 204 as well, without a word that would let its page go on.
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
