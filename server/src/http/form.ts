import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** Takes forms besides what the routes of this scope take already. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseForm(text),
  )
}

/** @throws {ApiError} 400 for a parameter that comes twice (RFC 6749, section 3.2) */
function parseForm(text: string): Record<string, string> {
  const fields = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw badRequest(`The parameter ${name} comes twice.`, { oauth: 'invalid_request' })
    fields[name] = value
  }
  return { ...fields }
}
