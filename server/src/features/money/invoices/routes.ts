import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On, OnExternalEffect, OnPublic } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import type { Payment } from './payment-queries.ts'
import * as payments from './payments.ts'
import * as queries from './queries.ts'
import type { Refund } from './refund-queries.ts'
import * as refunds from './refunds.ts'
import { dueOf, numberOf } from './rules.ts'

export function invoiceRoutes(on: On, _: OnPublic, onExternalEffect: OnExternalEffect): void {
  on(contract.listInvoices, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { invoices: rows.map(present), pagination }
  })

  on(contract.createInvoice, async (ctx, actor, { body }) => read(ctx, actor, await actions.create(ctx, actor, body)))

  on(contract.readInvoice, (ctx, actor, { params }) => read(ctx, actor, params))

  for (const cancelling of [contract.cancelInvoice, contract.updateInvoice])
    on(cancelling, async (ctx, actor, { params, body }) =>
      read(ctx, actor, await actions.cancel(ctx, actor, params.id, body)),
    )

  onExternalEffect(contract.takePayment, {
    async prepare(ctx, actor, input) {
      const payment = await payments.prepare(ctx, actor, input)
      return payment.status === 'PENDING' ? { intentId: payment.id } : { answer: { payment: presentPayment(payment) } }
    },
    execute: payments.charge,
    async finalize(ctx, { tenantId }, key, verdict) {
      const payment = await payments.settle(ctx, { tenantId, key }, verdict)
      return payments.refusalOf(payment) ?? { payment: presentPayment(payment) }
    },
  })

  onExternalEffect(contract.refundInvoice, {
    async prepare(ctx, actor, input) {
      const refund = await refunds.prepare(ctx, actor, input)
      return refund.status === 'PENDING' ? { intentId: refund.id } : { answer: { refund: presentRefund(refund) } }
    },
    execute: (services, { tenantId }, key) => refunds.refundParts(services, { tenantId, key }),
    async finalize(ctx, { tenantId }, key, verdicts) {
      const refund = await refunds.settle(ctx, { tenantId, key }, verdicts)
      return refunds.refusalOf(refund) ?? { refund: presentRefund(refund) }
    },
  })
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Invoice')
  const money = { payments: row.payments.map(presentPayment), refunds: row.refunds.map(presentRefund) }
  return { invoice: { ...present(row), ...money } }
}

const present = (row: queries.Row) => ({
  id: row.id,
  number: numberOf(row),
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  appointmentId: row.appointment_id,
  amountMAD: row.amount,
  paidMAD: row.paid,
  refundedMAD: row.refunded,
  dueMAD: dueOf(row),
  status: row.status,
  description: row.description,
  createdAt: row.created_at.toISOString(),
  cancelledAt: row.cancelled_at?.toISOString() ?? null,
  cancelReason: row.cancel_reason,
  patient: { id: row.patient_id, name: row.patient_name },
  doctor: row.doctor_id && row.doctor_name ? { id: row.doctor_id, name: row.doctor_name } : null,
})

const presentPayment = (row: Payment | queries.InJson<Payment>) => ({
  id: row.id,
  invoiceId: row.invoice_id,
  method: row.method,
  amountMAD: row.amount,
  status: row.status,
  createdAt: new Date(row.created_at).toISOString(),
})

const presentRefund = (row: Refund | queries.InJson<Refund>) => ({
  id: row.id,
  invoiceId: row.invoice_id,
  amountMAD: row.amount,
  refundedMAD: row.refunded,
  reason: row.reason,
  status: row.status,
  createdAt: new Date(row.created_at).toISOString(),
})
