import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Actor, tableRoleOf } from '../actor.ts'
import { deferLock } from '../db/transaction.ts'
import { preconditionFailed } from '../errors.ts'
import { callOf } from './call.ts'
import type { Implementation, Operation } from './operation.ts'
import { hasEtag, readOf, rootOf } from './resources.ts'
import type { FullContext } from './services.ts'

/** The entity tag of an answer: of the bytes that this caller reads. */
export const strongEtag = (json: string): string => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`

/** Answers one resource with its entity tag, or 304 if the client has it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = strongEtag(json)
  reply.header('ETag', etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && names(known, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Proxies that compress make a tag weak: both forms are of the same representation here. */
const names = (header: string, etag: string): boolean =>
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
 * Every write below a resource takes the lock of the resource first, so that none comes between the check and the change;
 * jobs and hooks, which know no tag, lock rows as before.
 */
export function lockResource(
  operations: readonly Operation[],
  op: Operation,
): (ctx: FullContext, params: unknown) => void {
  if (!op.params && op.method !== 'PUT') return () => {} // creates
  const root = rootOf(operations, op)
  return ({ db, trail }, params) => {
    const place = root.replace(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name]!)
    deferLock(db, 'resource', trail.tenantId, place)
  }
}

/** @throws {ApiError} 412 unless `If-Match` names the resource as the caller would read it now */
export function preconditionOf(implementations: readonly Implementation[], op: Operation): Precondition {
  const operations = implementations.map(({ operation }) => operation)
  const read = readOf(operations, op)
  const reader = implementations.find(({ operation }) => operation === read)
  const shape = read && { ...z.toJSONSchema(read.answer, { target: 'draft-7', io: 'output' }) }
  return async (ctx, request, reply, actor, params) => {
    const expected = request.headers['if-match']
    if (expected === undefined) return
    if (!read || !hasEtag(read) || !reader || !('handler' in reader)) throw preconditionFailed()
    if (read.roles && !read.roles.some((one) => one === tableRoleOf(actor.role))) throw preconditionFailed()
    const input = { params, query: {}, body: {}, prepared: undefined }
    const current = { ...(await reader.handler(ctx, actor, input, callOf(ctx, request, reply))) }
    if (!names(expected, strongEtag(reply.serializeInput(current, shape!) as string))) throw preconditionFailed()
  }
}
