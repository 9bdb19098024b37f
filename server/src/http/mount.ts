import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, scopes, tableRoleOf } from '../actor.ts'
import type { Trail } from '../audit/trail.ts'
import { ApiError, forbidden, notFound, secondFactorRequired, unverified } from '../errors.ts'
import { once } from '../lib/once.ts'
import { admitAddress, admitForm, authenticate, reauthenticate } from './authenticate.ts'
import { sendCacheable } from './cacheable.ts'
import { callOf } from './call.ts'
import { type Caller, refusedCaller, visitorFrom } from './caller.ts'
import { crossOriginOf } from './cors.ts'
import { identifyList } from './cursors.ts'
import { repeatableCall, type Sent } from './idempotency.ts'
import { answerSchema } from './lazy-serializers.ts'
import { retryIfMerged, survivorsIn } from './merged-input.ts'
import {
  bodyLimitOf,
  type Implementation,
  namesOf,
  needsBody,
  type Operation,
  type ParsedExternalEffect,
  type ParsedInput,
} from './operation.ts'
import { admitsRole, refusalOf } from './permission.ts'
import { lockResource, preconditionOf, sendTagged, strongEtag } from './preconditions.ts'
import { answersTagged, hasEtag, isConditional, locationOf } from './resources.ts'
import type { FullContext, Services } from './services.ts'
import { withoutSecrets } from './shown-once.ts'
import { traceparentOf } from './tracing.ts'
import { auditRefusal, read, runExternalEffect, type Steps, write } from './unit-of-work.ts'
import { serverFields, validated } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor
  }
}

/**
 * Adds the route of an operation. The order of checks is fixed: 401, 429, 403 scope, 413/415/400, 422 schema, 403 role,
 * 404 for the path's object; then the handler's own.
 */
export function mount(
  app: FastifyInstance,
  services: Services,
  implementation: Implementation,
  all: readonly Implementation[],
): void {
  const { operation: op } = implementation
  const status = op.status ?? 200
  // At the first call, for a fast start.
  const bodyNeeded = once(() => needsBody(op))
  const ignored = serverFields(op)
  const operations = all.map(({ operation }) => operation)
  const location = locationOf(operations, op)
  const tagsRead = hasEtag(op)
  const tagsAnswer = once(() => answersTagged(operations, op))
  const lock = lockResource(operations, op)
  const assertUnchanged = preconditionOf(all, op)
  app.route({
    method: op.method === 'PUT' ? ['PUT', 'PATCH'] : op.method, // PATCH is an alias: both merge
    url: op.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: { response: { [status]: answerSchema(op.answer) } },
    config: { crossOrigin: crossOriginOf(op), operation: op.name },
    bodyLimit: bodyLimitOf(op),
    async onRequest(request, reply) {
      if (op.scope === 'public') {
        await admitAddress(services, request, reply)
        if (op.addressLimit === 'forms') await admitForm(services, request, reply)
        return
      }
      const actor = await authenticate(services, request, reply).catch(async (error) => {
        const caller = refusedCaller(error)
        if (caller) request.client = caller
        if (caller) await services.audit.noteThrottled(trailOf(caller, op, request), { outcome: error.code })
        throw error
      })
      await admitCaller(request, actor)
    },
    async handler(request, reply) {
      const { query, body } = validated(op, request, bodyNeeded(), ignored)
      return retryIfMerged(services, request.actor, async () => {
        const { actor } = request
        // A merge may have ended the login of the caller, or given it another record.
        if (actor && actor.merges < services.merged.countOf(actor.tenantId))
          await admitCaller(request, await reauthenticate(services, request))
        return respond(request, reply, request.actor, { query, body })
      })
    },
  })

  async function admitCaller(request: FastifyRequest, actor: Actor): Promise<void> {
    request.actor = actor
    const refusal = refusalOf(services, op, actor)
    if (!refusal) return
    await auditRefusal(services, trailOf(actor, op, request), refusal)
    throw refusal
  }

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor | undefined,
    { query, body }: Pick<ParsedInput, 'query' | 'body'>,
  ): Promise<unknown> {
    const trail = trailOf(actor ?? visitor(services, op, request), op, request)
    const prepared = await implementation.prepare?.(services, { query, body }, trail, actor)
    // Refusals from here on are thrown inside the unit of work, so that they are audited.
    const inputOf = () => {
      if (actor) {
        assertRole(op, actor)
        assertMayReadBack(op, actor, body)
      }
      return { ...survivorsIn(services, actor, { params: pathObject(op, request), query, body }), prepared }
    }
    /** Before the first write: the lock of the resource, and `If-Match`. */
    const assertReady = async (ctx: FullContext, { params }: ParsedInput): Promise<void> => {
      if (op.method === 'GET' || !actor) return
      lock(ctx, params)
      if (isConditional(op)) await assertUnchanged(ctx, request, reply, actor, params)
    }
    const serialized = (result: unknown): Sent => {
      const body = reply.code(status).serialize(result) as string
      return { status, body, ...(op.shownOnce && { kept: withoutSecrets(body, op.shownOnce) }) }
    }
    const isWanted = () => !request.raw.socket.destroyed
    const keyed = op.method === 'GET' ? undefined : repeatableOf(op, request)
    const repeatable = trail.tenantId === '' ? undefined : keyed // a key belongs to a tenant
    const send = (sent: Sent) => {
      if (location) reply.header('Location', location(request.params as Record<string, string>, JSON.parse(sent.body)))
      if (tagsAnswer()) reply.header('ETag', strongEtag(sent.body))
      return sendStored(reply, op, sent)
    }
    if ('externalEffect' in implementation) {
      const steps = stepsOf(implementation.externalEffect, services, actor!, inputOf, assertReady, serialized) // set in onRequest
      return send(await runExternalEffect(services, trail, repeatable, steps, isWanted))
    }
    const handle = async (ctx: FullContext) => {
      const input = inputOf()
      await assertReady(ctx, input)
      return 'handler' in implementation
        ? implementation.handler(ctx, actor!, input, callOf(services, request, reply)) // set in onRequest
        : implementation.publicHandler(ctx, input)
    }
    const listIdentity = () => identifyList(op.name, trail.tenantId, request.params, query)
    if (op.method === 'GET' && op.cacheSec !== undefined) {
      const json = reply.serialize(await read(services, trail, handle, listIdentity, isWanted)) as string // by the compiled schema of its answer
      return sendCacheable(request, reply, json, op.cacheSec)
    }
    if (tagsRead) return sendTagged(request, reply, reply.serialize(await read(services, trail, handle)) as string)
    if (op.method === 'GET') return read(services, trail, handle, listIdentity, isWanted)
    const sent = await write(services, trail, repeatable, async (ctx) => serialized(await handle(ctx)), isWanted)
    return send(sent)
  }
}

/** The steps of an external-effect operation for one call. They return serialized answers. */
const stepsOf = (
  { prepare, execute, finalize }: ParsedExternalEffect,
  services: Services,
  actor: Actor,
  inputOf: () => ParsedInput,
  assertReady: (ctx: FullContext, input: ParsedInput) => Promise<void>,
  serialized: (result: unknown) => Sent,
): Steps<unknown> => ({
  async prepare(ctx) {
    const input = inputOf()
    await assertReady(ctx, input)
    const intent = await prepare(ctx, actor, input)
    return 'answer' in intent ? serialized(intent.answer) : intent
  },
  execute: (intentId) => execute(services, actor, intentId, inputOf()),
  async finalize(ctx, intentId, outcome) {
    const result = await finalize(ctx, actor, intentId, outcome)
    return result instanceof ApiError ? result : serialized(result)
  },
})

/**
 * A caller without a token: an address in the tenant where visitors register.
 * @throws {ApiError} 404 for a write if the installation has no such tenant
 */
function visitor({ config }: Services, op: Operation, request: FastifyRequest): Caller {
  const tenantId = config.registrationTenant
  if (tenantId === undefined && op.method !== 'GET' && !op.findsTenant) throw notFound('Route')
  return visitorFrom(request.ip, tenantId ?? '')
}

function sendStored(reply: FastifyReply, { shownOnce }: Operation, sent: Sent): FastifyReply {
  if (sent.replayed) reply.header('Idempotency-Replayed', 'true')
  // Answers that an earlier version stored still contain their secrets.
  const body = sent.replayed && shownOnce ? withoutSecrets(sent.body, shownOnce) : sent.body
  return reply.code(sent.status).type('application/json; charset=utf-8').send(body)
}

/** @throws {ApiError} 403 unless the operation admits the caller's role */
function assertRole(op: Operation, { role, lacksSecondFactor }: Actor): void {
  if (admitsRole(op, role)) return
  if (lacksSecondFactor) throw secondFactorRequired()
  throw role === 'PENDING'
    ? unverified()
    : forbidden(`The role ${namesOf(op.roles!)} is required; the caller is ${tableRoleOf(role)}.`) // without a list of roles, only PENDING is refused
}

/** An update without fields only reads, and needs the read scope too. @throws {ApiError} 403 without that scope */
function assertMayReadBack({ method, scope }: Operation, actor: Actor, body: unknown): void {
  if (method !== 'PUT' || Object.values(body ?? {}).some((value) => value !== undefined)) return
  const needed = scope.replace(/:write$/, ':read')
  if (needed in scopes && !actor.scopes.has(needed))
    throw forbidden(`The scope ${needed} is required for a body without fields, which only reads.`)
}

/** The path's parameters. @throws {ApiError} 404 for a malformed id, as for an unknown one */
function pathObject(op: Operation, request: FastifyRequest): unknown {
  if (!op.params) return {}
  const result = op.params.safeParse(request.params)
  if (!result.success) throw notFound(op.subject ?? 'Route')
  return result.data
}

/** @throws {ApiError} 422 for a malformed Idempotency-Key */
const repeatableOf = (op: Operation, request: FastifyRequest) =>
  repeatableCall(request.headers['idempotency-key'], `${op.method} ${pathOf(request)}`, request.body)

const pathOf = (request: FastifyRequest) => request.url.split('?')[0]!

const trailOf = (actor: Caller & { actsFor?: readonly string[] }, op: Operation, request: FastifyRequest): Trail => ({
  tenantId: actor.tenantId,
  userId: actor.userId,
  clientId: actor.clientId,
  operation: op.name,
  address: request.ip,
  requestId: request.id,
  traceparent: traceparentOf(request),
  ...(actor.actsFor && { actsFor: actor.actsFor }),
})
