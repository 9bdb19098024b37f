import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { type ApiError, badGateway, conflict, notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { Keyed, Verdict } from '../../../providers/payments/index.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { assertCards, callProvider } from './card-provider.ts'
import type { takePayment } from './contract.ts'
import { lock } from './lock.ts'
import { recordPaymentEvent } from './payment-events.ts'
import * as queries from './payment-queries.ts'
import { lockInvoiceOf } from './queries.ts'
import * as rules from './rules.ts'

type Taking = Input<typeof takePayment>

/**
 * Records a payment. Cash counts as paid at once. The amount of a card payment is reserved until the outcome of the charge is
 * known, so that it cannot be paid twice.
 * @throws {ApiError} 404 unless visible, 403 for cash by a patient, 409 if the amount exceeds the amount due
 */
export async function prepare(
  ctx: Context<'payments'>,
  actor: Actor,
  { params, body }: Taking,
): Promise<queries.Payment> {
  const invoice = await lock(ctx, actor, params.id)
  rules.assertMayRecord(actor, body.method)
  rules.assertDue(invoice, body.amountMAD)
  if (body.method === 'CARD') assertCards(ctx)
  const at = ctx.clock.now()
  const cash = body.method === 'CASH'
  const payment = {
    tenantId: actor.tenantId,
    id: newId('pay'),
    invoiceId: invoice.id,
    method: body.method,
    amount: body.amountMAD,
    status: cash ? ('SUCCEEDED' as const) : ('PENDING' as const),
    createdBy: actor.userId,
    at,
    settledAt: cash ? at : null,
  }
  defer(ctx.db, queries.insertPayment(payment))
  ctx.setAuditSubject(payment.id, invoice.patient_id)
  if (cash) recordPaymentEvent(ctx, 'payment.succeeded', invoice, payment.amount)
  return { ...payment, invoice_id: invoice.id, created_at: at }
}

/** Charges the card. The payment's id is the provider's idempotency key: a repeated call returns the first outcome. */
export function charge(
  services: Pick<Services, 'payments' | 'log'>,
  { tenantId }: Actor,
  key: string,
  { body }: Taking,
) {
  const { amountMAD: amount, cardToken } = body
  return callProvider(services, { tenantId, key }, (provider, signal) =>
    provider.charge({ tenantId, key, amount, cardToken }, signal),
  )
}

/** Queries the outcome of an abandoned charge. If the charge never arrived, the provider refuses it from then on. */
export const resolve = (services: Pick<Services, 'payments' | 'log'>, request: Keyed) =>
  callProvider(services, request, (provider, signal) => provider.resolve(request, signal))

const statuses = { SUCCEEDED: 'SUCCEEDED', DECLINED: 'DECLINED', ABSENT: 'FAILED' } as const satisfies Record<
  Verdict,
  string
>

/** Records the outcome of a charge unless it is recorded already, and publishes received money. */
export async function settle(ctx: UnitOfWork, request: Keyed, verdict: Verdict | undefined): Promise<queries.Payment> {
  const invoice = await lockInvoiceOf(ctx.db, 'payments', request)
  if (!invoice) throw notFound('Invoice')
  ctx.setAuditSubject(request.key, invoice.patient_id)
  const settled = verdict && (await queries.settlePayment(ctx.db, request, statuses[verdict]))
  const payment = await queries.findPayment(ctx.db, request)
  if (settled && payment.status === 'SUCCEEDED') recordPaymentEvent(ctx, 'payment.succeeded', invoice, payment.amount)
  return payment
}

/** The error for a payment that did not succeed. */
export function refusalOf({ id, status }: queries.Payment): ApiError | undefined {
  const details = { payment: { id, status } }
  switch (status) {
    case 'SUCCEEDED':
      return undefined
    case 'DECLINED':
      return conflict('The card was declined. Nothing was charged. Pay with another card.', details)
    case 'FAILED':
      return conflict('The charge never reached the card provider. Nothing was charged. Pay again.', details)
    case 'PENDING':
      return badGateway(
        'The card provider did not report the outcome of the charge. The payment is settled as soon as the outcome is known.',
        details,
      )
  }
}
