import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import type { Database } from '../../../../db/database.ts'

/** The first half of an advisory lock's key. The second half is the number of the process that holds the lock. */
export const OWNER_LOCKS = 41_042

/**
 * The number of this process among the sending processes, held as an advisory lock of a dedicated connection. When the process
 * ends, for any reason, the lock ends too. Other servers see that and take over its deliveries.
 */
export class Owner {
  #database: Database
  #client: Client | undefined
  #number = freshNumber()

  constructor(database: Database) {
    this.#database = database
  }

  get number(): number {
    return this.#number
  }

  get held(): boolean {
    return this.#client !== undefined
  }

  /** Takes the lock if it is not held. Keeps the number if possible, because the deliveries in progress have it as owner. */
  async acquire(): Promise<void> {
    if (this.#client) return
    const client = await this.#database.openSession()
    try {
      while (!(await lock(client, this.#number))) this.#number = freshNumber()
    } catch (error) {
      close(client)
      throw error
    }
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    this.#client = client
  }

  /** Ends the connection, and with it the lock. */
  release(): void {
    if (this.#client) close(this.#client)
    this.#client = undefined
  }
}

const freshNumber = () => randomInt(1, 2 ** 31)

/** The lock ends with the connection. If it is lost already, nothing is left to end. */
function close(client: Client): void {
  client.end().catch(() => {})
}

async function lock(client: Client, number: number): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as free', [
    OWNER_LOCKS,
    number,
  ])
  return rows[0]!.free
}
