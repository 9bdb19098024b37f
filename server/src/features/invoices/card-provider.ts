import type { Services } from '../../context.ts'
import { conflict } from '../../errors.ts'
import type { PaymentProvider, Verdict } from '../../providers/payments/index.ts'

/** How long a call waits for the provider. */
const DEADLINE_MS = 10_000

/** After this long nobody waits for the provider any more who asked it in a call. */
export const FORGOTTEN_SEC = 2 * (DEADLINE_MS / 1000)

/** @throws {ApiError} 409 where there is no card provider */
export function assertCards({ payments }: Services): void {
  if (payments) return
  throw conflict('Card payments are not available on this installation: it has no card provider. Cash can be recorded.')
}

/**
 * Asks the card provider, for as long as a call may wait.
 * @returns its verdict, or nothing when that is not known: it may have done it, or not
 */
export async function ask(
  { payments, log }: Services,
  about: { tenantId: string; key: string },
  question: (provider: PaymentProvider, signal: AbortSignal) => Promise<Verdict>,
): Promise<Verdict | undefined> {
  if (!payments) return undefined
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  // A provider that does not heed the signal is not waited for either.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over.abort()
      reject(new Error(`It said nothing within ${DEADLINE_MS} ms.`))
    }, DEADLINE_MS)
  })
  try {
    return await Promise.race([question(payments, over.signal), late])
  } catch (error) {
    log.warn({ err: error, ...about }, 'the card provider gave no verdict')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
