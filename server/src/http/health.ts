import type { FastifyInstance, FastifyReply, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { isRefusal } from '../db/failures.ts'
import { DatabaseUnavailable } from '../db/flush.ts'
import { capitalized } from '../lib/camel-case.ts'
import { utc } from '../lib/fields.ts'
import { CacheError } from '../providers/cache/index.ts'
import { VideoProviderError } from '../providers/video/index.ts'
import { admitAddress, setAddressLimitHeaders } from './authenticate.ts'
import type { Endpoint } from './endpoint.ts'
import type { Services } from './services.ts'

/** A probe with the bound on its latency (specification: "Health probes") and its name in the answer. */
type Probe = {
  path: string
  service: string
  boundMs: number
  ping: (services: Services, signal: AbortSignal) => Promise<unknown>
}

const probes: Probe[] = [
  {
    path: '/api/health/db',
    service: 'database',
    boundMs: 200,
    ping: ({ database }) => database.ping(),
  },
  { path: '/api/health/cache', service: 'cache', boundMs: 50, ping: ({ cache }) => cache.ping() },
  { path: '/api/health/video', service: 'video', boundMs: 500, ping: ({ video }, signal) => video.probe(signal) },
]

/** The database answers within this time, or the server is not ready. */
const READY_WITHIN_MS = 1000

const base = { tag: 'Health', method: 'GET', access: 'public' } as const

export const healthEndpoints: Endpoint[] = [
  {
    ...base,
    path: '/api/health',
    name: 'readHealth',
    call: 'health.get',
    summary: 'Check that the process runs',
    description: 'Checks no other component.',
    errorFormat: 'probe',
    answer: z.object({ ok: z.literal(true), timestamp: utc }),
  },
  {
    ...base,
    path: '/api/ready',
    name: 'readReadiness',
    uncounted: true,
    call: 'health.getReadiness',
    summary: 'Check whether a proxy should send requests to this server',
    description:
      'Succeeds while the server accepts requests and the database accepts writes. Fails with `draining` before a stop, with `DRAIN_SEC`. Also answers during maintenance. Not rate limited.',
    errorFormat: 'probe',
    answer: z.object({ ok: z.literal(true), timestamp: utc }),
  },
  ...probes.map(
    ({ path, service, boundMs }): Endpoint => ({
      ...base,
      path: path as `/${string}`,
      name: `read${capitalized(service)}Health`,
      call: `health.get${capitalized(service)}`,
      summary: `Check the health of the ${service === 'video' ? 'video provider' : service}`,
      description: `Fails unless it answers within ${boundMs} ms.`,
      errorFormat: 'probe',
      answer: z.object({
        ok: z.literal(true),
        service: z.literal(service),
        latencyMs: z.number().min(0).meta({ example: 1.4 }),
      }),
    }),
  ),
]

export function healthRoutes(app: FastifyInstance, services: Services): void {
  const countFirst: RouteShorthandOptions = {
    onRequest: async (request, reply) => admitAddress(services, request, reply),
  }

  app.get('/api/health', countFirst, async () => ({ ok: true, timestamp: new Date().toISOString() }))

  // Requests are not counted by address: without TRUSTED_PROXIES, a flood through a proxy has the proxy's address, and would
  // take the server out of service. Concurrent requests share one check and its line in the log.
  let checking: Promise<unknown> | undefined
  const check = () => {
    checking ??= within(READY_WITHIN_MS, () => services.database.ping())
      .catch((error) => {
        services.log.warn({ err: error }, 'not ready')
        throw error
      })
      .finally(() => {
        checking = undefined
      })
    return checking
  }
  const showCount: RouteShorthandOptions = {
    onRequest: (request, reply) => setAddressLimitHeaders(services, request, reply),
  }
  app.get('/api/ready', showCount, async (_request, reply) => {
    if (services.readiness.isDraining) return sendFailure(reply, 'draining')
    try {
      await check()
      return { ok: true, timestamp: new Date().toISOString() }
    } catch (error) {
      return sendFailure(reply, nameOf(error))
    }
  })

  for (const { path, service, boundMs, ping } of probes) {
    app.get(path, countFirst, async (request, reply) => {
      const startedAt = performance.now()
      try {
        await within(boundMs, (signal) => ping(services, signal))
        return { ok: true, service, latencyMs: Math.round((performance.now() - startedAt) * 10) / 10 }
      } catch (error) {
        request.log.warn({ err: error, service, requestId: request.id }, 'health probe failed')
        return sendFailure(reply, nameOf(error))
      }
    })
  }
}

/** @throws {DOMException} TimeoutError if the ping takes longer */
function within(ms: number, ping: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const signal = AbortSignal.timeout(ms)
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([ping(signal), late])
}

const sendFailure = (reply: FastifyReply, error: string): FastifyReply =>
  reply.code(503).header('Retry-After', 1).send({ ok: false, error })

/** The cause as one word, without internal details. */
function nameOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  if (error instanceof VideoProviderError || error instanceof CacheError) return error.code
  if (error instanceof DatabaseUnavailable && !isRefusal(error)) return 'connection_refused'
  return 'service_unavailable'
}
