import {
  type CardLedger,
  type Charge,
  type Keyed,
  type PaymentProvider,
  PaymentProviderError,
  type Refund,
  type Verdict,
} from './index.ts'

/**
 * Simulates a card provider without network or money, with a persistent ledger. Charges succeed with any token or none,
 * except with the tokens that simulate failures:
 * - `tok_declined`: the bank refuses the charge;
 * - `tok_unavailable`: the provider is unreachable, and the charge is not made;
 * - `tok_timeout`: the charge is made, and the answer is lost;
 * - `tok_refund_declined`: the bank refuses refunds of this charge;
 * - `tok_refund_timeout`: a refund of this charge is made, and the answer to the first attempt is lost.
 */
export class EmbeddedPayments implements PaymentProvider {
  #ledger: CardLedger

  constructor(ledger: CardLedger) {
    this.#ledger = ledger
  }

  async charge({ amount, cardToken, ...request }: Charge, signal: AbortSignal): Promise<Verdict> {
    if (cardToken === 'tok_unavailable') throw new PaymentProviderError('service_unavailable')
    const outcome = cardToken === 'tok_declined' ? 'DECLINED' : 'SUCCEEDED'
    const entry = await this.#ledger.enter(request, { kind: 'CHARGE', amount, outcome, cardToken: cardToken ?? null })
    if (cardToken === 'tok_timeout') await noAnswer(signal)
    return entry.outcome
  }

  async refund({ amount, chargeKey, ...request }: Refund, signal: AbortSignal): Promise<Verdict> {
    const charge = await this.#ledger.find({ ...request, key: chargeKey })
    const known = await this.#ledger.find(request)
    const refused = charge?.outcome !== 'SUCCEEDED' || charge.cardToken === 'tok_refund_declined'
    const outcome = refused ? 'DECLINED' : 'SUCCEEDED'
    const entry = await this.#ledger.enter(request, { kind: 'REFUND', amount, outcome, cardToken: null })
    if (charge?.cardToken === 'tok_refund_timeout' && !known) await noAnswer(signal)
    return entry.outcome
  }

  async resolve(request: Keyed): Promise<Verdict> {
    const closed = { kind: 'CLOSED', amount: null, outcome: 'ABSENT', cardToken: null } as const
    return (await this.#ledger.enter(request, closed)).outcome
  }
}

const noAnswer = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new PaymentProviderError('timeout'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
