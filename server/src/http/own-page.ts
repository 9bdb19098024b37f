import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

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
