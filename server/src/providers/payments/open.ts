import type { Config } from '../../config.ts'
import { EmbeddedPayments } from './embedded.ts'
import type { CardLedger, PaymentProvider } from './index.ts'

/**
 * The card provider that the configuration asks for: in the sandbox one that simulates. Production has none yet: cards
 * are refused there, for nobody may be told of money that nobody took.
 */
export const openPayments = ({ mode }: Pick<Config, 'mode'>, ledger: CardLedger): PaymentProvider | undefined =>
  mode === 'sandbox' ? new EmbeddedPayments(ledger) : undefined
