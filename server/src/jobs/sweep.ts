import { DatabaseUnavailable } from '../db/flush.ts'

/** A due item of a tenant. */
export type Item = {
  tenant_id: string
  /** The id of the row that the job locks. */
  id: string
}

/** How a job finds and handles its due items. */
type Sweep<T> = {
  /** The items after the given one, in a stable order; empty at the end. */
  next: (after: T | undefined) => Promise<T[]>
  /** Handles items of one tenant in one transaction. @returns the number of effects */
  handle: (items: T[]) => Promise<number>
  onFailure: (error: unknown, item: T) => void
  /** Maximum items of a transaction. */
  batchSize: number
  /** Concurrent transactions; requests need the other connections. */
  concurrency: number
}

export type Swept = { succeeded: number; failed: number }

/**
 * Handles all due items once, and counts results. If a batch fails, its items are handled one by one. A failing item is left
 * to the next run. Only an unavailable database ends the run.
 * @throws {DatabaseUnavailable}
 */
export async function sweep<T extends Item>({
  next,
  handle,
  onFailure,
  batchSize,
  concurrency,
}: Sweep<T>): Promise<Swept> {
  const swept = { succeeded: 0, failed: 0 }
  const attempt = async (items: T[]): Promise<void> => {
    try {
      const done = await handle(items)
      swept.succeeded += done
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      if (items.length > 1) {
        for (const item of items) await attempt([item])
        return
      }
      swept.failed++
      onFailure(error, items[0]!)
    }
  }
  const waiting = batches(next, batchSize)
  const worker = async () => {
    for await (const batch of waiting) await attempt(batch)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return swept
}

/** All due items in batches. */
async function* batches<T extends Item>(next: Sweep<T>['next'], batchSize: number): AsyncGenerator<T[]> {
  for (let items = await next(undefined); items.length > 0; items = await next(items.at(-1))) {
    // By id, to avoid deadlocks.
    const inOrder = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const ofTenant of Map.groupBy(inOrder, ({ tenant_id }) => tenant_id).values())
      while (ofTenant.length > 0) yield ofTenant.splice(0, batchSize)
  }
}
