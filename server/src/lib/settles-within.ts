import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a promise for a limited time. @returns whether it has settled; it may have failed */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const limit = new AbortController()
  const settled = work.then(
    () => true,
    () => true,
  )
  const late = pause(ms, false, { signal: limit.signal }).catch(() => false)
  const inTime = await Promise.race([settled, late])
  limit.abort()
  return inTime
}
