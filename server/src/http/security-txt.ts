import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { admitAddress } from './authenticate.ts'
import type { Services } from './services.ts'

const DAY_MS = 86_400_000
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** Serves the contacts for vulnerability reports (RFC 9116). Answers 404 if SECURITY_CONTACT is not set. */
export function securityTxt(app: FastifyInstance, services: Services): void {
  const { publicUrl, securityContacts, securityPolicy } = services.config
  app.get(
    '/.well-known/security.txt',
    { config: { crossOrigin: 'any' }, onRequest: async (request, reply) => admitAddress(services, request, reply) },
    async (_, reply) => {
      if (securityContacts.length === 0) throw notFound('Route')
      // Real time, not the test clock. Rounded down to a day, so that all servers give the same answer.
      const expires = (Math.floor(Date.now() / DAY_MS) + VALID_DAYS) * DAY_MS
      const lines = [
        ...securityContacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${new Date(expires).toISOString()}`,
        'Preferred-Languages: fr, ar, en',
        `Canonical: ${publicUrl}/.well-known/security.txt`,
        ...(securityPolicy === undefined ? [] : [`Policy: ${securityPolicy}`]),
      ]
      reply.header('Cache-Control', 'public, max-age=3600')
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
    },
  )
}
