/** Limits of characters of a provider's ids and error codes. Longer ids are not genuine. */
const MAX_ID_LENGTH = 500
const MAX_ERROR_LENGTH = 100

/** Removes entries with impossible ids and truncates error codes. */
export function sanitized<
  T extends { id?: string; providerMessageId?: string | undefined; error?: string | undefined },
>(unverifiedInput: readonly T[]): T[] {
  return unverifiedInput
    .filter(({ id = '', providerMessageId = '' }) => Math.max(id.length, providerMessageId.length) <= MAX_ID_LENGTH)
    .map((entry) => (entry.error === undefined ? entry : { ...entry, error: entry.error.slice(0, MAX_ERROR_LENGTH) }))
}

/** JSON without NUL and lone surrogates. PostgreSQL rejects them, and a genuine callback must not fail because of them. */
export const asJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  )
