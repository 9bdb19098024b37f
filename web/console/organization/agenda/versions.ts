/** Versions (entity tags) that the user changed, each with the version that resulted. */
const successors = new Map<string, string>()

/** Remembers that the user's own change of one version resulted in another. */
export function recordOwnChange(before: string | undefined, after: string | undefined): void {
  if (before === undefined || after === undefined) return
  successors.set(before, after)
  // A change back to an earlier version must not make a circle.
  successors.delete(after)
}

/**
 * The version that a change is based on, after the user's own changes of it. Changes by other people are not followed: the server
 * refuses a change that is based on a version before them.
 */
export function afterOwnChanges(version: string | undefined): string | undefined {
  let current = version
  while (current !== undefined && successors.has(current)) current = successors.get(current)
  return current
}
