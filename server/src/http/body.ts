import type { FastifyInstance } from 'fastify'
import { ApiError, badRequest } from '../errors.ts'

/** Bytes that a request's body may have (decision: 1 MB). */
export const BODY_LIMIT = 1_000_000

/** What is said of a body beyond its limit in bytes. */
export const tooLarge = (limit: number): string =>
  `The body is larger than ${limit >= 1_000_000 ? `${limit / 1_000_000} MB` : `${limit / 1024} KiB`}.`

const DEEPEST = 32

/** Takes JSON and nothing else: bounded in size and depth, never compressed, never with a key that reaches a prototype. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined) // some libraries name a type for a body that they do not send
    parse(request, text, (error, body) => {
      if (error) return done(error)
      if (deeperThan(DEEPEST, body)) return done(badRequest(`The body is nested deeper than ${DEEPEST} levels.`))
      done(null, body)
    })
  })
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding && encoding !== 'identity')
      throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'A compressed body is not accepted.')
  })
}

function deeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => deeperThan(levels - 1, inner))
}
