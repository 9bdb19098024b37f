/** What a provider's ids and words for errors have at most: whatever is longer is none of theirs. */
const LONGEST_ID = 500
const LONGEST_ERROR = 100

/** What a provider told, as far as it can be about anything that we know. */
export function plausible<
  T extends { id?: string; providerMessageId?: string | undefined; error?: string | undefined },
>(told: readonly T[]): T[] {
  return told
    .filter(({ id = '', providerMessageId = '' }) => Math.max(id.length, providerMessageId.length) <= LONGEST_ID)
    .map((one) => (one.error === undefined ? one : { ...one, error: one.error.slice(0, LONGEST_ERROR) }))
}

/**
 * The same as PostgreSQL can hold it, who takes neither NUL nor half a surrogate pair: a genuine call must not fail for
 * them.
 */
export const asJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  )
