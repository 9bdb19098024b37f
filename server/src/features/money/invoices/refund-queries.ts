import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Keyed } from '../../../providers/payments/index.ts'
import type { Part } from './rules.ts'

export type Refund = Pick<Schema['refunds'], 'id' | 'invoice_id' | 'amount' | 'reason' | 'status'> & {
  created_at: Date
  /** Centimes refunded so far. */
  refunded: number
}

/** Refunded centimes of a refund `r`. */
export const refundedAmount = sql<number>`(
  select coalesce(sum(amount), 0)::int
  from refund_parts
  where tenant_id = r.tenant_id
    and refund_id = r.id
    and status = 'SUCCEEDED')`

type NewRefund = {
  tenantId: string
  id: string
  invoiceId: string
  amount: number
  reason: string | null
  status: Schema['refunds']['status']
  createdBy: string
  at: Date
  settledAt: Date | null
}

export const insertRefund = prepared<NewRefund>(
  (v) => sql`
    insert into refunds (tenant_id, id, invoice_id, amount, reason, status, created_by, created_at, settled_at)
    values (${v.tenantId}, ${v.id}, ${v.invoiceId}, ${v.amount}, ${v.reason}, ${v.status}, ${v.createdBy}, ${v.at},
      ${v.settledAt})`,
)

/** Cash parts are settled when recorded; card parts wait for the bank. */
export const insertPart = prepared<Part & { tenantId: string; refundId: string }>(
  (v) => sql`
    insert into refund_parts (tenant_id, refund_id, payment_id, amount, status)
    values (${v.tenantId}, ${v.refundId}, ${v.paymentId}, ${v.amount},
      case ${v.method}::text when 'CASH' then 'SUCCEEDED' else 'PENDING' end)`,
)

/** The parts of a refund without an outcome. */
export function findOpenParts(db: Db, { tenantId, key }: Keyed) {
  return db
    .selectFrom('refund_parts')
    .select(['payment_id', 'amount'])
    .where('tenant_id', '=', tenantId)
    .where('refund_id', '=', key)
    .where('status', '=', 'PENDING')
    .execute()
}

export function settlePart(db: Db, { tenantId, key }: Keyed, paymentId: string, status: 'SUCCEEDED' | 'DECLINED') {
  return db
    .updateTable('refund_parts')
    .set({ status })
    .where('tenant_id', '=', tenantId)
    .where('refund_id', '=', key)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'PENDING')
}

/** Settles a refund without open parts. @returns the refund, or undefined if it was settled before or has open parts */
export async function settleRefund(db: Db, { tenantId, key }: Keyed) {
  const { rows } = await sql<{ id: string }>`
    update refunds r
    set settled_at = app_now(),
      status = case ${refundedAmount} when 0 then 'FAILED' when r.amount then 'SUCCEEDED' else 'PARTIAL' end
    where r.tenant_id = ${tenantId}
      and r.id = ${key}
      and r.status = 'PENDING'
      and not exists (
        select from refund_parts
        where tenant_id = r.tenant_id
          and refund_id = r.id
          and status = 'PENDING')
    returning r.id`.execute(db)
  return rows[0]
}

export async function findRefund(db: Db, { tenantId, key }: Keyed): Promise<Refund> {
  const { rows } = await sql<Refund>`
    select r.id, r.invoice_id, r.amount, r.reason, r.status, r.created_at, ${refundedAmount} as refunded
    from refunds r
    where r.tenant_id = ${tenantId}
      and r.id = ${key}`.execute(db)
  return rows[0]!
}
