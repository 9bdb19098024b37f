import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Weak: a packed and a plain form are the same thing, but not the same bytes. */
export const etagOf = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether the client says that it has this version already (RFC 9110, section 13.1.2). */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  return known !== undefined && (known.includes(etag) || known.includes('*'))
}

/** Answers JSON that anybody may keep for a while, or 304 where the client has it already. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
  maxAgeSec: number,
): FastifyReply {
  const etag = etagOf(json)
  reply.headers({ 'Cache-Control': `public, max-age=${maxAgeSec}`, ETag: etag })
  if (isKnown(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
