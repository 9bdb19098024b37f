import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from './actor.ts'
import type { Context, Services } from './context.ts'
import { ApiError, badRequest, notFound, unprocessable } from './errors.ts'
import * as appointments from './features/appointments/actions.ts'
import { admitAddress, settleGuess } from './http/authenticate.ts'
import type { Endpoint } from './http/endpoint.ts'
import { word } from './http/send-error.ts'
import { write } from './http/unit-of-work.ts'
import { faultsOf, wording } from './http/validate.ts'
import { id, utc } from './lib/fields.ts'
import { sameSecret } from './lib/secrets.ts'

/**
 * A signed call from another application of the installation (specification: "Internal hooks"). It names a record and
 * no tenant; it may be repeated, and acts once.
 */
type Hook<B extends z.ZodObject = z.ZodObject> = {
  path: `/api/internal/${string}`
  /** Who reports what, for the documentation. */
  summary?: string
  body: B
  /** The word for a record that does not exist. */
  unknown: string
  tenantOf: (services: Services, body: z.output<B>) => Promise<string | undefined>
  run: (ctx: Context, actor: Actor, body: z.output<B>) => Promise<void>
}

const hook = <B extends z.ZodObject>(of: Hook<B>) => of as unknown as Hook // each is called with what its own schema gave

export const hooks: Hook[] = [
  hook({
    path: '/api/internal/appointment-confirmed',
    summary: 'A doctor confirmed an appointment',
    body: z.object({ appointmentId: id('apt') }),
    unknown: 'appointment_not_found',
    tenantOf: async ({ database }, { appointmentId }) =>
      (
        await database.beforeTenant(
          sql<{ tenant: string | null }>`select tenant_of_appointment(${appointmentId}) as tenant`,
        )
      )[0]?.tenant ?? undefined,
    run: (ctx, actor, { appointmentId }) => appointments.confirm(ctx, actor, appointmentId),
  }),
]

/** The hooks, for openapi.json. */
export const hookEndpoints: Endpoint[] = hooks.map(({ path, summary, body, unknown }) => {
  const report = path.split('/').at(-1)!
  return {
    tag: 'Internal hooks',
    method: 'POST',
    path,
    name: `report-${report}`.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    summary: summary ?? report,
    access: 'internal',
    wording: 'word',
    body,
    answer: z.object({ ok: z.literal(true), timestamp: utc }),
    unknown: `There is no such record (\`${unknown}\`).`,
    conflicts: 'The state of the record does not allow it (`invalid_transition`).',
  }
})

export function internalHooks(app: FastifyInstance, services: Services, tokens: string[]): void {
  for (const { path, body, unknown, tenantOf, run } of hooks) {
    app.post(path, {
      config: { errorShape: (error) => word(inWords(error, unknown)) },
      async onRequest(request, reply) {
        const given = request.headers['x-internal-token']
        const right = typeof given === 'string' && tokens.some((token) => sameSecret(token, given))
        await Promise.all([
          admitAddress(services, request, reply),
          settleGuess(services, request, reply, { wrong: !right }),
        ])
        if (!right) throw new ApiError(403, 'FORBIDDEN', 'X-Internal-Token is missing or wrong.')
      },
      async handler(request) {
        if (request.body === undefined) throw badRequest('A JSON body is required.')
        const parsed = body.safeParse(request.body, wording)
        if (!parsed.success) throw unprocessable(faultsOf(parsed.error))
        const tenantId = await tenantOf(services, parsed.data)
        if (!tenantId) throw notFound('Record')
        const actor = platform(tenantId)
        const trail = {
          tenantId,
          userId: actor.userId,
          clientId: actor.clientId,
          operation: path,
          address: request.ip,
          requestId: request.id,
        }
        await write(services, trail, undefined, async (ctx) => {
          await run(ctx, actor, parsed.data)
          return { status: 200, body: '' }
        })
        return { ok: true, timestamp: services.clock.now().toISOString() }
      },
    })
  }
}

/** The platform's own applications act with an administrator's rights in the tenant of the record. */
const platform = (tenantId: string): Actor => ({
  tenantId,
  userId: 'platform',
  role: 'ADMIN',
  clientId: 'internal',
  scopes: new Set(),
  plan: 'ENTERPRISE',
  verified: true,
})

const inWords = (error: ApiError, unknown: string): ApiError => {
  if (error.status === 404) return new ApiError(404, unknown, error.message)
  if (error.status === 409) return new ApiError(409, 'invalid_transition', error.message)
  return error
}
