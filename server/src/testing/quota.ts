/**
 * How many requests at these moments a plan admits, by the decision "Rate-limit burst" word by word, over a list of those
 * that were admitted: below L in the last sixty seconds all pass; above it up to burst × L, for so many seconds from the
 * moment L was passed; then none until below L again; a new burst after a whole minute below. The server's counters know
 * nothing of this.
 * @param momentsSec seconds, in order
 */
export function admittedByDefinition(
  limit: number,
  burst: { factor: number; sec: number },
  momentsSec: number[],
): number {
  const admitted: number[] = []
  let expired = 0
  let passedAt: number | undefined
  let lastFullAt = Number.NEGATIVE_INFINITY
  for (const now of momentsSec) {
    while (expired < admitted.length && admitted[expired]! <= now - 60) expired++
    const inWindow = admitted.length - expired
    if (inWindow >= limit) {
      lastFullAt = now
      passedAt ??= now
      if (now - passedAt >= burst.sec || inWindow >= burst.factor * limit) continue
    } else if (now - lastFullAt >= 60) passedAt = undefined
    admitted.push(now)
  }
  return admitted.length
}
