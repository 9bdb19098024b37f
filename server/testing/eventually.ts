import { setTimeout as pause } from 'node:timers/promises'

/** The time limit of a wait, long enough for a busy machine. */
export const TIMEOUT_MS = 120_000

/**
 * Waits until a condition is true.
 * @throws {Error} after the time limit, even if a check never settles
 */
export async function eventually(
  check: () => boolean | Promise<boolean>,
  what = 'it',
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const until = performance.now() + timeoutMs
  const left = () => Math.max(0, until - performance.now())
  while (!(await withDeadline(check(), left(), () => what))) {
    if (left() === 0) throw new Error(`Timed out waiting for ${what}.`)
    await pause(20)
  }
}

/** The value of a promise. @throws {Error} after the time limit, naming what was awaited */
export async function withDeadline<T>(work: T | Promise<T>, timeoutMs: number, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timed out waiting for ${what()}.`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
