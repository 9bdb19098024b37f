import { type RawBuilder, sql } from 'kysely'
import type { Line } from './rules.ts'

/** The quantity that an order dispensed of one line. Lines are numbered from 1, as on the document. */
export type Part = { line: number; quantity: number }
/** The parts that an order dispensed. Null, for deliveries of earlier versions, counts as one fill of each line. */
export type Delivery = Part[] | null

/** The most that one order may dispense of a line: its quantity, or one delivery for a line without quantity. */
export const fillOf = ({ quantity }: Line): number => quantity ?? 1

/** The amount of each line that can still be dispensed. */
export const leftOf = (lines: Line[], deliveries: Delivery[]): number[] =>
  lines.map((line, at) => {
    const fill = fillOf(line)
    const dispensed = deliveries
      .map((parts) => (parts ? (parts.find((part) => part.line === at + 1)?.quantity ?? 0) : fill))
      .reduce((sum, quantity) => sum + quantity, 0)
    // Earlier versions did not count quantities and delivered repeatedly, hence the lower bound.
    return Math.max(fill * (1 + (line.refills ?? 0)) - dispensed, 0)
  })

/**
 * All deliveries of a prescription, as a list of `Delivery`.
 * @param tenant the column of the tenant's id, such as `rx.tenant_id`
 * @param prescription the column of the prescription's id, such as `rx.id`
 */
export const deliveriesOf = (tenant: string, prescription: string): RawBuilder<Delivery[]> => sql`(
  select coalesce(jsonb_agg(delivered.dispensed), '[]')
  from orders delivered
  where delivered.tenant_id = ${sql.ref(tenant)}
    and delivered.prescription_id = ${sql.ref(prescription)}
    and delivered.status = 'DELIVERED')`
