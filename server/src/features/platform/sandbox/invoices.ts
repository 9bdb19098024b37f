import type { Insertable } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { idAt } from '../../../lib/ids.ts'
import { localYear } from '../../../lib/moroccan-time.ts'
import { completedVisits, type Visit } from './care.ts'
import { MINUTE_MS } from './rules.ts'

/** Consultation fees in centimes: 250 to 600 dirhams. */
const fees = [30_000, 25_000, 40_000, 35_000, 50_000, 30_000, 60_000, 45_000]

/** The payments, refund or cancellation of an invoice. Shares are fractions of the amount. */
type Course = { paid: { method: 'CARD' | 'CASH'; share: number }[]; refunded?: number; cancelled?: string }
const card = (share: number) => ({ method: 'CARD' as const, share })
const cash = (share: number) => ({ method: 'CASH' as const, share })
const courses: Course[] = [
  { paid: [card(1)] },
  { paid: [cash(1)] },
  { paid: [cash(0.4), card(0.6)] },
  { paid: [card(1)], refunded: 0.4 },
  { paid: [] },
  { paid: [card(0.5)] },
  { paid: [card(1)], refunded: 1 },
  { paid: [], cancelled: 'Facturé deux fois' },
  { paid: [card(1)] },
]

type Rows = { [T in 'invoices' | 'payments' | 'refunds' | 'refund_parts' | 'card_ledger']: Insertable<Schema[T]>[] }

/** Invoices of completed visits: paid by card or cash, partly paid, unpaid, refunded or cancelled. */
export async function seedInvoices(tx: Db, tenantId: string): Promise<void> {
  const rows: Rows = { invoices: [], payments: [], refunds: [], refund_parts: [], card_ledger: [] }
  const lastOf = new Map<number, number>()
  for (const [at, visit] of (await completedVisits(tx, tenantId)).entries()) {
    const year = localYear(visit.end_time)
    const serial = (lastOf.get(year) ?? 0) + 1
    lastOf.set(year, serial)
    addInvoice(rows, tenantId, visit, { year, serial }, at)
  }
  const series = [...lastOf].map(([year, last]) => ({ tenant_id: tenantId, year, last }))
  await tx.insertInto('invoice_series').values(series).execute()
  await tx.insertInto('invoices').values(rows.invoices).execute()
  await tx.insertInto('payments').values(rows.payments).execute()
  await tx.insertInto('refunds').values(rows.refunds).execute()
  await tx.insertInto('refund_parts').values(rows.refund_parts).execute()
  await tx.insertInto('card_ledger').values(rows.card_ledger).execute()
}

function addInvoice(
  rows: Rows,
  tenantId: string,
  { id: appointmentId, doctor_id: doctorId, patient_id, end_time }: Visit,
  number: { year: number; serial: number },
  at: number,
): void {
  const afterVisit = (minutes: number) => new Date(end_time.getTime() + minutes * MINUTE_MS)
  const madeAt = new Date(afterVisit(5).getTime() + at) // visits end at the same time; keeps ids in the order of numbers
  const amount = fees[at % fees.length]!
  const { paid, refunded, cancelled } = courses[at % courses.length]!
  const common = { tenant_id: tenantId, created_by: doctorId }
  const invoiceId = idAt('inv', madeAt.getTime())
  rows.invoices.push({
    ...common,
    ...number,
    id: invoiceId,
    patient_id,
    doctor_id: doctorId,
    appointment_id: appointmentId,
    amount,
    description: 'Consultation',
    created_at: madeAt,
    cancelled_at: cancelled === undefined ? null : afterVisit(60),
    cancel_reason: cancelled ?? null,
  })
  for (const [n, { method, share }] of paid.entries()) {
    const paidAt = afterVisit(10 + n)
    const payment = { id: idAt('pay', paidAt.getTime()), method, amount: amount * share }
    const settled = { created_at: paidAt, settled_at: paidAt, status: 'SUCCEEDED' as const }
    const createdBy = method === 'CARD' ? patient_id : doctorId
    rows.payments.push({ ...common, ...payment, ...settled, invoice_id: invoiceId, created_by: createdBy })
    if (method === 'CARD') rows.card_ledger.push(entry('CHARGE', tenantId, payment.id, payment.amount))
    if (refunded !== undefined) addRefund(rows, common, invoiceId, payment, amount * refunded, afterVisit(90))
  }
}

function addRefund(
  rows: Rows,
  common: { tenant_id: string; created_by: string },
  invoiceId: string,
  payment: { id: string },
  amount: number,
  at: Date,
): void {
  const id = idAt('ref', at.getTime())
  const settled = { created_at: at, settled_at: at, status: 'SUCCEEDED' as const }
  rows.refunds.push({ ...common, ...settled, id, invoice_id: invoiceId, amount, reason: 'Consultation écourtée' })
  const { tenant_id } = common
  rows.refund_parts.push({ tenant_id, refund_id: id, payment_id: payment.id, amount, status: 'SUCCEEDED' })
  rows.card_ledger.push(entry('REFUND', tenant_id, `${id}/${payment.id}`, amount))
}

/** The simulated card provider's ledger entry, so that it can refund the payment. */
const entry = (kind: 'CHARGE' | 'REFUND', tenantId: string, key: string, amount: number) => ({
  tenant_id: tenantId,
  key,
  kind,
  amount,
  outcome: 'SUCCEEDED' as const,
  card_token: 'tok_visa',
})
