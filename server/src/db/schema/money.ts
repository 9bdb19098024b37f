import type { Generated } from 'kysely'
import type { Maintained, Timestamp } from './columns.ts'

/** Prices and invoices; all amounts in centimes. */
export type Money = {
  services: {
    tenant_id: string
    id: string
    name: string
    code: string | null
    price: number
    duration_min: number | null
    active: Generated<boolean>
    created_at: Timestamp
  }
  service_prices: {
    tenant_id: string
    id: string
    service_id: string
    price: number
    from_time: Date
    created_at: Timestamp
    applied_at: Date | null
  }
  invoice_series: { tenant_id: string; year: number; last: number }
  invoices: {
    tenant_id: string
    id: string
    year: number
    serial: number
    patient_id: string
    doctor_id: string | null
    appointment_id: string | null
    amount: number
    description: string | null
    created_by: string
    created_at: Timestamp
    cancelled_at: Date | null
    cancel_reason: string | null
    paid: Maintained<number>
    awaited: Maintained<number>
    refunded: Maintained<number>
    going_back: Maintained<number>
    status: Maintained<'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'CANCELLED'>
  }
  payments: {
    tenant_id: string
    id: string
    invoice_id: string
    method: 'CARD' | 'CASH'
    amount: number
    status: 'PENDING' | 'SUCCEEDED' | 'DECLINED' | 'FAILED'
    created_by: string
    created_at: Timestamp
    settled_at: Date | null
    refunded: Maintained<number>
    going_back: Maintained<number>
  }
  refunds: {
    tenant_id: string
    id: string
    invoice_id: string
    amount: number
    reason: string | null
    status: 'PENDING' | 'SUCCEEDED' | 'PARTIAL' | 'FAILED'
    created_by: string
    created_at: Timestamp
    settled_at: Date | null
  }
  refund_parts: {
    tenant_id: string
    refund_id: string
    payment_id: string
    amount: number
    status: 'PENDING' | 'SUCCEEDED' | 'DECLINED'
  }
  card_ledger: {
    tenant_id: string
    key: string
    kind: 'CHARGE' | 'REFUND' | 'CLOSED'
    amount: number | null
    outcome: 'SUCCEEDED' | 'DECLINED' | 'ABSENT'
    card_token: string | null
    entered_at: Timestamp
  }
}
