import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const SWEEP_MS = 1000
/** A statement begins between two sweeps, so this many of them are 8 s of silence at least. */
const SILENT_SWEEPS = 9
/** Beside a lost connection, others that wait are looked at after this many. */
const SUSPECT_SWEEPS = 2
/** The answer of a backend that has just finished may still be on its way. */
const ON_ITS_WAY_MS = 500
/** How long the database may take to accept a connection, and to say what its backends do. */
const PROBE_MS = 5000
const PROBE_AT_MOST_MS = 30_000

// What pg's Client has and its published types leave out. pg is pinned, and watchdog.test.ts relies on all of it.
type Watched = pg.Client & {
  /** False while a statement is under way. */
  readyForQuery?: boolean
  processID: number | null
  connection: { stream: Socket; _ending: boolean }
}

type Silence = {
  bytes: number
  /** Sweeps since anything was heard, and those of them that something was waited for. */
  quiet: number
  waiting: number
  /** How long it may wait before the database is asked. */
  askAt: number
}

/** The backends that are at work; undefined where the database cannot tell. */
type AtWork = { pids: Set<number>; reached: boolean } | undefined

/**
 * Destroys connections on which nothing comes back although the database is done, or gone: where a network drops packets,
 * nobody closes them. One timer looks at all connections. When one has been silent for 8 s with a statement under way, a
 * new connection asks what its backend does: a backend at work is waited for, however long its statement takes.
 */
export class Watchdog {
  readonly #config: pg.ClientConfig
  readonly #limit: number
  readonly #watched = new Map<Watched, Silence>()
  #timer: NodeJS.Timeout | undefined
  #asking = false

  /** @param config of the connections that are watched */
  constructor(config: pg.ClientConfig) {
    const ms = Math.min(Math.max(config.connectionTimeoutMillis ?? 0, PROBE_MS), PROBE_AT_MOST_MS)
    this.#config = { ...config, connectionTimeoutMillis: ms, query_timeout: ms }
    // Where the database cannot tell, its own limit says when it must have answered.
    this.#limit = SILENT_SWEEPS + Number(config.statement_timeout || Number.POSITIVE_INFINITY) / SWEEP_MS
  }

  /** Has a connection watched until it ends. Someone must listen to its errors. */
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

  /** Sweeps are counted rather than time: after a stall of this process, what has arrived is read first. */
  #sweep(): void {
    let isDue = false
    for (const [client, silence] of this.#watched) {
      const { stream, _ending: isEnding } = client.connection
      const isQuiet = stream.bytesRead === silence.bytes
      // One that says goodbye waits for the other side to close.
      const isWaiting = client.readyForQuery === false || isEnding
      silence.bytes = stream.bytesRead
      silence.quiet = isQuiet ? silence.quiet + 1 : 0
      silence.waiting = isQuiet && isWaiting ? silence.waiting + 1 : 0
      if (silence.waiting === 0) silence.askAt = SILENT_SWEEPS
      isDue ||= silence.waiting >= silence.askAt
    }
    if (isDue && !this.#asking) void this.#judge()
  }

  /** Finds out which connections are lost, and destroys them; their statements fail, and the next use new connections. */
  async #judge(): Promise<void> {
    this.#asking = true
    const asked = [...this.#watched.keys()].filter((client) => this.#waits(client, SUSPECT_SWEEPS))
    const probe = new pg.Client(this.#config)
    probe.on('error', () => {}) // its statement fails with it
    this.watch(probe)
    const atWork = await backendsAtWork(probe, pidsOf(asked))
    if (atWork?.reached) await pause(ON_ITS_WAY_MS)
    const lost = asked.filter((client) => this.#isLost(client, atWork))
    if (atWork?.reached !== false) for (const client of asked) this.#askLater(client)
    const all = [...lost, ...this.#idleLike(lost)]
    for (const { connection } of all) connection.stream.destroy(new Error('The database fell silent.'))
    // Their backends have not heard of it, and may hold locks until limits of their own end them.
    if (all.length > 0 && atWork?.reached) await probe.query(terminate, [pidsOf(all)]).catch(() => {})
    void probe.end()
    this.#asking = false
  }

  /** Idle connections that have heard nothing for as long: they are lost too, or are made anew at little cost. */
  #idleLike(lost: Watched[]): Watched[] {
    const sweeps = Math.min(...lost.map((client) => this.#watched.get(client)!.waiting))
    const isIdle = (client: Watched, { bytes, quiet }: Silence) =>
      client.readyForQuery === true &&
      !client.connection._ending &&
      quiet >= sweeps &&
      bytes === client.connection.stream.bytesRead
    return [...this.#watched].filter(([client, silence]) => isIdle(client, silence)).map(([client]) => client)
  }

  #isLost(client: Watched, atWork: AtWork): boolean {
    if (!atWork) return this.#waits(client, this.#limit)
    if (atWork.pids.has(client.processID ?? 0)) return false
    return this.#waits(client, atWork.reached ? SUSPECT_SWEEPS : SILENT_SWEEPS)
  }

  #askLater(client: Watched): void {
    const silence = this.#watched.get(client)
    if (silence) silence.askAt = silence.waiting + SILENT_SWEEPS
  }

  /** Whether a client has been waiting for so many sweeps, and has heard nothing since the last. */
  #waits(client: Watched, sweeps: number): boolean {
    const silence = this.#watched.get(client)
    return silence !== undefined && silence.waiting >= sweeps && silence.bytes === client.connection.stream.bytesRead
  }
}

const pidsOf = (clients: Watched[]): number[] => clients.map(({ processID }) => processID ?? 0)

async function backendsAtWork(probe: pg.Client, pids: number[]): Promise<AtWork> {
  try {
    await probe.connect()
    const { rows } = await probe.query<{ self: number; pids: number[] }>(atWork, [pids])
    // A pooler makes up process ids of its own.
    if (rows[0]!.self !== (probe as Watched).processID) return undefined
    return { pids: new Set(rows[0]!.pids), reached: true }
  } catch (error) {
    // A refusal is an answer, but not to the question: too many connections, say.
    return error instanceof pg.DatabaseError ? undefined : { pids: new Set(), reached: false }
  }
}

// A backend that waits for its client has not heard the whole statement, or cannot get rid of the answer. Where activities
// are not tracked, all count as at work.
const isAtWork = `state = 'disabled' or (state = 'active' and wait_event_type is distinct from 'Client')`

const atWork = `
  select pg_backend_pid() as self, array(select pid from pg_stat_activity where pid = any($1) and (${isAtWork})) as pids`

const terminate = `
  select pg_terminate_backend(pid)
  from pg_stat_activity
  where pid = any($1) and usename = current_user and not (${isAtWork})`
