type Waiting<T> = { item: T; done: PromiseWithResolvers<void> }

/**
 * Combines concurrent calls: items that are given during a write are written together by the next one. If that fails, each is
 * written alone, so that an invalid item does not fail the others.
 * @param write idempotent
 */
export function batched<T>(write: (items: T[]) => Promise<void>, most: number): (item: T) => Promise<void> {
  const waiting: Waiting<T>[] = []
  let isWriting = false

  const writeAlone = ({ item, done }: Waiting<T>) => write([item]).then(done.resolve, done.reject)

  async function writeAll(): Promise<void> {
    isWriting = true
    await new Promise(setImmediate) // further calls of this turn
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        await write(batch.map(({ item }) => item))
        for (const { done } of batch) done.resolve()
      } catch (error) {
        if (batch.length === 1) batch[0]!.done.reject(error)
        else for (const one of batch) await writeAlone(one)
      }
    }
    isWriting = false
  }

  return (item) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!isWriting) writeAll()
    return done.promise
  }
}
