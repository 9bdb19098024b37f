import Fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from '../../../http/services.ts'

/** Serves the metrics on a port of their own, which must not be public. @param scrape reads them */
export function metricsApp(scrape: () => ReturnType<Metrics['scrape']>): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  app.get('/metrics', async (_, reply) => {
    const { contentType, text } = await scrape()
    return reply.type(contentType).send(text)
  })
  return app
}
