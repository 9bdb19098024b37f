import { DatabaseUnavailable } from '../db/flush.ts'

/** Something of a tenant that is due. */
export type Item = {
  tenant_id: string
  /** What is locked while it is done. */
  id: string
}

/** How a job goes through what is due. */
type Sweep<T> = {
  /** The items behind the one that is given, in an order that lasts; none where there are no more. */
  next: (after: T | undefined) => Promise<T[]>
  /** Does items of one tenant in one transaction, all or none. @returns how much there was to do */
  handle: (items: T[]) => Promise<number>
  onFailure: (error: unknown, item: T) => void
  /** Items that share a transaction at most: its beginning and its wait for the disk. */
  together: number
  /** Transactions under way at once; requests need the other connections. */
  atOnce: number
}

export type Swept = { succeeded: number; failed: number }

/**
 * Does all that is due, each item once, and counts. Where one fails, those it was done together with are done one by one,
 * and it is left to the next run; only when the database is gone, so is the run.
 * @throws {DatabaseUnavailable}
 */
export async function sweep<T extends Item>({ next, handle, onFailure, together, atOnce }: Sweep<T>): Promise<Swept> {
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
  const waiting = batches(next, together)
  const worker = async () => {
    for await (const batch of waiting) await attempt(batch)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return swept
}

/** All that is due, in lots that one transaction can do. */
async function* batches<T extends Item>(next: Sweep<T>['next'], together: number): AsyncGenerator<T[]> {
  for (let items = await next(undefined); items.length > 0; items = await next(items.at(-1))) {
    // By id, for those who lock in one order never wait for each other in a circle.
    const inOrder = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const ofTenant of Map.groupBy(inOrder, ({ tenant_id }) => tenant_id).values())
      while (ofTenant.length > 0) yield ofTenant.splice(0, together)
  }
}
