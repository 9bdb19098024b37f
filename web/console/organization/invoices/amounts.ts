import type { InvoiceWithPayments } from '../../../../clients/javascript/src/medina.ts'

/** The largest amount of the platform, in centimes. */
const MOST = 100_000_000

/** Dirhams as typed, with comma or point, as centimes; undefined if they are no amount. */
export function centimesOf(typed: string): number | undefined {
  const plain = typed.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const centimes = Math.round(Number(plain) * 100)
  return centimes >= 1 && centimes <= MOST ? centimes : undefined
}

/** Centimes as they are typed. */
export const typedOf = (centimes: number): string =>
  centimes % 100 === 0 ? String(centimes / 100) : (centimes / 100).toFixed(2)

type Sums = Pick<InvoiceWithPayments, 'paidMAD' | 'refundedMAD'> & {
  refunds: readonly Pick<InvoiceWithPayments['refunds'][number], 'amountMAD' | 'refundedMAD' | 'status'>[]
}

/** What can still be refunded: pending refunds are reserved. */
export function refundableOf({ paidMAD, refundedMAD, refunds }: Sums): number {
  const pending = refunds.filter(({ status }) => status === 'PENDING')
  return paidMAD - refundedMAD - pending.reduce((sum, one) => sum + one.amountMAD - one.refundedMAD, 0)
}

/** Whether it can be cancelled: nothing was paid, and no card payment is pending. */
export const isCancellable = ({ status, payments }: Pick<InvoiceWithPayments, 'status' | 'payments'>): boolean =>
  status === 'OPEN' && payments.every((payment) => payment.status !== 'PENDING')
