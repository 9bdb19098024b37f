import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Weak, because compressed and plain representations share it. */
export const etagOf = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Evaluates If-None-Match (RFC 9110, section 13.1.2). */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  return known !== undefined && (known.includes(etag) || known.includes('*'))
}

/** Answers publicly cacheable JSON, or 304 if the client's copy is current. */
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
