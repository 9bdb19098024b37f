import pg from 'pg'
import { asUnavailable, DatabaseUnavailable, flush, type Statement } from './flush.ts'
import type { Setup } from './session.ts'
import type { Watchdog } from './watchdog.ts'

/** Builds one statement for the items of several calls. Its result has the rows of all items. */
export type Joint<I> = (items: readonly I[]) => Statement

/** The result of a joint statement, and the position of the call's item in it. */
export type Shared = { result: pg.QueryResult; index: number }

type Waiting = {
  joint: Joint<unknown>
  item: unknown
  resolve: (shared: Shared) => void
  reject: (error: unknown) => void
}

const alone: Joint<Statement> = ([statement]) => statement!

/** Fewer statements than this wait for the tenant's running flush, and are not divided between lanes. */
const MIN_BATCH = 16
/** Statements wait this long for a running flush. A longer flush may contain a slow statement. */
const WAIT_MS = 2

/**
 * A few connections that many short statements share. Statements of one tenant that wait for a lane are sent as one flush with
 * one opening and one Sync, so that batches grow with the load. Locks, lists and writes need their own connection, because
 * they would delay other statements.
 */
export class Lanes {
  #config: pg.ClientConfig
  #setup: Setup
  #opening: (tenantId: string) => Statement
  #watchdog: Watchdog
  #onLost: (error: Error) => void
  #clients: (Promise<pg.Client> | undefined)[]
  #free: number[]
  #waiting = new Map<string, Waiting[]>()
  /** The start of each tenant's newest running flush. */
  #startedAt = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #isAssignScheduled = false
  #closed = false

  /** @param opening the statement that sets tenant and time */
  constructor(
    config: pg.ClientConfig,
    setup: Setup,
    count: number,
    opening: (tenantId: string) => Statement,
    watchdog: Watchdog,
    onLost: (error: Error) => void,
  ) {
    this.#config = config
    this.#setup = setup
    this.#opening = opening
    this.#watchdog = watchdog
    this.#onLost = onLost
    this.#clients = Array.from({ length: count })
    this.#free = Array.from({ length: count }, (_, lane) => lane)
  }

  /** Runs a repeatable statement; it is committed when this resolves. */
  async send(tenantId: string, statement: Statement): Promise<pg.QueryResult> {
    return (await this.sendJointly(tenantId, alone, statement)).result
  }

  /** Runs one repeatable statement for all items of a flush that have the same `joint`; it is committed when this resolves. */
  sendJointly<I>(tenantId: string, joint: Joint<I>, item: I): Promise<Shared> {
    if (this.#closed) return Promise.reject(asUnavailable(new Error('The connections have been closed.')))
    return new Promise((resolve, reject) => {
      const one: Waiting = { joint: joint as Joint<unknown>, item, resolve, reject } // only called with its own items
      const waiting = this.#waiting.get(tenantId)
      if (waiting) waiting.push(one)
      else this.#waiting.set(tenantId, [one])
      this.#scheduleAssign()
    })
  }

  /** Closes the connections after all waiting statements. */
  async close(): Promise<void> {
    while (this.#waiting.size > 0 || this.#free.length < this.#clients.length)
      await new Promise((next) => setTimeout(next, 10))
    this.#closed = true
    const clients = await Promise.allSettled(this.#clients.filter((client) => client !== undefined))
    await Promise.allSettled(clients.map((c) => (c.status === 'fulfilled' ? c.value.end() : undefined)))
  }

  /** Assigns waiting statements to free lanes, at the end of this turn of the event loop. */
  #scheduleAssign(): void {
    if (this.#isAssignScheduled) return
    this.#isAssignScheduled = true
    setImmediate(() => {
      this.#isAssignScheduled = false
      this.#assign()
    })
  }

  #assign(): void {
    for (const [tenantId, all] of this.#waiting) {
      if (all.length < MIN_BATCH && this.#justStarted(tenantId)) continue
      const share = Math.max(MIN_BATCH, Math.ceil(all.length / this.#free.length))
      while (all.length > 0 && this.#free.length > 0) this.#run(this.#free.shift()!, tenantId, all.splice(0, share))
      if (all.length > 0) return
      this.#waiting.delete(tenantId)
    }
  }

  /** Whether the tenant's newest flush has only just started. The next one starts when it ends, or after `WAIT_MS`. */
  #justStarted(tenantId: string): boolean {
    const startedAt = this.#startedAt.get(tenantId)
    if (startedAt === undefined || performance.now() - startedAt >= WAIT_MS) return false
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#scheduleAssign()
    }, WAIT_MS)
    return true
  }

  async #run(lane: number, tenantId: string, batch: Waiting[]): Promise<void> {
    const openings = [...this.#setup.openings, this.#opening(tenantId)]
    const startedAt = performance.now()
    this.#startedAt.set(tenantId, startedAt)
    const settle = await this.#runBatch(lane, openings, batch)
    if (this.#startedAt.get(tenantId) === startedAt) this.#startedAt.delete(tenantId)
    this.#free.push(lane)
    this.#assign() // the database runs the next flush while this process answers the calls of this one
    settle()
  }

  /** Runs a batch. @returns a function that answers its calls */
  async #runBatch(lane: number, openings: Statement[], batch: readonly Waiting[]): Promise<() => void> {
    try {
      const groups = groupsOf(batch)
      const client = await this.#client(lane)
      const results = await flush(client, [...openings, ...groups.map(statementOf)])
      return () => {
        for (const [n, group] of groups.entries())
          for (const [index, { resolve }] of group.entries()) resolve({ result: results[openings.length + n]!, index })
      }
    } catch (error) {
      if (error instanceof DatabaseUnavailable)
        return () => {
          for (const { reject } of batch) reject(error)
        }
      // An error of one statement rolls back the whole flush, so each statement is retried alone.
      for (const one of batch) await this.#runAlone(lane, openings, one)
      return () => {}
    }
  }

  async #runAlone(lane: number, openings: Statement[], one: Waiting): Promise<void> {
    try {
      const results = await flush(await this.#client(lane), [...openings, statementOf([one])])
      one.resolve({ result: results.at(-1)!, index: 0 })
    } catch (error) {
      one.reject(error)
    }
  }

  #client(lane: number): Promise<pg.Client> {
    this.#clients[lane] ??= this.#connect(lane)
    return this.#clients[lane]
  }

  async #opened(client: pg.Client): Promise<pg.Client> {
    await client.connect()
    await this.#setup.configure(client)
    return client
  }

  #connect(lane: number): Promise<pg.Client> {
    // Only if this client is still current: a late event of a previous client must not clear the lane.
    const clearLane = () => {
      if (this.#clients[lane] === connecting) this.#clients[lane] = undefined
    }
    const client = new pg.Client(this.#config)
    client.on('error', (error) => {
      clearLane()
      this.#onLost(error)
    })
    client.on('end', clearLane)
    this.#watchdog.watch(client)
    const connecting: Promise<pg.Client> = this.#opened(client).catch((error) => {
      clearLane()
      throw asUnavailable(error)
    })
    return connecting
  }
}

/** Groups the calls of a flush by joint statement. */
function groupsOf(batch: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = []
  const joint = new Map<Joint<unknown>, Waiting[]>()
  for (const one of batch) {
    const group = joint.get(one.joint)
    if (group) {
      group.push(one)
      continue
    }
    groups.push([one])
    if (one.joint !== alone) joint.set(one.joint, groups.at(-1)!)
  }
  return groups
}

const statementOf = (group: readonly Waiting[]): Statement => group[0]!.joint(group.map(({ item }) => item))
