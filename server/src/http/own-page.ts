import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { acceptForms } from './form.ts'

/** Accepts forms of this site's pages on the routes of a scope, and nothing else. @param origin of the public address */
export function acceptOwnForms(scope: FastifyInstance, origin: string): void {
  scope.removeAllContentTypeParsers()
  acceptForms(scope)
  scope.addHook('onRequest', async (request, reply) => {
    // With `no-referrer`, browsers would also hide the origin of a form (Fetch, "append a request `Origin` header").
    reply.header('Referrer-Policy', 'same-origin')
    if (request.method === 'POST') assertOwnPage(request, origin)
  })
}

/**
 * Protects a form against CSRF. Browsers report the origin of a form; other clients send no such header and have no cookies.
 * @throws {ApiError} 403 for a form of another site's page
 */
export function assertOwnPage({ headers, protocol, host }: FastifyRequest, origin: string): void {
  const from = headers.origin
  const site = headers['sec-fetch-site']
  // The server may also be reached at other addresses, such as 127.0.0.1.
  const isOwnOrigin = from === undefined || from === origin || from === `${protocol}://${host}`
  if (isOwnOrigin && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new ApiError(403, 'ForeignOrigin', 'The form was sent from a page of another site.')
}
