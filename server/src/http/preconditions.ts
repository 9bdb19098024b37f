import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, tableRoleOf } from '../actor.ts'
import { deferLock } from '../db/transaction.ts'
import { preconditionFailed } from '../errors.ts'
import { callOf } from './call.ts'
import { answerSchema } from './lazy-serializers.ts'
import type { Implementation, Operation } from './operation.ts'
import { hasEtag, readOf, rootOf } from './resources.ts'
import type { FullContext } from './services.ts'

/** The entity tag of an answer: a hash of the bytes that this caller receives. */
export const strongEtag = (json: string): string => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`

/** Answers one resource with its entity tag, or with 304 if the client's copy is current. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = strongEtag(json)
  reply.header('ETag', etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && includesTag(known, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Whether a header contains the tag. Compressing proxies add `W/`, which is ignored: the representation is the same. */
const includesTag = (header: string, etag: string): boolean =>
  header.split(',').some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, '')))

/** Checks `If-Match` before the handler of an update or deletion, in its transaction. */
export type Precondition = (
  ctx: FullContext,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  params: unknown,
) => Promise<void>

/**
 * Locks the resource before each write to it or to a part of it, so that no other write comes between the check of the tag
 * and the change. Jobs and hooks send no tag and lock rows only.
 */
export function lockResource(
  operations: readonly Operation[],
  op: Operation,
): (ctx: FullContext, params: unknown) => void {
  if (!op.params && op.method !== 'PUT') return () => {} // creates a resource: there is none to lock
  const root = rootOf(operations, op)
  return ({ db, trail }, params) => {
    const place = root.replace(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name]!)
    deferLock(db, 'resource', trail.tenantId, place)
  }
}

/** @throws {ApiError} 412 unless `If-Match` contains the tag of the resource as the caller would read it now */
export function preconditionOf(implementations: readonly Implementation[], op: Operation): Precondition {
  const operations = implementations.map(({ operation }) => operation)
  const read = readOf(operations, op)
  const reader = implementations.find(({ operation }) => operation === read)
  const shape = read && answerSchema(read.answer)
  return async (ctx, request, reply, actor, params) => {
    const expected = request.headers['if-match']
    if (expected === undefined) return
    if (!read || !hasEtag(read) || !reader || !('handler' in reader)) throw preconditionFailed()
    if (read.roles && !read.roles.some((one) => one === tableRoleOf(actor.role))) throw preconditionFailed()
    const input = { params, query: {}, body: {}, prepared: undefined }
    const current = { ...(await reader.handler(ctx, actor, input, callOf(ctx, request, reply))) }
    if (!includesTag(expected, strongEtag(reply.serializeInput(current, shape!) as string))) throw preconditionFailed()
  }
}
