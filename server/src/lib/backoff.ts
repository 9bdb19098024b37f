const FIRST_MS = 100
const LONGEST_MS = 5000

/** How long to wait after so many faults in a row; spread, so that servers do not all come back at once. */
export const backoffMs = (faults: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** faults) * (0.5 + Math.random() / 2)
