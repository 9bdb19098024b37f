import type { CompiledQuery, RawBuilder } from 'kysely'
import pg from 'pg'
import { FairQueue, type IsWanted, NotRun } from '../lib/fair-queue.ts'
import { settlesWithin } from '../lib/settles-within.ts'
import type { Tracer } from '../lib/tracer.ts'
import { Commits } from './commits.ts'
import { asUnavailable, DatabaseUnavailable, flush, type Statement } from './flush.ts'
import { builder, type Db, kyselyOver, noStream, shaped } from './kysely.ts'
import { type Joint, Lanes, type Shared } from './lanes.ts'
import { withLease } from './leases.ts'
import { setTenant } from './moves.ts'
import { type Setup, setupOfSessions, setupOfTransactions } from './session.ts'
import { forShortStatements } from './short-statements.ts'
import { transact } from './transaction.ts'
import { Watchdog } from './watchdog.ts'
import { WriteCheck } from './write-check.ts'

/** Short, because all work has stopped before the connections are closed. */
const CLOSE_MS = 3000

/** `statements` are lists and other reads. A tenant's calls of one kind do not wait for those of the other. */
type Kind = 'statements' | 'transaction'

export type DatabaseOptions = {
  url: string
  /** A pooler in transaction mode, with the same role and database. If given, only sessions lead to `url`. */
  poolerUrl?: string | undefined
  /** Connections for units of work. */
  poolSize: number
  /**
   * How many of them transactions of one tenant may use while another tenant is active; by default all. Its lists may use half as
   * many: they occupy processors, whereas most of a transaction waits for the disk.
   */
  poolShare?: number
  /** Connections that point reads share. */
  laneCount: number
  /** Whether business time may run ahead of real time, and tenants be reset: the sandbox only. */
  testClock: boolean
  applicationName: string
  /** Timeout of statements and of waiting for a connection; 5 by default. */
  timeoutSec?: number
  /** Traces work of traced calls. */
  tracer?: Pick<Tracer, 'runInside'> | undefined
  onLost?: (error: Error) => void
  /** Called after every commit, because deliveries may be due. */
  onCommit?: () => void
  /** Called when a transaction or list gets a connection, with the time for which it waited for its turn. */
  onTurn?: (waitedMs: number) => void
}

/**
 * The application's connections. Every unit of work first sets its tenant, so that row-level security limits it to that
 * tenant's rows.
 */
export class Database {
  readonly pool: pg.Pool
  readonly #lanes: Lanes
  readonly #queue: FairQueue
  readonly #testClock: boolean
  readonly #tracer: DatabaseOptions['tracer']
  readonly #onCommit: () => void
  readonly #commits = new Commits()
  readonly #readers = new Map<string, Db>()
  readonly #watchdog: Watchdog
  /** Opens a session of this process alone. */
  readonly #openSession: () => Promise<pg.Client>
  readonly #setup: Setup
  readonly #writes = new WriteCheck((statements) => this.onOwnConnection(NO_TENANT, statements))
  /** This process's exclusive transactions by tenant, running or waiting for the lock. */
  readonly #exclusive = new Map<string, Promise<unknown>>()
  /** statement_timeout and lock_timeout in milliseconds. */
  readonly #timeouts: [statement: string, lock: string]

  constructor(options: DatabaseOptions) {
    const timeoutMs = (options.timeoutSec ?? 5) * 1000
    const timeouts = { statementMs: timeoutMs, lockMs: 0.4 * timeoutMs }
    // In a sandbox a connection first waits for a running reset; `#opening` then sets the regular timeouts.
    const resetTimeouts = {
      statementMs: Math.max(2 * RESET_MS, timeoutMs),
      lockMs: Math.max(RESET_MS, timeouts.lockMs),
    }
    const initial = options.testClock ? resetTimeouts : timeouts
    const onLost = options.onLost ?? (() => {})
    const direct = {
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000, // for idle ones; the watchdog checks those with a running statement
    }
    const settings = {
      statement_timeout: initial.statementMs,
      lock_timeout: initial.lockMs,
      idle_in_transaction_session_timeout: 2 * timeoutMs,
      plan_cache_mode: 'force_generic_plan', // a list would otherwise be planned again for each call
      ...forShortStatements,
    }
    const connection = options.poolerUrl ? { ...direct, connectionString: options.poolerUrl } : direct
    const setupOf = options.poolerUrl ? setupOfTransactions : setupOfSessions
    this.#setup = setupOf(settings)
    this.#watchdog = new Watchdog(connection, initial.statementMs)
    const ofSessions = options.poolerUrl ? new Watchdog(direct, initial.statementMs) : this.#watchdog
    this.#openSession = () => openSession(direct, setupOfSessions(settings), ofSessions, onLost)
    this.#timeouts = [String(timeouts.statementMs), String(timeouts.lockMs)]
    // In a sandbox all connections may be waiting for a reset.
    const connectionTimeoutMillis = options.testClock ? Math.max(RESET_MS, timeoutMs) : timeoutMs
    const share = options.poolShare ?? options.poolSize
    this.#queue = new FairQueue({
      places: options.poolSize,
      shareOf: (kind) => (kind === 'statements' ? Math.ceil(share / 2) : share),
      timeoutMs: connectionTimeoutMillis,
      ...(options.onTurn && { onStart: options.onTurn }),
    })
    this.pool = new pg.Pool({
      ...connection,
      connectionTimeoutMillis,
      max: options.poolSize,
      idleTimeoutMillis: 60_000,
      onConnect: this.#setup.configure,
    })
    // Without these two listeners a terminated backend would end the process.
    this.pool.on('error', onLost)
    this.pool.on('connect', (client) => {
      client.on('error', onLost)
      this.#watchdog.watch(client)
    })
    // Lanes only write audit rows of reads and refusals; a crash of the database may lose the last moment of them.
    const laneSetup = setupOf({ ...settings, synchronous_commit: 'off' })
    const opening = (tenantId: string) => this.#opening(tenantId)
    this.#lanes = new Lanes(connection, laneSetup, options.laneCount, opening, this.#watchdog, onLost)
    this.#testClock = options.testClock
    this.#tracer = options.tracer
    this.#onCommit = options.onCommit ?? (() => {})
  }

  /** Transactions and lists that run or wait, and the open connections for them. */
  get load(): { running: number; waiting: number; connections: number } {
    return { ...this.#queue.load, connections: this.pool.totalCount }
  }

  /** A number that changes with each transaction of a tenant that this process commits. */
  lastCommit(tenantId: string): number {
    return this.#commits.lastOf(tenantId)
  }

  /** Runs a tenant's point reads over the shared lanes. */
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

  /** Runs a tenant's short, repeatable statement over a shared lane; it is committed when this resolves. */
  onLane(tenantId: string, statement: Statement): Promise<pg.QueryResult> {
    this.#queue.note(tenantId)
    return this.#traced('read', () => this.#lanes.send(tenantId, statement))
  }

  /** Runs a read together with other calls that have the same `joint`: one statement for all their items. */
  onLaneJointly<I>(tenantId: string, joint: Joint<I>, item: I): Promise<Shared> {
    this.#queue.note(tenantId)
    return this.#traced('read', () => this.#lanes.sendJointly(tenantId, joint, item))
  }

  /** Resolves when the database answers and accepts writes. @throws {DatabaseUnavailable} or pg's DatabaseError */
  async ping(): Promise<void> {
    await this.onLane(WITHOUT_TENANT, { sql: 'select 1', parameters: [] })
    await this.#writes.assertWritable()
  }

  /**
   * Runs possibly slow statements of a tenant as one transaction, in one flush on a separate connection.
   * @param isWanted tells whether to run them when their turn comes
   */
  onOwnConnection(tenantId: string, statements: readonly Statement[], isWanted?: IsWanted): Promise<pg.QueryResult[]> {
    // The statements of one tenant are lists or single-row writes, which need not wait for a reset.
    const openings =
      tenantId === ALL_TENANTS ? this.#openings(tenantId) : [...this.#setup.openings, this.#opening(tenantId)]
    const work = async (client: pg.PoolClient) => {
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
    return this.#inTurn(tenantId, 'statements', work, isWanted)
  }

  /** Runs a statement before a tenant is known. It sees only what its `security definer` function returns. */
  async queryWithoutTenant<R>(query: RawBuilder<R> | Statement): Promise<R[]> {
    const statement = 'compile' in query ? query.compile(builder) : query
    return (await this.#lanes.send(WITHOUT_TENANT, statement)).rows
  }

  /**
   * Finds what a secret, such as a link's, stands for, before the tenant is known. Fails with `movedTo` for a secret of a tenant
   * that has moved.
   */
  async findBySecret<R>(query: RawBuilder<R> | Statement, secretSha256: Buffer): Promise<R | undefined> {
    const [row] = await this.queryWithoutTenant(query)
    if (row === undefined) await this.queryWithoutTenant({ sql: refuseMoved, parameters: [secretSha256] })
    return row
  }

  /**
   * Runs work in a tenant's transaction: commits on success, rolls back if the work throws. The opening is sent with the
   * first awaited statement, and statements given to `defer` with the next one or the commit.
   * @param isWanted tells whether to run it when its turn comes
   */
  async inTransaction<T>(tenantId: string, work: (tx: Db) => Promise<T>, isWanted?: IsWanted): Promise<T> {
    await this.#waitForExclusive(tenantId)
    return this.#transaction(tenantId, this.#openings(tenantId), work, isWanted)
  }

  /**
   * Runs work in an exclusive transaction. Meanwhile no other transaction of the tenant runs, and none across all tenants.
   * Transactions of this process wait without a connection; those of other servers, and across tenants, wait for a lock. Only
   * for the sandbox: in production, transactions do not take the lock.
   */
  async inExclusiveTransaction<T>(tenantId: string, work: (tx: Db) => Promise<T>): Promise<T> {
    await this.#waitForExclusive(tenantId)
    const locks = [tenantId, ALL_TENANTS].map((id) => ({ sql: lockExclusive, parameters: [id] }))
    const openings = [...this.#setup.openings, ...locks, this.#opening(tenantId, exclusiveTimeouts)]
    const done = this.#transaction(tenantId, openings, work)
    this.#exclusive.set(tenantId, done)
    try {
      return await done
    } finally {
      if (this.#exclusive.get(tenantId) === done) this.#exclusive.delete(tenantId)
    }
  }

  /**
   * Runs named work in one process of the installation at a time. After a crash another process can run it once the lease
   * has expired, within 8 s.
   * @returns undefined while another process runs it
   */
  runExclusively<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    return withLease((statement) => this.onLane('', statement), name, work)
  }

  /**
   * Opens a session that belongs to the caller, for session locks. It never leads through a pooler.
   * @throws {DatabaseUnavailable}
   */
  openSession(): Promise<pg.Client> {
    return this.#openSession()
  }

  /** Closes the connections once running statements have ended, for a limited time. */
  async close(): Promise<void> {
    this.#queue.close()
    await settlesWithin(CLOSE_MS, Promise.all([this.pool.end(), this.#lanes.close()]))
  }

  /** Waits for this process's exclusive transactions of a tenant. */
  async #waitForExclusive(tenantId: string): Promise<void> {
    for (let running = this.#exclusive.get(tenantId); running; running = this.#exclusive.get(tenantId)) {
      await running.catch(() => {}) // its caller handles the error
    }
  }

  async #transaction<T>(
    tenantId: string,
    openings: readonly Statement[],
    work: (tx: Db) => Promise<T>,
    isWanted?: IsWanted,
  ): Promise<T> {
    const transaction = (client: pg.PoolClient) => transact(client, openings, work)
    const { result, afterwards } = await this.#inTurn(tenantId, 'transaction', transaction, isWanted)
    this.#commits.note(tenantId === ALL_TENANTS ? undefined : tenantId)
    for (const follow of afterwards) follow()
    this.#onCommit()
    return result
  }

  /**
   * Runs work, which releases its connection, when it is the tenant's turn.
   * @throws {NotRun} if it is not wanted by then
   */
  async #inTurn<T>(
    tenantId: string,
    kind: Kind,
    work: (client: pg.PoolClient) => Promise<T>,
    isWanted: IsWanted | undefined,
  ): Promise<T> {
    const flow = tenantId === NO_TENANT ? WITHOUT_TENANT : tenantId // checks make no tenant active
    const run = () => this.#queue.run(flow, kind, async () => work(await this.#connect()), isWanted)
    try {
      return await this.#traced(kind, run)
    } catch (error) {
      throw error instanceof NotRun && error.reason !== 'unwanted' ? new DatabaseUnavailable(error) : error
    }
  }

  #traced<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#tracer ? this.#tracer.runInside({ name: `database ${name}`, kind: 'client' }, work) : work()
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect()
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  /** The lock is a separate statement, so that later ones see the commits that it waited for. */
  #openings(tenantId: string): Statement[] {
    const opening = this.#opening(tenantId)
    const locks = this.#testClock ? [{ sql: lockShared, parameters: [tenantId] }] : []
    return [...this.#setup.openings, ...locks, opening]
  }

  #opening(tenantId: string, timeouts = this.#timeouts): Statement {
    return this.#testClock
      ? { sql: openInSandbox, parameters: [tenantId, ...timeouts] }
      : { sql: open, parameters: [tenantId] }
  }
}

async function openSession(
  config: pg.ClientConfig,
  setup: Setup,
  watchdog: Watchdog,
  onLost: (error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', onLost)
  watchdog.watch(client)
  try {
    await client.connect()
    await setup.configure(client)
    return client
  } catch (error) {
    void client.end().catch(() => {}) // the cause is thrown
    throw asUnavailable(error)
  }
}

/** Signing keys, clients and tokens are looked up before the tenant is known. */
const WITHOUT_TENANT = ''
/** No tenant has this id: the connection sees no rows and does not wait for a reset. */
const NO_TENANT = 'none'
/** Used by the worker across tenants. */
const ALL_TENANTS = ''

const lockKey = `hashtextextended('turn of ' || $1, 0)`
const lockShared = `select pg_advisory_xact_lock_shared(${lockKey})`
const lockExclusive = `select pg_advisory_xact_lock(${lockKey})`

/** How long transactions wait for a reset, and how long a reset waits for running transactions. */
const RESET_MS = 30_000
const exclusiveTimeouts: [string, string] = [String(2 * RESET_MS), String(RESET_MS)]

const refuseMoved = 'select refuse_moved_tenant(tenant_id) from moved_secrets where sha256 = $1'

const open = `select ${setTenant}`
const openInSandbox = `select ${setTenant},
  set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true),
  set_config('app.clock_offset', coalesce((select ahead_by::text from test_clock), ''), true)`
