import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'
import { MAX_MEMBERS } from './body.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** Accepts forms on the routes of a scope, in addition to JSON. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseForm(text),
  )
}

const INVALID = { oauth: 'invalid_request' }

/** @throws {ApiError} 400 for a repeated parameter (RFC 6749, section 3.2) or too many parameters */
function parseForm(text: string): Record<string, string> {
  const fields = Object.create(null) as Record<string, string>
  const given = new URLSearchParams(text)
  if (given.size > MAX_MEMBERS) throw badRequest(`The form has more than ${MAX_MEMBERS} parameters.`, INVALID)
  for (const [name, value] of given) {
    if (name in fields) throw badRequest(`The parameter ${name} is repeated.`, INVALID)
    fields[name] = value
  }
  return { ...fields }
}
