import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Something that is the same for everyone, packed once. */
export type Asset = { type: string; plain: Buffer; packed: Buffer; etag: string }

export function asset(type: string, text: string | Buffer): Asset {
  const plain = Buffer.from(text)
  // Weak: the packed and the plain form are the same thing, but not the same bytes.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type, plain, packed: gzipSync(plain, { level: 9 }), etag }
}

/** Answers with it, or with 304 where the client has it already. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, packed, etag }: Asset,
): FastifyReply {
  reply.headers({ 'Cache-Control': 'public, max-age=300', ETag: etag, Vary: 'Accept-Encoding' })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  if (known?.includes(etag)) return reply.code(304).send()
  reply.type(type)
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
  return reply.header('Content-Encoding', 'gzip').send(packed)
}
