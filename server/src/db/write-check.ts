import type pg from 'pg'
import { settlesWithin } from '../lib/settles-within.ts'
import type { Statement } from './flush.ts'

/** A success stays valid for this long, because health is checked often and a check waits for the disk. */
const FRESH_MS = 3000
/** A slower check continues in the background. Until it ends, the previous result counts. */
const WAIT_MS = 100

const statements = [
  // The check's own settings, independent of the connection's.
  `select set_config('work_mem', '64kB', true), set_config('synchronous_commit', 'on', true),
     current_setting('transaction_read_only')::boolean as read_only`,
  // A record in the write-ahead log, flushed by the commit. It needs no table.
  `select pg_logical_emit_message(true, 'medina-care health', '')`,
  // Exceeds work_mem and so writes a temporary file: detects a full disk without growing a table.
  'select count(*) from generate_series(1, 20000)',
].map((sql): Statement => ({ sql, parameters: [] }))

/** Checks whether the database accepts writes: `select 1` succeeds on a full disk and on a standby too. */
export class WriteCheck {
  readonly #send: (statements: Statement[]) => Promise<pg.QueryResult[]>
  #running: Promise<void> | undefined
  #succeededAt = Number.NEGATIVE_INFINITY
  #failure: { error: unknown } | undefined

  /** @param send runs statements as one transaction */
  constructor(send: (statements: Statement[]) => Promise<pg.QueryResult[]>) {
    this.#send = send
  }

  /** @throws the error of the newest check */
  async assertWritable(): Promise<void> {
    if (performance.now() - this.#succeededAt > FRESH_MS) {
      this.#running ??= this.#check()
      await settlesWithin(WAIT_MS, this.#running)
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
      this.#running = undefined
    }
  }
}
