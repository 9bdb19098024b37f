import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Actor, platformActor } from './actor.ts'
import { ApiError, badRequest, notFound, unprocessable } from './errors.ts'
import * as appointments from './features/care/appointments/actions.ts'
import * as followUps from './features/care/follow-ups/actions.ts'
import * as labOrders from './features/care/lab-orders/actions.ts'
import * as orders from './features/care/orders/actions.ts'
import { assertDelivered, dispensed, orderStatus } from './features/care/orders/contract.ts'
import { bySecret } from './http/authenticate.ts'
import type { Endpoint } from './http/endpoint.ts'
import { word } from './http/send-error.ts'
import type { FullContext, Services } from './http/services.ts'
import { write } from './http/unit-of-work.ts'
import { faultsOf, zodMessages } from './http/validate.ts'
import { camelCase } from './lib/camel-case.ts'
import { id, utc } from './lib/fields.ts'

/**
 * A call from another application of the installation (specification: "Internal hooks"). It names a record but no tenant. A
 * repeated call has no further effect.
 */
type Hook<B extends z.ZodObject = z.ZodObject, A extends z.ZodObject = z.ZodObject> = {
  path: `/api/internal/${string}`
  summary?: string
  body: B
  /** Its answer besides `ok`. */
  answer: A
  /** The error word for an unknown record. */
  unknown: string
  /** The error word for a state conflict. */
  refused: string
  tenantOf: (body: z.output<B>) => RawBuilder<{ tenant: string | null }>
  run: (ctx: FullContext, actor: Actor, body: z.output<B>) => Promise<z.input<A>>
}

const define = <B extends z.ZodObject, A extends z.ZodObject>(hook: Hook<B, A>) => hook as unknown as Hook // run with the output of its own schema

const timestamp = z.object({ timestamp: utc })
const now = ({ clock }: FullContext) => ({ timestamp: clock.now().toISOString() })

const hooks: Hook[] = [
  define({
    path: '/api/internal/appointment-confirmed',
    summary: 'A doctor confirmed an appointment',
    body: z.strictObject({ appointmentId: id('apt') }),
    answer: timestamp,
    unknown: 'appointment_not_found',
    refused: 'invalid_transition',
    tenantOf: ({ appointmentId }) => sql`select tenant_of_appointment(${appointmentId}) as tenant`,
    async run(ctx, actor, { appointmentId }) {
      await appointments.confirm(ctx, actor, appointmentId)
      return now(ctx)
    },
  }),
  define({
    path: '/api/internal/prescription-issued',
    summary: 'A prescription was issued, perhaps for a pharmacy',
    body: z.strictObject({
      prescriptionId: id('rx'),
      pharmacyId: id('usr').nullish().meta({ description: 'The pharmacy to order from; absent or null for none yet.' }),
      deliveryRequested: z.boolean().nullish().meta({ description: 'Whether to deliver it; false by default.' }),
    }),
    answer: z.object({
      prescriptionId: id('rx'),
      routedOrderId: id('ord').nullable().meta({
        description: 'The order, the same one for repeated calls; null without a pharmacy.',
      }),
    }),
    unknown: 'rx_not_found',
    refused: 'conflict',
    tenantOf: ({ prescriptionId }) => sql`select tenant_of_prescription(${prescriptionId}) as tenant`,
    async run(ctx, actor, { prescriptionId, pharmacyId, deliveryRequested }) {
      const wanted = {
        prescriptionId,
        pharmacyId: pharmacyId ?? undefined,
        deliveryRequested: deliveryRequested ?? false,
      }
      return { prescriptionId, routedOrderId: await orders.route(ctx, actor, wanted) }
    },
  }),
  define({
    path: '/api/internal/order-status-update',
    summary: 'A pharmacy updated an order',
    body: z
      .strictObject({ orderId: id('ord'), status: orderStatus, dispensed })
      .superRefine(assertDelivered)
      .meta({ example: { orderId: 'ord_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0', status: 'PREPARING' } }),
    answer: timestamp,
    unknown: 'order_not_found',
    refused: 'invalid_transition',
    tenantOf: ({ orderId }) => sql`select tenant_of_order(${orderId}) as tenant`,
    async run(ctx, actor, { orderId, ...change }) {
      await orders.changeStatus(ctx, actor, orderId, change)
      return now(ctx)
    },
  }),
  define({
    path: '/api/internal/lab-result-released',
    summary: 'A laboratory validated and published results',
    body: z.strictObject({ labOrderId: id('lab') }),
    answer: timestamp,
    unknown: 'lab_order_not_found',
    refused: 'invalid_transition',
    tenantOf: ({ labOrderId }) => sql`select tenant_of_lab_order(${labOrderId}) as tenant`,
    async run(ctx, actor, { labOrderId }) {
      await labOrders.release(ctx, actor, labOrderId)
      return now(ctx)
    },
  }),
  define({
    path: '/api/internal/follow-up-accepted',
    summary: 'A patient accepted a follow-up consultation',
    body: z.strictObject({ followUpId: id('fu') }),
    answer: timestamp,
    unknown: 'follow_up_not_found',
    refused: 'invalid_transition',
    tenantOf: ({ followUpId }) => sql`select tenant_of_follow_up(${followUpId}) as tenant`,
    async run(ctx, actor, { followUpId }) {
      await followUps.accept(ctx, actor, followUpId, {})
      return now(ctx)
    },
  }),
]

export const hookEndpoints: Endpoint[] = hooks.map(({ path, summary, body, answer, unknown, refused }) => {
  const report = path.split('/').at(-1)!
  return {
    tag: 'Internal hooks',
    method: 'POST',
    path,
    name: camelCase(`report-${report}`),
    call: `hooks.${camelCase(report)}`,
    summary: summary ?? report,
    description: 'A repeated call has no further effect.',
    access: 'internal',
    errorFormat: 'word',
    body,
    answer: z.object({ ok: z.literal(true), ...answer.shape }),
    unknown: `The record does not exist (\`${unknown}\`).`,
    conflicts: `The state of the record does not allow it (\`${refused}\`).`,
  }
})

export function internalHooks(app: FastifyInstance, services: Services, tokens: string[]): void {
  for (const { path, body, unknown, refused, tenantOf, run } of hooks) {
    app.post(path, {
      config: { errorShape: (error) => word(withErrorWord(error, unknown, refused)) },
      onRequest: bySecret(services, 'X-Internal-Token', tokens),
      async handler(request, reply) {
        if (request.body === undefined) throw badRequest('A JSON body is required.')
        const parsed = body.safeParse(request.body, zodMessages)
        if (!parsed.success) throw unprocessable(faultsOf(parsed.error))
        const tenantId = (await services.database.queryWithoutTenant(tenantOf(parsed.data)))[0]?.tenant
        if (!tenantId) throw notFound('Record')
        const actor = platformActor(tenantId, 'internal')
        const trail = {
          tenantId,
          userId: actor.userId,
          clientId: actor.clientId,
          operation: path,
          address: request.ip,
          requestId: request.id,
        }
        const { body: answer } = await write(services, trail, undefined, async (ctx) => ({
          status: 200,
          body: JSON.stringify({ ok: true, ...(await run(ctx, actor, parsed.data)) }),
        }))
        return reply.type('application/json; charset=utf-8').send(answer)
      },
    })
  }
}

/** Replaces the code of an error by the hook's error word. */
const withErrorWord = (error: ApiError, unknown: string, refused: string): ApiError => {
  if (error.status === 404) return new ApiError(404, unknown, error.message)
  if (error.status === 409) return new ApiError(409, refused, error.message)
  return error
}
