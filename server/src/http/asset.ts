import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isKnown } from './cacheable.ts'

const unpack = promisify(gunzip)

/** Static content. Only its compressed form is kept, because hardly any client needs another one. */
export type Asset = { type: string; packed: Buffer; etag: string }

export const asset = (type: string, content: string | Buffer): Asset => ({
  type,
  packed: gzipSync(content, { level: 9 }),
  etag: etagOf(content),
})

/**
 * Answers with an asset, or with 304 if the client's copy is current.
 * @param isForever whether its URL always has the same content
 */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, packed, etag }: Asset,
  isForever = false,
): Promise<FastifyReply> {
  const cache = isForever ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  reply.headers({ 'Cache-Control': cache, ETag: etag, Vary: 'Accept-Encoding' })
  if (isKnown(request, etag)) return reply.code(304).send()
  reply.type(type)
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(await unpack(packed))
  return reply.header('Content-Encoding', 'gzip').send(packed)
}
