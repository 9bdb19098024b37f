import { EmbeddedPayments } from './embedded.ts'
import type { CardLedger, PaymentProvider } from './index.ts'

/**
 * The configured card provider: simulated in the sandbox. Production has none yet, so cards are refused there: no
 * charge may be reported that was not made.
 */
export const openPayments = (
  { mode }: { mode: 'sandbox' | 'production' },
  ledger: CardLedger,
): PaymentProvider | undefined => (mode === 'sandbox' ? new EmbeddedPayments(ledger) : undefined)
