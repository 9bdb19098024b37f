/**
 * The provider did not answer: the request may or may not have been executed. The caller repeats it with the same key, or
 * calls `resolve`.
 */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'service_unavailable'
  constructor(code: PaymentProviderError['code'], options?: ErrorOptions) {
    super(`The card provider answered ${code}.`, options)
    this.code = code
  }
}

/**
 * The outcome of a request. DECLINED: the bank refused it. ABSENT: it had not arrived when `resolve` closed it, and is
 * never executed.
 */
export type Verdict = 'SUCCEEDED' | 'DECLINED' | 'ABSENT'

/** The idempotency key that the caller chose, unique within its tenant. */
export type Keyed = { tenantId: string; key: string }

/** `amount` in centimes; the provider converts it if needed. Without a token, the provider's stored card is charged. */
export type Charge = Keyed & { amount: number; cardToken?: string | undefined }

/** Refunds a charge, in full or in part; `chargeKey` is the charge's key. */
export type Refund = Keyed & { amount: number; chargeKey: string }

/**
 * Charges and refunds cards. The key makes each request safe to repeat: it is executed once, even if sent repeatedly or
 * concurrently, and has one permanent verdict.
 * All methods throw PaymentProviderError if the verdict is not known when the signal aborts.
 */
export interface PaymentProvider {
  charge(charge: Charge, signal: AbortSignal): Promise<Verdict>
  refund(refund: Refund, signal: AbortSignal): Promise<Verdict>
  /**
   * Decides the outcome of a request permanently: a request that has not arrived yet is closed and stays ABSENT. A
   * provider without such an operation waits until its own requests can no longer be in flight.
   */
  resolve(request: Keyed, signal: AbortSignal): Promise<Verdict>
}

/** A request and its verdict in the ledger. */
export type Entry = {
  kind: 'CHARGE' | 'REFUND' | 'CLOSED'
  amount: number | null
  outcome: Verdict
  cardToken: string | null
}

/** The ledger of a simulated provider. `features/money/invoices` stores it in the database. */
export interface CardLedger {
  /** Inserts an entry unless the key has one. @returns the stored entry */
  enter(request: Keyed, entry: Entry): Promise<Entry>
  find(request: Keyed): Promise<Entry | undefined>
}
