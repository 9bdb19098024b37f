const FIRST_MS = 100
const LONGEST_MS = 5000

/** The delay after consecutive failures: exponential with jitter. */
export const backoffMs = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2)
