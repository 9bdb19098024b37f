/** What a page remembers: sessionStorage for as long as the tab lives, localStorage for the next visit. */
export interface Kept {
  read(key: string): unknown
  write(key: string, value: unknown): void
}

/**
 * As JSON in a storage of the browser. Private windows and in-app browsers may refuse storage, or throw when it is only
 * looked at: what is kept is then forgotten with the page, and nothing else goes wrong.
 */
export function keptIn(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Kept {
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
        // Kept in `meanwhile` alone.
      }
    },
  }
}
