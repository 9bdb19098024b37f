import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isKnown } from './cacheable.ts'

/** Static content, compressed once. */
export type Asset = { type: string; plain: Buffer; packed: Buffer; etag: string }

export function asset(type: string, text: string | Buffer): Asset {
  const plain = Buffer.from(text)
  return { type, plain, packed: gzipSync(plain, { level: 9 }), etag: etagOf(plain) }
}

/**
 * Answers with an asset, or with 304 if the client's copy is current.
 * @param isForever whether its URL always has the same content
 */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, packed, etag }: Asset,
  isForever = false,
): FastifyReply {
  const cache = isForever ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  reply.headers({ 'Cache-Control': cache, ETag: etag, Vary: 'Accept-Encoding' })
  if (isKnown(request, etag)) return reply.code(304).send()
  reply.type(type)
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
  return reply.header('Content-Encoding', 'gzip').send(packed)
}
