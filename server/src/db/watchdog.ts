import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const SWEEP_MS = 1000
/** A connection is checked after this many silent sweeps. A statement starts between two sweeps, so they are at least 8 s. */
const SILENT_SWEEPS = 9
/** Once one connection is checked, other waiting connections are checked too after this many silent sweeps. */
const SUSPECT_SWEEPS = 2
/** The answer of a backend that has just finished may still be in transit. */
const TRANSIT_MS = 500
/** Timeouts of the probe, for connecting and for its query. */
const PROBE_MS = 5000
const PROBE_AT_MOST_MS = 30_000

// Internals of pg's Client that its types omit. pg is pinned, and watchdog.test.ts relies on all of them.
type Watched = pg.Client & {
  /** False while a statement runs. */
  readyForQuery?: boolean
  processID: number | null
  connection: { stream: Socket; _ending: boolean }
}

type Silence = {
  bytes: number
  /** Sweeps since the last byte arrived. */
  quiet: number
  /** The same, but counts only sweeps during which an answer is outstanding. */
  waiting: number
  /** The value of `waiting` at which the database is asked about the backend. */
  askAt: number
}

/** The backends that are working. Undefined if the database cannot tell. `reached` is false if it did not answer. */
type ActiveBackends = { pids: Set<number>; reached: boolean } | undefined

/**
 * Destroys connections that are silent although the database has finished their statement or has stopped. A network that
 * drops packets does not close such connections. One timer checks all connections. When one has been silent for 8 s during a
 * statement, a new connection asks what its backend is doing. The watchdog never ends a backend that is working.
 */
export class Watchdog {
  readonly #config: pg.ClientConfig
  readonly #limit: number
  readonly #watched = new Map<Watched, Silence>()
  #timer: NodeJS.Timeout | undefined
  #asking = false

  /**
   * @param config of the watched connections
   * @param statementMs their timeout of statements, if they have one
   */
  constructor(config: pg.ClientConfig, statementMs = Number.POSITIVE_INFINITY) {
    const ms = Math.min(Math.max(config.connectionTimeoutMillis ?? 0, PROBE_MS), PROBE_AT_MOST_MS)
    this.#config = { ...config, connectionTimeoutMillis: ms, query_timeout: ms }
    // If the database does not answer, its own timeout bounds the statement.
    this.#limit = SILENT_SWEEPS + statementMs / SWEEP_MS
  }

  /** Watches a connection until it ends. It needs a listener for errors. */
  watch(client: pg.ClientBase): void {
    this.#watched.set(client as Watched, { bytes: 0, quiet: 0, waiting: 0, askAt: SILENT_SWEEPS })
    this.#timer ??= setInterval(() => this.#sweep(), SWEEP_MS).unref()
    client.once('end', () => {
      this.#watched.delete(client as Watched)
      if (this.#watched.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    })
  }

  /** Counts sweeps instead of time: after a stall of this process, data that has arrived is read before the next sweep. */
  #sweep(): void {
    let isDue = false
    for (const [client, silence] of this.#watched) {
      const { stream, _ending: isEnding } = client.connection
      const isQuiet = stream.bytesRead === silence.bytes
      // A connection that is ending waits for the database to close it.
      const isWaiting = client.readyForQuery === false || isEnding
      silence.bytes = stream.bytesRead
      silence.quiet = isQuiet ? silence.quiet + 1 : 0
      silence.waiting = isQuiet && isWaiting ? silence.waiting + 1 : 0
      if (silence.waiting === 0) silence.askAt = SILENT_SWEEPS
      isDue ||= silence.waiting >= silence.askAt
    }
    if (isDue && !this.#asking) void this.#destroyLost()
  }

  /** Finds and destroys the lost connections. Their statements fail, and the next ones use new connections. */
  async #destroyLost(): Promise<void> {
    this.#asking = true
    const asked = [...this.#watched.keys()].filter((client) => this.#hasWaited(client, SUSPECT_SWEEPS))
    const probe = new pg.Client(this.#config)
    probe.on('error', () => {}) // its statement reports it
    this.watch(probe)
    const activeBackends = await findActiveBackends(probe, pidsOf(asked))
    if (activeBackends?.reached) await pause(TRANSIT_MS)
    const lost = asked.filter((client) => this.#isLost(client, activeBackends))
    // Others may have waited for a lock of a lost connection. They get it now, and may turn out to be lost too.
    const pauseFor = lost.length > 0 ? SUSPECT_SWEEPS : SILENT_SWEEPS
    if (activeBackends?.reached !== false) for (const client of asked) this.#askAgainIn(pauseFor, client)
    const all = [...lost, ...this.#idleAsLongAs(lost)]
    for (const { connection } of all) connection.stream.destroy(new Error('The database fell silent.'))
    // The backends of lost connections do not notice the loss and may hold locks. If this fails, their own timeouts end them.
    if (all.length > 0 && activeBackends?.reached) await probe.query(terminate, [pidsOf(all)]).catch(() => {})
    void probe.end()
    this.#asking = false
  }

  /** Idle connections that have been silent for as long as the lost ones. They are probably lost too, and cheap to replace. */
  #idleAsLongAs(lost: Watched[]): Watched[] {
    const sweeps = Math.min(...lost.map((client) => this.#watched.get(client)!.waiting))
    const isIdle = (client: Watched, { bytes, quiet }: Silence) =>
      client.readyForQuery === true &&
      !client.connection._ending &&
      quiet >= sweeps &&
      bytes === client.connection.stream.bytesRead
    return [...this.#watched].filter(([client, silence]) => isIdle(client, silence)).map(([client]) => client)
  }

  #isLost(client: Watched, activeBackends: ActiveBackends): boolean {
    if (!activeBackends) return this.#hasWaited(client, this.#limit)
    if (activeBackends.pids.has(client.processID ?? 0)) return false
    return this.#hasWaited(client, activeBackends.reached ? SUSPECT_SWEEPS : SILENT_SWEEPS)
  }

  #askAgainIn(sweeps: number, client: Watched): void {
    const silence = this.#watched.get(client)
    if (silence) silence.askAt = Math.max(SILENT_SWEEPS, silence.waiting + sweeps)
  }

  /** Whether a client has waited for this many sweeps, and has received nothing since the last one. */
  #hasWaited(client: Watched, sweeps: number): boolean {
    const silence = this.#watched.get(client)
    return silence !== undefined && silence.waiting >= sweeps && silence.bytes === client.connection.stream.bytesRead
  }
}

const pidsOf = (clients: Watched[]): number[] => clients.map(({ processID }) => processID ?? 0)

async function findActiveBackends(probe: pg.Client, pids: number[]): Promise<ActiveBackends> {
  try {
    await probe.connect()
    const { rows } = await probe.query<{ self: number; pids: number[] }>(selectActive, [pids])
    // A pooler invents process ids.
    if (rows[0]!.self !== (probe as Watched).processID) return undefined
    return { pids: new Set(rows[0]!.pids), reached: true }
  } catch (error) {
    // The database refused the connection (such as too many clients), so the activity is unknown.
    return error instanceof pg.DatabaseError ? undefined : { pids: new Set(), reached: false }
  }
}

// A backend that waits for its client has not received the whole statement, or cannot send the answer. If PostgreSQL does
// not track activities, all backends count as active.
const isActive = `state = 'disabled' or (state = 'active' and wait_event_type is distinct from 'Client')`

const selectActive = `
  select pg_backend_pid() as self, array(select pid from pg_stat_activity where pid = any($1) and (${isActive})) as pids`

const terminate = `
  select pg_terminate_backend(pid)
  from pg_stat_activity
  where pid = any($1) and usename = current_user and not (${isActive})`
