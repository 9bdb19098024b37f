import { State, type Tone } from '../../parts/state.tsx'
import { text } from '../words/index.ts'

const tones: Record<string, Tone> = {
  OPEN: 'wait',
  PARTIALLY_PAID: 'wait',
  PAID: 'good',
  PARTIALLY_REFUNDED: 'off',
  REFUNDED: 'off',
  CANCELLED: 'bad',
  PENDING: 'wait',
  SUCCEEDED: 'good',
  PARTIAL: 'wait',
  DECLINED: 'bad',
  FAILED: 'bad',
}

/** The state of an invoice, a payment or a refund. */
export function MoneyState({ status }: { status: string }) {
  return <State tone={tones[status] ?? 'off'}>{text().invoices.statuses[status] ?? status}</State>
}
