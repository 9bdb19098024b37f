import Fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from '../../../http/services.ts'

/** Serves the metrics on a port of their own, which must not be public. @param scrape reads them; concurrent requests share one */
export function metricsApp(scrape: () => ReturnType<Metrics['scrape']>): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  let running: ReturnType<Metrics['scrape']> | undefined
  app.get('/metrics', async (_, reply) => {
    running ??= scrape().finally(() => {
      running = undefined
    })
    const { contentType, text } = await running
    return reply.type(contentType).send(text)
  })
  return app
}
