import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Trail } from '../audit/trail.ts'
import {
  ApiError,
  badRequest,
  type Fault,
  forbidden,
  notFound,
  starterOutsideSandbox,
  unprocessable,
  unverified,
} from '../errors.ts'
import { admitAddress, admitForm, authenticate } from './authenticate.ts'
import { sendCacheable } from './cacheable.ts'
import { type Caller, refusedCaller, visitorFrom } from './caller.ts'
import { repeatableCall, type Sent } from './idempotency.ts'
import {
  bodyLimitOf,
  type ExternalEffect,
  type Implementation,
  namesOf,
  needsBody,
  type Operation,
} from './operation.ts'
import type { FullContext, Services } from './services.ts'
import { auditRefusal, read, runExternalEffect, type Steps, write } from './unit-of-work.ts'
import { faultsOf, zodMessages } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor
  }
}

/**
 * Adds the route of an operation. The order of checks is fixed: 401, 429, 403 scope, 413/415/400, 422 schema, 403 role,
 * 404 for the path's object; then the handler's own.
 */
export function mount(app: FastifyInstance, services: Services, implementation: Implementation): void {
  const { operation: op } = implementation
  const status = op.status ?? 200
  const bodyNeeded = needsBody(op)
  const answer = z.toJSONSchema(op.answer, { target: 'draft-7', io: 'output' })
  app.route({
    method: op.method,
    url: op.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: { response: { [status]: answer } },
    config: { crossOrigin: op.crossOrigin === true },
    bodyLimit: bodyLimitOf(op),
    async onRequest(request, reply) {
      if (op.scope === 'public') {
        await admitAddress(services, request, reply)
        if (op.addressLimit === 'forms') await admitForm(services, request, reply)
        return
      }
      const actor = await authenticate(services, request, reply).catch(async (error) => {
        const caller = refusedCaller(error)
        if (caller) await services.audit.noteThrottled(trailOf(caller, op, request), { outcome: error.code })
        throw error
      })
      request.actor = actor
      const refusal = refusalOf(services, op, actor)
      if (refusal) {
        await auditRefusal(services, trailOf(actor, op, request), refusal)
        throw refusal
      }
    },
    async handler(request, reply) {
      const { actor } = request
      const trail = trailOf(actor ?? visitor(services, op, request), op, request)
      const { query, body } = validated(op, request, bodyNeeded)
      const prepared = await implementation.prepare?.(services, { query, body } as never, trail) // parsed by its schemas
      // Refusals from here on are thrown inside the unit of work, so that they are audited.
      const inputOf = () => {
        if (actor) assertRole(op, actor)
        return { params: pathObject(op, request), query, body, prepared } as never // parsed by its schemas
      }
      const stored = (result: unknown): Sent => ({ status, body: reply.code(status).serialize(result) as string })
      const repeatable = op.method === 'POST' || op.method === 'PUT' ? repeatableOf(request) : undefined
      if (implementation.externalEffect) {
        const steps = stepsOf(implementation.externalEffect, services, actor!, inputOf, stored) // set in onRequest
        return sendStored(reply, await runExternalEffect(services, trail, repeatable, steps))
      }
      const handle = (ctx: FullContext) =>
        implementation.handler
          ? implementation.handler(ctx, actor!, inputOf())
          : implementation.publicHandler(ctx, inputOf()) // set in onRequest
      if (op.method === 'GET' && op.cacheSec !== undefined) {
        const json = reply.serialize(await read(services, trail, handle)) as string // by the compiled schema of its answer
        return sendCacheable(request, reply, json, op.cacheSec)
      }
      if (op.method === 'GET') return read(services, trail, handle)
      const sent = await write(services, trail, repeatable, async (ctx) => stored(await handle(ctx)))
      return sendStored(reply, sent)
    },
  })
}

/** The steps of an external-effect operation for one call, with serialized answers. */
const stepsOf = (
  { prepare, execute, finalize }: ExternalEffect<Operation, unknown>,
  services: Services,
  actor: Actor,
  inputOf: () => never,
  stored: (result: unknown) => Sent,
): Steps<unknown> => ({
  async prepare(ctx) {
    const intent = await prepare(ctx, actor, inputOf())
    return 'answer' in intent ? stored(intent.answer) : intent
  },
  execute: (intentId) => execute(services, actor, intentId, inputOf()),
  async finalize(ctx, intentId, outcome) {
    const result = await finalize(ctx, actor, intentId, outcome)
    return result instanceof ApiError ? result : stored(result)
  },
})

/**
 * The caller without a token: an address, in the tenant that visitors join.
 * @throws {ApiError} 404 for a write when there is no such tenant
 */
function visitor({ config }: Services, op: Operation, request: FastifyRequest): Caller {
  const tenantId = config.registrationTenant
  if (tenantId === undefined && op.method !== 'GET') throw notFound('Route')
  return visitorFrom(request.ip, tenantId ?? '')
}

function refusalOf({ config }: Services, op: Operation, actor: Actor): ApiError | undefined {
  if (actor.plan === 'STARTER' && config.mode === 'production') return starterOutsideSandbox()
  const needed = op.scope !== 'public' && op.scope !== 'token'
  if (needed && !actor.scopes.has(op.scope)) return forbidden(`This needs the scope ${op.scope}.`)
}

function sendStored(reply: FastifyReply, sent: Sent): FastifyReply {
  if (sent.replayed) reply.header('Idempotency-Replayed', 'true')
  return reply.code(sent.status).type('application/json; charset=utf-8').send(sent.body)
}

/** The query or body of an operation that has none. */
const nothing = z.strictObject({})

/** @throws {ApiError} 400 for a missing body, 422 with all faults of query and body at once */
function validated(op: Operation, request: FastifyRequest, bodyNeeded: boolean): { query: unknown; body: unknown } {
  if (bodyNeeded && request.body === undefined) throw badRequest('A JSON body is required.')
  const faults: Fault[] = []
  const parsed = (schema: z.ZodType = nothing, value: unknown) => {
    const { data, error } = schema.safeParse(value, zodMessages)
    if (error) faults.push(...faultsOf(error))
    return data
  }
  const checked = {
    query: parsed(op.query, request.query),
    body: parsed(op.body, request.body === undefined ? {} : request.body),
  }
  if (faults.length > 0) throw unprocessable(faults)
  return checked
}

/** @throws {ApiError} 403 unless the operation admits the caller's role; PENDING needs to be named */
function assertRole({ roles, scope }: Operation, { role }: Actor): void {
  if (roles ? roles.includes(role) : role !== 'PENDING' || scope === 'token') return
  throw role === 'PENDING' ? unverified() : forbidden(`This needs the role ${namesOf(roles!)}; the caller is ${role}.`) // without roles, others are admitted
}

/** The path's parameters. @throws {ApiError} 404 for a malformed id, as for an unknown one */
function pathObject(op: Operation, request: FastifyRequest): unknown {
  if (!op.params) return {}
  const result = op.params.safeParse(request.params)
  if (!result.success) throw notFound(op.subject ?? 'Route')
  return result.data
}

/** @throws {ApiError} 422 for a malformed Idempotency-Key */
const repeatableOf = (request: FastifyRequest) =>
  repeatableCall(request.headers['idempotency-key'], `${request.method} ${pathOf(request)}`, request.body)

const pathOf = (request: FastifyRequest) => request.url.split('?')[0]!

const trailOf = (actor: Caller, op: Operation, request: FastifyRequest): Trail => ({
  tenantId: actor.tenantId,
  userId: actor.userId,
  clientId: actor.clientId,
  operation: op.name,
  address: request.ip,
  requestId: request.id,
})
