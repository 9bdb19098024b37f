/** Stored values, in sessionStorage for the lifetime of the tab or in localStorage for the next visit. */
export interface Store {
  read(key: string): unknown
  write(key: string, value: unknown): void
}

/**
 * Stores JSON in a browser storage. Private windows and in-app browsers may refuse storage, or throw on access. The
 * values then last only for the page.
 */
export function storeIn(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Store {
  const meanwhile = new Map<string, unknown>()
  return {
    read(key) {
      if (meanwhile.has(key)) return meanwhile.get(key)
      try {
        return JSON.parse(storage().getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    write(key, value) {
      meanwhile.set(key, value)
      try {
        if (value === undefined) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(value))
      } catch {
        // Stored only in `meanwhile`.
      }
    },
  }
}
