import { isDeadlock } from './failures.ts'

const MAX_TRIES = 4

/** Repeats a transaction that the database aborted because of a deadlock. */
export async function retryOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === MAX_TRIES || !isDeadlock(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
    }
  }
}
