/** A suggestion of the most similar known name. Undefined if none is similar. */
export function closest(given: string, known: readonly string[], before = ''): string | undefined {
  const within = Math.max(2, Math.floor(given.length / 3))
  const [nearest] = known
    .map((name) => ({ name, away: distance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ away }) => away <= within)
    .sort((a, b) => a.away - b.away)
  return nearest && `Did you mean ${before}${nearest.name}?`
}

/** The Levenshtein distance of two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
