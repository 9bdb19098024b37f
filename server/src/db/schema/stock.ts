import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Maintained, Timestamp } from './columns.ts'

/** Stock of pharmacies. */
export type Stock = {
  stock_lots: {
    tenant_id: string
    id: string
    pharmacy_id: string
    medication: string
    medication_key: GeneratedAlways<string>
    lot_number: string
    /** Maintained by a trigger, like `movements`. */
    quantity: Maintained<number>
    movements: Maintained<number>
    /** Read as text (`expires_on::text`), because a Date would add a time. */
    expires_on: ColumnType<Date, string, string>
    warned_within: 30 | 7 | null
    received_at: Timestamp
  }
  stock_movements: {
    tenant_id: string
    lot_id: string
    n: Maintained<number>
    previous: GeneratedAlways<number | null>
    delta: number
    quantity: Maintained<number>
    reason: 'RECEIVED' | 'SOLD' | 'RETURNED' | 'LOST' | 'CORRECTION'
    note: string | null
    created_by: string
    at: Timestamp
  }
}
