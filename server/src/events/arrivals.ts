import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { backoffMs } from '../lib/backoff.ts'
import { Signal } from '../lib/signal.ts'

/** Interval of looks without a local commit, for commits of other servers and for the ends of earlier transactions. */
const POLL_MS = 250
/** Minimum interval between looks. */
const GATHER_MS = 50
/** Calls of one client that may wait at a time. */
export const MAX_WAITING = 5

/** A position in the order of writing, in an organisation. */
type Position = { tenantId: string; xid: string; seq: string }

type Waiter = Position & { end(arrived: boolean): void }

/** The positions, numbered from 1, after which events appeared: below all open transactions, like the pages of the log. */
const arrivedAfter = prepared<{ tenantIds: string[]; xids: string[]; seqs: string[] }, { at: number }>(
  (v) => sql`
    select asked.at::int as at
    from event_numbering n
    cross join unnest(${v.tenantIds}::text[], ${v.xids}::xid8[], ${v.seqs}::bigint[]) with ordinality
      as asked (tenant_id, xid, seq, at)
    cross join lateral (
      select
      from events e
      where e.tenant_id = asked.tenant_id
        and (e.xid, e.seq) > (asked.xid, asked.seq)
        and e.xid < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + n.ahead_by)::text::xid8
      order by e.xid, e.seq -- by the index, whatever the statistics
      limit 1
    ) found`,
)

/**
 * Tells waiting calls that events of their organisation appeared. One statement looks for all of them, and only while
 * some wait.
 */
export class Arrivals {
  readonly #database: Pick<Database, 'onLane'>
  readonly #log: { warn(about: object, message: string): void }
  readonly #waiting = new Set<Waiter>()
  /** For each client the latest ends of its calls, in milliseconds of `performance.now()`. */
  readonly #held = new Map<string, Set<{ untilMs: number }>>()
  readonly #signal = new Signal()
  #isLooking = false
  readonly #stopping = new AbortController()

  /** @param database of the worker, which sees every organisation */
  constructor(database: Pick<Database, 'onLane'>, log: { warn(about: object, message: string): void }) {
    this.#database = database
    this.#log = log
  }

  /** Looks soon: a transaction of this server was committed. */
  wake(): void {
    if (this.#waiting.size > 0) this.#signal.send()
  }

  /** Ends all waits, present and later. */
  stop(): void {
    this.#stopping.abort()
    for (const waiter of this.#waiting) waiter.end(false)
  }

  /** Aborted when the server stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /**
   * Reserves one of the client's waiting calls.
   * @returns a function that releases it, or the milliseconds until one is released at the latest
   */
  reserve(client: string, ms: number): (() => void) | number {
    const held = this.#held.get(client) ?? new Set()
    if (held.size >= MAX_WAITING) return Math.min(...[...held].map(({ untilMs }) => untilMs)) - performance.now()
    const call = { untilMs: performance.now() + ms }
    this.#held.set(client, held.add(call))
    return () => {
      held.delete(call)
      if (held.size === 0) this.#held.delete(client)
    }
  }

  /**
   * Waits for an event after a position, for this time at most. Holds no connection.
   * @returns whether one appeared
   */
  async wait(position: Position, ms: number, ended: AbortSignal): Promise<boolean> {
    if (this.stopping.aborted || ended.aborted) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { ...position, end: resolve }
    const end = () => resolve(false)
    const timer = setTimeout(end, ms)
    ended.addEventListener('abort', end)
    this.#waiting.add(waiter)
    if (!this.#isLooking) void this.#look()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      ended.removeEventListener('abort', end)
      this.#waiting.delete(waiter)
    }
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    for (let faults = 0; this.#waiting.size > 0 && !this.stopping.aborted; ) {
      const lookedAt = performance.now()
      try {
        await this.#lookOnce([...this.#waiting])
        faults = 0
      } catch (err) {
        if (!this.stopping.aborted) this.#log.warn({ err }, 'new events could not be looked for; trying again')
        await pause(backoffMs(faults++))
      }
      await this.#signal.wait(POLL_MS)
      const restMs = GATHER_MS - (performance.now() - lookedAt)
      if (restMs > 0) await pause(restMs)
    }
    this.#isLooking = false
  }

  async #lookOnce(waiting: Waiter[]): Promise<void> {
    const positions = {
      tenantIds: waiting.map(({ tenantId }) => tenantId),
      xids: waiting.map(({ xid }) => xid),
      seqs: waiting.map(({ seq }) => seq),
    }
    const { rows } = await this.#database.onLane(ALL_TENANTS, arrivedAfter(positions))
    for (const { at } of rows) waiting[at - 1]!.end(true)
  }
}

const ALL_TENANTS = ''
