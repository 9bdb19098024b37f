import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readTraceparent } from '../lib/traceparent.ts'
import type { Span, Tracer } from '../lib/tracer.ts'
import { namesUser } from './logged-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** With a tracer only. */
    span?: Span
  }
}

/** Records a span for each request. Names and ids only: a path or query may contain data. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { operation, route } = namesOf(request)
    request.span = tracer.begin({
      name: operation ?? `${request.method} ${route}`,
      kind: 'server',
      parent: readTraceparent(request.headers.traceparent),
      attributes: { 'http.request.method': request.method, 'http.route': route, 'medina.request_id': request.id },
    })
    request.span.enclose(done)
  })
  // The body's events run outside the span.
  app.addHook('preValidation', (request, _reply, done) => request.span!.enclose(done))
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply
    const { actor } = request
    request.span?.end({
      attributes: {
        'http.response.status_code': status,
        ...(actor && { 'medina.tenant_id': actor.tenantId }),
        ...(actor && !namesUser(actor) && { 'medina.client_id': actor.clientId }),
      },
      failed: status >= 500,
    })
  })
}

/** The trace that a request continues or, with a tracer, its own span; undefined if it has none. */
export const traceparentOf = ({ span, headers }: FastifyRequest): string | undefined =>
  span?.traceparent ?? readTraceparent(headers.traceparent)

const namesOf = ({ routeOptions: { config, url } }: FastifyRequest) => ({
  operation: config.operation,
  route: url ?? 'unknown',
})
