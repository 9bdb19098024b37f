import { recordEvent } from '../../../events/record.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'

/** Records an event about money received or refunded, in centimes. */
export function recordPaymentEvent(
  ctx: UnitOfWork,
  kind: 'payment.succeeded' | 'payment.refunded',
  { id, patient_id, doctor_id }: { id: string; patient_id: string; doctor_id: string | null },
  amount: number,
): void {
  const data = { invoiceId: id, amountMAD: amount }
  recordEvent(ctx, { kind, subjectId: id, audience: [doctor_id, patient_id], data })
}
