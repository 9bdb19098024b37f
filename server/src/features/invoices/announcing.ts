import type { Context } from '../../context.ts'
import { recordEvent } from '../../events/record.ts'

/** Tells subscribers of money, in centimes, that came or went back on an invoice. */
export function announce(
  ctx: Context,
  kind: 'payment.succeeded' | 'payment.refunded',
  { id, patient_id, practitioner_id }: { id: string; patient_id: string; practitioner_id: string | null },
  amount: number,
): void {
  recordEvent(ctx.db, {
    tenantId: ctx.trail.tenantId,
    kind,
    subjectId: id,
    audience: practitioner_id === null ? [patient_id] : [patient_id, practitioner_id],
    data: { invoiceId: id, amountMAD: amount },
    at: ctx.clock.now(),
  })
}
