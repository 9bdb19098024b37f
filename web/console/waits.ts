/** A wait of the client library before a retry, for the notice at the top of the page. */
export type Wait = { status: number | undefined; until: number }

let current: Wait | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(wait: Wait | undefined): void {
  current = wait
  for (const listener of listeners) listener()
}

/** Shorter waits cause no notice. */
const SHORTEST_MS = 900
/** The notice stays this long after the wait, during the retry. */
const AFTER_MS = 3000

export const waits = {
  begin(status: number | undefined, waitMs: number): void {
    if (waitMs < SHORTEST_MS) return
    clearTimeout(timer)
    timer = setTimeout(() => set(undefined), waitMs + AFTER_MS)
    set({ status, until: Date.now() + waitMs })
  },
  end(): void {
    if (!current || current.until > Date.now()) return
    clearTimeout(timer)
    set(undefined)
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): Wait | undefined => current,
}
