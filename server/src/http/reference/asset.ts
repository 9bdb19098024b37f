import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isKnown } from '../cacheable.ts'

/** Something that is the same for everyone, packed once. */
export type Asset = { type: string; plain: Buffer; packed: Buffer; etag: string }

export function asset(type: string, text: string | Buffer): Asset {
  const plain = Buffer.from(text)
  return { type, plain, packed: gzipSync(plain, { level: 9 }), etag: etagOf(plain) }
}

/**
 * Answers with it, or with 304 where the client has it already.
 * @param isForever its address will never stand for anything else
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
