import type { InvoiceWithPayments } from '../../../../clients/javascript/src/medina.ts'

/** The largest amount that the server accepts, in centimes. */
const MOST = 100_000_000

/** Converts typed dirhams, with comma or point, to centimes. Undefined if the text is not an amount. */
export function centimesOf(typed: string): number | undefined {
  const plain = typed.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const centimes = Math.round(Number(plain) * 100)
  return centimes >= 1 && centimes <= MOST ? centimes : undefined
}

/** Formats centimes as they are typed. */
export const typedOf = (centimes: number): string =>
  centimes % 100 === 0 ? String(centimes / 100) : (centimes / 100).toFixed(2)

type Sums = Pick<InvoiceWithPayments, 'paidMAD' | 'refundedMAD'> & {
  refunds: readonly Pick<InvoiceWithPayments['refunds'][number], 'amountMAD' | 'refundedMAD' | 'status'>[]
}

/** The amount that can still be refunded. Pending refunds are deducted. */
export function refundableOf({ paidMAD, refundedMAD, refunds }: Sums): number {
  const pending = refunds.filter(({ status }) => status === 'PENDING')
  return paidMAD - refundedMAD - pending.reduce((sum, one) => sum + one.amountMAD - one.refundedMAD, 0)
}

/** Whether an invoice can be cancelled: nothing was paid, and no card payment is pending. */
export const isCancellable = ({ status, payments }: Pick<InvoiceWithPayments, 'status' | 'payments'>): boolean =>
  status === 'OPEN' && payments.every((payment) => payment.status !== 'PENDING')
