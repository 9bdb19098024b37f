import type { FastifyInstance } from 'fastify'
import { ApiError, badRequest, unprocessable } from '../errors.ts'

/** Maximum bytes of a body with a token (decision: 1 MB). */
export const BODY_LIMIT = 1_000_000
/** Maximum bytes of a body without a token. */
export const PUBLIC_BODY_LIMIT = 16 * 1024

export const tooLarge = (limit: number): string =>
  `The body is larger than ${limit >= 1_000_000 ? `${limit / 1_000_000} MB` : `${limit / 1024} KiB`}.`

const MAX_DEPTH = 32
/** Maximum keys of an object and entries of a list. */
export const MAX_MEMBERS = 1000
/** Maximum values in total: validation collects the faults of all values before it answers. */
const MAX_VALUES = 10_000

/**
 * Accepts only JSON: bounded in size, depth and number of values, uncompressed, without keys that reach a prototype.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined) // some libraries send a Content-Type without a body
    parse(request, text, (error, body) => {
      if (error) return done(error)
      try {
        assertBounded(body)
      } catch (fault) {
        return done(fault as ApiError)
      }
      done(null, body)
    })
  })
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding && encoding !== 'identity')
      throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body is compressed. Send it without Content-Encoding.')
  })
}

/** @throws {ApiError} 400 for too many levels or values in total, 422 for a list or an object that is too large */
function assertBounded(body: unknown): void {
  let values = 0
  const path: (string | number)[] = []
  const visit = (value: unknown): void => {
    if (++values > MAX_VALUES) throw badRequest(`The body has more than ${MAX_VALUES} values.`)
    if (typeof value !== 'object' || value === null) return
    if (path.length === MAX_DEPTH) throw badRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`)
    const isList = Array.isArray(value)
    const members = isList ? value.length : Object.keys(value).length
    const kind = isList ? 'entries' : 'keys'
    if (members > MAX_MEMBERS)
      throw unprocessable([{ path: [...path], message: `must have at most ${MAX_MEMBERS} ${kind}` }])
    for (const [key, inner] of Object.entries(value)) {
      path.push(isList ? Number(key) : key)
      visit(inner)
      path.pop()
    }
  }
  visit(body)
}
