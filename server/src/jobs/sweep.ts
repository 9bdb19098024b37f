import { DatabaseUnavailable } from '../db/flush.ts'

/** How a job goes through what is due. */
export type Sweep<T> = {
  /** The items behind the one that is given, in an order that lasts; none where there are no more. */
  next: (after: T | undefined) => Promise<T[]>
  /** Does one item, in a transaction of its own. @returns whether there was something to do */
  handle: (item: T) => Promise<boolean>
  onFailure: (error: unknown, item: T) => void
  /** Items under way at once. Their commits share the wait for the disk; requests need the other connections. */
  atOnce: number
}

export type Swept = { succeeded: number; failed: number }

/**
 * Does all that is due, each item once, and counts. What fails is left to the next run, and keeps nobody waiting; only
 * when the database is gone, so is the run.
 * @throws {DatabaseUnavailable}
 */
export async function sweep<T>({ next, handle, onFailure, atOnce }: Sweep<T>): Promise<Swept> {
  const swept = { succeeded: 0, failed: 0 }
  const handleOne = async (item: T) => {
    try {
      if (await handle(item)) swept.succeeded++
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      swept.failed++
      onFailure(error, item)
    }
  }
  for (let items = await next(undefined); items.length > 0; items = await next(items.at(-1))) {
    const waiting = items.values()
    const worker = async () => {
      for (const item of waiting) await handleOne(item)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  return swept
}
