import type { Context } from '../../context.ts'
import { recordEvent } from '../../events/record.ts'

/** Tells subscribers of money, in centimes, that came or went back on an invoice. */
export function announce(
  ctx: Context,
  kind: 'payment.succeeded' | 'payment.refunded',
  { id, patient_id, doctor_id }: { id: string; patient_id: string; doctor_id: string | null },
  amount: number,
): void {
  const data = { invoiceId: id, amountMAD: amount }
  recordEvent(ctx, { kind, subjectId: id, audience: [doctor_id, patient_id], data })
}
