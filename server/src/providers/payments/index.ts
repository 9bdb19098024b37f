/**
 * The provider did not say how a request ended: it may have been carried out, or not. Whoever asked asks again with the
 * same key, or asks `resolve`.
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
 * How a request ended. DECLINED: the bank refused it. ABSENT: it never arrived, was closed by `resolve`, and is not carried
 * out any more.
 */
export type Verdict = 'SUCCEEDED' | 'DECLINED' | 'ABSENT'

/** A request by the key that its caller chose. Keys are a tenant's own. */
export type Keyed = { tenantId: string; key: string }

/** `amount` in centimes; a provider that counts otherwise converts. Without a token, of the card that the provider knows. */
export type Charge = Keyed & { amount: number; cardToken?: string | undefined }

/** Sends back something of a charge, which is named by its own key. */
export type Return = Keyed & { amount: number; chargeKey: string }

/**
 * Takes money from cards and sends it back. The key makes each request safe to repeat: the same one is carried out once,
 * however often and at once it is sent, and has one verdict for ever.
 * Everything throws PaymentProviderError where no verdict is known by the time that the signal aborts.
 */
export interface PaymentProvider {
  charge(charge: Charge, signal: AbortSignal): Promise<Verdict>
  refund(refund: Return, signal: AbortSignal): Promise<Verdict>
  /**
   * Says what became of a request, once and for all: one that has not arrived until now is closed, and ABSENT however
   * late it may come. A provider without such a thing waits until its own requests can no longer be under way.
   */
  resolve(request: Keyed, signal: AbortSignal): Promise<Verdict>
}

/** What a provider has done, by key. */
export type Entry = {
  kind: 'CHARGE' | 'REFUND' | 'CLOSED'
  amount: number | null
  outcome: Verdict
  cardToken: string | null
}

/** The book of a simulated provider, which outlives this process. `features/invoices` keeps it in the database. */
export interface CardLedger {
  /** Makes an entry unless the key has one. @returns the one that stands */
  enter(request: Keyed, entry: Entry): Promise<Entry>
  find(request: Keyed): Promise<Entry | undefined>
}
