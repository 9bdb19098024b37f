import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { type ApiError, badGateway, conflict, notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { Keyed, Verdict } from '../../../providers/payments/index.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { assertCards, callProvider } from './card-provider.ts'
import type { refundInvoice } from './contract.ts'
import { lock } from './lock.ts'
import { recordPaymentEvent } from './payment-events.ts'
import { findPaid } from './payment-queries.ts'
import { lockInvoiceOf } from './queries.ts'
import * as queries from './refund-queries.ts'
import * as rules from './rules.ts'

/**
 * Records a refund, divided among the refunded payments. Cash counts as returned at once. The amounts of card payments are
 * reserved until the outcome is known, so that they cannot be refunded twice.
 * @throws {ApiError} 404 unless visible, 409 if the amount exceeds the refundable amount
 */
export async function prepare(ctx: Context<'payments'>, actor: Actor, { params, body }: Input<typeof refundInvoice>) {
  const invoice = await lock(ctx, actor, params.id)
  rules.assertRefundable(invoice, body.amountMAD)
  const { tenantId } = actor
  const parts = rules.divideRefund(await findPaid(ctx.db, tenantId, invoice.id), body.amountMAD)
  const cash = parts.every(({ method }) => method === 'CASH')
  if (!cash) assertCards(ctx)
  const at = ctx.clock.now()
  const refund = {
    tenantId,
    id: newId('ref'),
    invoiceId: invoice.id,
    amount: body.amountMAD,
    reason: body.reason ?? null,
    status: cash ? ('SUCCEEDED' as const) : ('PENDING' as const),
    createdBy: actor.userId,
    at,
    settledAt: cash ? at : null,
  }
  defer(ctx.db, queries.insertRefund(refund))
  for (const part of parts) defer(ctx.db, queries.insertPart({ ...part, tenantId, refundId: refund.id }))
  ctx.setAuditSubject(refund.id, invoice.patient_id)
  if (cash) recordPaymentEvent(ctx, 'payment.refunded', invoice, refund.amount)
  return { ...refund, invoice_id: invoice.id, created_at: at, refunded: cash ? refund.amount : 0 }
}

/** The outcome of each part of a refund, by payment id; undefined while unknown. */
type Verdicts = Map<string, Verdict | undefined>

/**
 * Refunds the open parts to their cards. The ids of refund and payment form the provider's idempotency key: a repeated call
 * completes the parts that are still open.
 */
export async function refundParts(
  services: Pick<Services, 'payments' | 'log' | 'database'>,
  request: Keyed,
): Promise<Verdicts> {
  const { tenantId, key } = request
  const parts = await queries.findOpenParts(services.database.reader(tenantId), request)
  const requests = parts.map(async ({ payment_id: chargeKey, amount }) => {
    const part = { tenantId, key: `${key}/${chargeKey}` }
    const refund = { ...part, chargeKey, amount }
    return [
      chargeKey,
      await callProvider(services, part, (provider, signal) => provider.refund(refund, signal)),
    ] as const
  })
  return new Map(await Promise.all(requests))
}

/** Records the outcomes of the parts, closes the refund after the last, and publishes returned money. */
export async function settle(ctx: UnitOfWork, request: Keyed, verdicts: Verdicts): Promise<queries.Refund> {
  const invoice = await lockInvoiceOf(ctx.db, 'refunds', request)
  if (!invoice) throw notFound('Invoice')
  ctx.setAuditSubject(request.key, invoice.patient_id)
  for (const [paymentId, verdict] of verdicts) {
    if (!verdict) continue
    const status = verdict === 'SUCCEEDED' ? 'SUCCEEDED' : 'DECLINED'
    defer(ctx.db, queries.settlePart(ctx.db, request, paymentId, status))
  }
  const settled = await queries.settleRefund(ctx.db, request)
  const refund = await queries.findRefund(ctx.db, request)
  if (settled && refund.refunded > 0) recordPaymentEvent(ctx, 'payment.refunded', invoice, refund.refunded)
  return refund
}

/** The error for a refund that did not succeed. A partial refund is a success. */
export function refusalOf({ id, status }: queries.Refund): ApiError | undefined {
  const details = { refund: { id, status } }
  if (status === 'FAILED') return conflict('The bank of the card refused the refund. Nothing was refunded.', details)
  if (status === 'PENDING')
    return badGateway(
      'The card provider did not report the outcome of the refund. The refund is settled as soon as the outcome is known.',
      details,
    )
}
