import { type RawBuilder, sql } from 'kysely'
import type { Line } from './rules.ts'

/** What an order dispensed of one line. Lines are numbered from 1, as on the document. */
export type Part = { line: number; quantity: number }
/** What an order dispensed. Null for deliveries before this record: one fill of each line. */
export type Delivery = Part[] | null

/** What one order may dispense of a line: its quantity. A line without quantity counts deliveries. */
export const fillOf = ({ quantity }: Line): number => quantity ?? 1

/** What may still be dispensed of each line. */
export const leftOf = (lines: Line[], deliveries: Delivery[]): number[] =>
  lines.map((line, at) => {
    const fill = fillOf(line)
    const dispensed = deliveries
      .map((parts) => (parts ? (parts.find((part) => part.line === at + 1)?.quantity ?? 0) : fill))
      .reduce((sum, quantity) => sum + quantity, 0)
    // Before quantities were counted, a prescription could be delivered repeatedly.
    return Math.max(fill * (1 + (line.refills ?? 0)) - dispensed, 0)
  })

/**
 * What was dispensed on a prescription, as a list of `Delivery`.
 * @param tenant the column of the tenant's id, such as `rx.tenant_id`
 * @param prescription the column of the prescription's id, such as `rx.id`
 */
export const deliveriesOf = (tenant: string, prescription: string): RawBuilder<Delivery[]> => sql`(
  select coalesce(jsonb_agg(delivered.dispensed), '[]')
  from orders delivered
  where delivered.tenant_id = ${sql.ref(tenant)}
    and delivered.prescription_id = ${sql.ref(prescription)}
    and delivered.status = 'DELIVERED')`
