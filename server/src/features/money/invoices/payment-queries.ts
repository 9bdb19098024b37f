import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Keyed } from '../../../providers/payments/index.ts'
import type { Paid } from './rules.ts'

export type Payment = Pick<Schema['payments'], 'id' | 'invoice_id' | 'method' | 'amount' | 'status'> & {
  created_at: Date
}

type NewPayment = {
  tenantId: string
  id: string
  invoiceId: string
  method: Schema['payments']['method']
  amount: number
  status: Schema['payments']['status']
  createdBy: string
  at: Date
  settledAt: Date | null
}

export const insertPayment = prepared<NewPayment>(
  (v) => sql`
    insert into payments (tenant_id, id, invoice_id, method, amount, status, created_by, created_at, settled_at)
    values (${v.tenantId}, ${v.id}, ${v.invoiceId}, ${v.method}, ${v.amount}, ${v.status}, ${v.createdBy}, ${v.at},
      ${v.settledAt})`,
)

/** Settles an open payment. @returns the payment, or undefined if it was settled before */
export function settlePayment(db: Db, { tenantId, key }: Keyed, status: Schema['payments']['status']) {
  return db
    .updateTable('payments')
    .set({ status, settled_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', key)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst()
}

export function findPayment(db: Db, { tenantId, key }: Keyed): Promise<Payment> {
  return db
    .selectFrom('payments')
    .select(['id', 'invoice_id', 'method', 'amount', 'status', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', key)
    .executeTakeFirstOrThrow()
}

/** The refundable payments of an invoice. */
export function findPaid(db: Db, tenantId: string, invoiceId: string): Promise<Paid[]> {
  return db
    .selectFrom('payments')
    .select(['id', 'method', 'amount', 'refunded', 'going_back'])
    .where('tenant_id', '=', tenantId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'SUCCEEDED')
    .execute()
}
