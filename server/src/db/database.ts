import type { CompiledQuery, RawBuilder } from 'kysely'
import pg from 'pg'
import { settlesWithin } from '../lib/settles-within.ts'
import { asUnavailable, DatabaseUnavailable, flush, type Statement } from './flush.ts'
import { builder, type Db, kyselyOver, noStream, shaped } from './kysely.ts'
import { Lanes } from './lanes.ts'
import { underLease } from './leases.ts'
import { transact } from './transaction.ts'
import { Watchdog } from './watchdog.ts'
import { WriteCheck } from './write-check.ts'

/** Those that close have been told to stop before: hardly anything is under way any more. */
const CLOSE_MS = 3000

export type DatabaseOptions = {
  url: string
  /** Connections that one unit of work has to itself. */
  poolSize: number
  /** Connections that point reads share. */
  laneCount: number
  /** Whether business time may run ahead of real time, and tenants be reset: the sandbox only. */
  testClock: boolean
  applicationName: string
  /** Seconds that a statement may take, and that a free connection is waited for; 5 unless given. */
  timeoutSec?: number
  onLost?: (error: Error) => void
  /** Called after every transaction that committed: there may be something to deliver. */
  onCommit?: () => void
}

/**
 * The application's connections. Every unit of work opens by naming its tenant, so that row-level security shows it
 * that tenant's rows and no others.
 */
export class Database {
  readonly pool: pg.Pool
  readonly #lanes: Lanes
  readonly #testClock: boolean
  readonly #onCommit: () => void
  readonly #readers = new Map<string, Db>()
  readonly #watchdog: Watchdog
  readonly #writes = new WriteCheck((statements) => this.alone(NO_TENANT, statements))
  /** The transactions of this process that have a tenant to themselves, or are about to. */
  readonly #alone = new Map<string, Promise<unknown>>()
  /** Milliseconds that a statement may take, and that it waits for a lock, as settings. */
  readonly #waits: [statement: string, lock: string]

  constructor(options: DatabaseOptions) {
    const timeoutMs = (options.timeoutSec ?? 5) * 1000
    const waits = { statementMs: timeoutMs, lockMs: 0.4 * timeoutMs }
    // Where tenants are reset, that is waited for first; `#opening` has what follows wait as it does elsewhere.
    const patience = { statementMs: Math.max(2 * PATIENCE_MS, timeoutMs), lockMs: Math.max(PATIENCE_MS, waits.lockMs) }
    const first = options.testClock ? patience : waits
    const connection = {
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: first.statementMs,
      lock_timeout: first.lockMs,
      idle_in_transaction_session_timeout: 2 * timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000, // for idle ones; the watchdog has those with a statement under way
      // A statement's shape decides how it is run, not its values: a list would be planned anew for each of its calls.
      // And a backend ends, with its locks, soon after this machine has gone from its network.
      options:
        '-c plan_cache_mode=force_generic_plan -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4',
    }
    this.#watchdog = new Watchdog(connection)
    this.#waits = [String(waits.statementMs), String(waits.lockMs)]
    const onLost = options.onLost ?? (() => {})
    // Where tenants are reset, connections may be held by those who wait for that to end.
    const connectionTimeoutMillis = options.testClock ? Math.max(PATIENCE_MS, timeoutMs) : timeoutMs
    this.pool = new pg.Pool({
      ...connection,
      connectionTimeoutMillis,
      max: options.poolSize,
      idleTimeoutMillis: 60_000,
    })
    // Without these two listeners a terminated backend would end the process.
    this.pool.on('error', onLost)
    this.pool.on('connect', (client) => {
      client.on('error', onLost)
      this.#watchdog.watch(client)
    })
    // Lanes write nothing but audit rows of reads and refusals; those may trail a crash of the database by a moment.
    const laneConnection = { ...connection, options: `${connection.options} -c synchronous_commit=off` }
    const opening = (tenantId: string) => this.#opening(tenantId)
    this.#lanes = new Lanes(laneConnection, options.laneCount, opening, this.#watchdog, onLost)
    this.#testClock = options.testClock
    this.#onCommit = options.onCommit ?? (() => {})
  }

  /** Queries of a tenant that need no transaction of their own: point reads over the shared lanes. */
  reader(tenantId: string): Db {
    let reader = this.#readers.get(tenantId)
    if (!reader) {
      reader = kyselyOver({
        executeQuery: async <R>(query: CompiledQuery) => shaped<R>(await this.onLane(tenantId, query)),
        streamQuery: noStream,
      })
      if (this.#readers.size >= 10_000) this.#readers.clear()
      this.#readers.set(tenantId, reader)
    }
    return reader
  }

  /** A short statement of a tenant that may safely be run twice, over a shared lane; it is committed when this settles. */
  onLane(tenantId: string, statement: Statement): Promise<pg.QueryResult> {
    return this.#lanes.send(tenantId, statement)
  }

  /** Settles when the database answers, and takes writes. @throws {DatabaseUnavailable} or pg's DatabaseError */
  async ping(): Promise<void> {
    await this.onLane(BEFORE_TENANT, { sql: 'select 1', parameters: [] })
    await this.#writes.assertWritable()
  }

  /** Statements of a tenant in one flush on a connection of their own, for those that may take long: one transaction. */
  async alone(tenantId: string, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    // Of one tenant these are lists, which need not wait for a reset, or touch a row each.
    const openings = tenantId === ALL_TENANTS ? this.#openings(tenantId) : [this.#opening(tenantId)]
    const client = await this.#connect()
    let broken: Error | undefined
    try {
      return (await flush(client, [...openings, ...statements])).slice(openings.length)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** A statement that precedes the tenant: it sees what its `security definer` function shows, and nothing else. */
  async beforeTenant<R>(query: RawBuilder<R>): Promise<R[]> {
    return (await this.#lanes.send(BEFORE_TENANT, query.compile(builder))).rows
  }

  /**
   * One transaction of a tenant: commits when the work is done, rolls back when it throws. The opening travels with the
   * first statement that is awaited, and what was given to `later` with the next one or with the commit.
   */
  async inTransaction<T>(tenantId: string, work: (tx: Db) => Promise<T>): Promise<T> {
    await this.#others(tenantId)
    return this.#transaction(this.#openings(tenantId), work)
  }

  /**
   * The same while no other transaction of the tenant is under way, and none of all tenants: those that come meanwhile
   * wait, and see what this one did. Those of this process wait without a connection, which others need; those of other
   * servers, and of all tenants, for a lock. The sandbox only, for elsewhere they do not know of it.
   */
  async inTransactionAlone<T>(tenantId: string, work: (tx: Db) => Promise<T>): Promise<T> {
    await this.#others(tenantId)
    const turns = [tenantId, ALL_TENANTS].map((of) => ({ sql: takeTurnAlone, parameters: [of] }))
    const done = this.#transaction([...turns, this.#opening(tenantId, patient)], work)
    this.#alone.set(tenantId, done)
    try {
      return await done
    } finally {
      if (this.#alone.get(tenantId) === done) this.#alone.delete(tenantId)
    }
  }

  /**
   * Does named work that only one process of the installation may do at a time. After a crash another process can do it
   * once the lease has run out, within 8 s.
   * @returns undefined where another process is doing it
   */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    return underLease((statement) => this.onLane('', statement), name, work)
  }

  /** Ends the connections once what is under way has ended; what takes too long is left to the database. */
  async close(): Promise<void> {
    await settlesWithin(CLOSE_MS, Promise.all([this.pool.end(), this.#lanes.close()]))
  }

  /** Settles when no transaction of this process has a tenant to itself. */
  async #others(tenantId: string): Promise<void> {
    for (let alone = this.#alone.get(tenantId); alone; alone = this.#alone.get(tenantId)) {
      await alone.catch(() => {}) // whoever began it hears of it
    }
  }

  async #transaction<T>(openings: readonly Statement[], work: (tx: Db) => Promise<T>): Promise<T> {
    const { result, afterwards } = await transact(await this.#connect(), openings, work)
    for (const follow of afterwards) follow()
    this.#onCommit()
    return result
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect()
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  /** Of what writes. A lock is a statement of its own: what follows sees what was done while it was waited for. */
  #openings(tenantId: string): Statement[] {
    const opening = this.#opening(tenantId)
    return this.#testClock ? [{ sql: takeTurn, parameters: [tenantId] }, opening] : [opening]
  }

  #opening(tenantId: string, waits = this.#waits): Statement {
    return this.#testClock
      ? { sql: openInSandbox, parameters: [tenantId, ...waits] }
      : { sql: open, parameters: [tenantId] }
  }
}

/** Signing keys, clients and tokens are looked up before there is a tenant. */
const BEFORE_TENANT = ''
/** The id of no tenant: sees no rows, and waits for no reset. */
const NO_TENANT = 'none'
/** As the worker opens what it does across tenants. */
const ALL_TENANTS = ''

const turn = `hashtextextended('turn of ' || $1, 0)`
const takeTurn = `select pg_advisory_xact_lock_shared(${turn})`
const takeTurnAlone = `select pg_advisory_xact_lock(${turn})`

/** How long a reset is waited for, and may wait itself for what is under way. */
const PATIENCE_MS = 30_000
const patient: [string, string] = [String(2 * PATIENCE_MS), String(PATIENCE_MS)]

const open = `select set_config('app.tenant', $1, true)`
const openInSandbox = `select set_config('app.tenant', $1, true),
  set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true),
  set_config('app.clock_offset', coalesce((select ahead_by::text from test_clock), ''), true)`
