import { conflict } from '../../../errors.ts'
import type { Services } from '../../../http/services.ts'
import type { PaymentProvider, Verdict } from '../../../providers/payments/index.ts'

/** The deadline of a call to the provider. */
const DEADLINE_MS = 10_000

/** After this time, no request is still waiting for the provider. */
export const ABANDONED_AFTER_SEC = 2 * (DEADLINE_MS / 1000)

/** @throws {ApiError} 409 if there is no card provider */
export function assertCards({ payments }: Pick<Services, 'payments'>): void {
  if (payments) return
  throw conflict('This installation has no card provider. Record the payment in cash.')
}

/**
 * Calls the card provider with a deadline.
 * @returns its verdict; undefined if the outcome is unknown
 */
export async function callProvider(
  { payments, log }: Pick<Services, 'payments' | 'log'>,
  about: { tenantId: string; key: string },
  request: (provider: PaymentProvider, signal: AbortSignal) => Promise<Verdict>,
): Promise<Verdict | undefined> {
  if (!payments) return undefined
  const deadline = new AbortController()
  let timer: NodeJS.Timeout | undefined
  // A provider may ignore the abort signal, so the deadline also rejects.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      deadline.abort()
      reject(new Error(`No response within ${DEADLINE_MS} ms.`))
    }, DEADLINE_MS)
  })
  try {
    return await Promise.race([request(payments, deadline.signal), late])
  } catch (error) {
    log.warn({ err: error, ...about }, 'the card provider returned no outcome')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
