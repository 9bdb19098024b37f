import type pg from 'pg'
import { settlesWithin } from '../lib/settles-within.ts'
import type { Statement } from './flush.ts'

/** A success is good for this long: health is asked often, and a check waits for the disk. */
const FRESH_MS = 3000
/** A check that takes longer goes on by itself; until it ends, the one before it counts. */
const WAIT_MS = 100

const statements = [
  // The check's own settings, whatever those of the connection are.
  `select set_config('work_mem', '64kB', true), set_config('synchronous_commit', 'on', true),
     current_setting('transaction_read_only')::boolean as read_only`,
  // A record in the write-ahead log, flushed by the commit. It needs no table.
  `select pg_logical_emit_message(true, 'medina-care health', '')`,
  // Too much for work_mem, so it goes into a temporary file: a full disk fails here, and no table grows by it.
  'select count(*) from generate_series(1, 20000)',
].map((sql): Statement => ({ sql, parameters: [] }))

/** Whether the database takes writes: `select 1` succeeds on a full disk and on a standby too. */
export class WriteCheck {
  readonly #send: (statements: Statement[]) => Promise<pg.QueryResult[]>
  #under: Promise<void> | undefined
  #succeededAt = Number.NEGATIVE_INFINITY
  #failure: { error: unknown } | undefined

  /** @param send runs statements as one transaction */
  constructor(send: (statements: Statement[]) => Promise<pg.QueryResult[]>) {
    this.#send = send
  }

  /** @throws what the newest check failed with */
  async assertWritable(): Promise<void> {
    if (performance.now() - this.#succeededAt > FRESH_MS) {
      this.#under ??= this.#check()
      await settlesWithin(WAIT_MS, this.#under)
    }
    if (this.#failure) throw this.#failure.error
  }

  async #check(): Promise<void> {
    try {
      const [first] = await this.#send(statements)
      if (first!.rows[0].read_only) throw new Error('The database is read-only.')
      this.#succeededAt = performance.now()
      this.#failure = undefined
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#under = undefined
    }
  }
}
