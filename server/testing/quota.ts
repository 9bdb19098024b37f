/**
 * The number of these requests that a plan admits, computed literally from the decision "Rate-limit burst" on a
 * list of admitted requests, independently of the server's counters: up to L in the last 60 s are admitted; then up to burst × L
 * for a number of seconds; then none until below L again. A new burst needs a whole minute below L.
 * @param momentsSec times in seconds, ascending
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
