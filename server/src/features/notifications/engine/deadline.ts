import { setTimeout as pause } from 'node:timers/promises'

/** What a provider is granted to say how a request ended that was cut off: it knows best whether it left. */
const LAST_WORD_MS = 1000

/**
 * Cuts a request off that takes too long, whether or not the provider notices.
 * @param cut ends it before
 * @throws {DOMException} TimeoutError for a provider that does not heed the signal; else what the provider says
 */
export async function within<T>(
  deadlineMs: number,
  cut: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const late = pause(deadlineMs + LAST_WORD_MS, undefined, { signal: over.signal }).then(() => {
    throw new DOMException('The provider does not heed its deadline.', 'TimeoutError')
  })
  try {
    return await Promise.race([request(AbortSignal.any([AbortSignal.timeout(deadlineMs), cut])), late])
  } finally {
    over.abort()
    late.catch(() => {}) // nobody waits for it any more
  }
}
