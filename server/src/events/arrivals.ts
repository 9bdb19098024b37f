import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { backoffMs } from '../lib/backoff.ts'
import { Signal } from '../lib/signal.ts'

/** Polling interval without local commits: other servers commit too, and earlier transactions may hold events back. */
const POLL_MS = 250
/** Minimum interval between two polls. */
const GATHER_MS = 50
/** Maximum concurrent waiting calls of one client. */
export const MAX_WAITING = 5

/** A position in the order of writing, in an organisation. */
type Position = { tenantId: string; xid: string; seq: string }

type Waiter = Position & { end(arrived: boolean): void }

/**
 * The positions, numbered from 1, after which there are events. Like pages of the event log, it ignores events that are newer
 * than an open transaction.
 */
const arrivedAfter = prepared<{ tenantIds: string[]; xids: string[]; seqs: string[] }, { at: number }>(
  (v) => sql`
    select waiter.at::int as at
    from event_numbering n
    cross join unnest(${v.tenantIds}::text[], ${v.xids}::xid8[], ${v.seqs}::bigint[]) with ordinality
      as waiter (tenant_id, xid, seq, at)
    cross join lateral (
      select
      from events e
      where e.tenant_id = waiter.tenant_id
        and (e.xid, e.seq) > (waiter.xid, waiter.seq)
        and e.xid < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + n.ahead_by)::text::xid8
      order by e.xid, e.seq -- by the index, whatever the statistics
      limit 1
    ) found`,
)

/**
 * Wakes waiting calls when new events of their organisation appear. One query serves all waiting calls. It runs only while
 * a call waits.
 */
export class Arrivals {
  readonly #database: Pick<Database, 'onLane'>
  readonly #log: { warn(about: object, message: string): void }
  readonly #waiting = new Set<Waiter>()
  /** The waiting calls of each client. `untilMs`: the latest end, in milliseconds of `performance.now()`. */
  readonly #held = new Map<string, Set<{ untilMs: number }>>()
  readonly #signal = new Signal()
  #isPolling = false
  readonly #stopping = new AbortController()

  /** @param database of the worker, which sees every organisation */
  constructor(database: Pick<Database, 'onLane'>, log: { warn(about: object, message: string): void }) {
    this.#database = database
    this.#log = log
  }

  /** Polls soon, because a transaction of this server was committed. */
  wake(): void {
    if (this.#waiting.size > 0) this.#signal.send()
  }

  /** Ends all waits. Later waits end at once. */
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
   * @returns a function that releases it; if all are in use, the milliseconds until one is released at the latest
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
   * Waits at most `ms` milliseconds for an event after a position. It holds no database connection.
   * @returns whether an event appeared
   */
  async wait(position: Position, ms: number, ended: AbortSignal): Promise<boolean> {
    if (this.stopping.aborted || ended.aborted) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { ...position, end: resolve }
    const end = () => resolve(false)
    const timer = setTimeout(end, ms)
    ended.addEventListener('abort', end)
    this.#waiting.add(waiter)
    if (!this.#isPolling) void this.#poll()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      ended.removeEventListener('abort', end)
      this.#waiting.delete(waiter)
    }
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    for (let failures = 0; this.#waiting.size > 0 && !this.stopping.aborted; ) {
      const polledAt = performance.now()
      try {
        await this.#pollOnce([...this.#waiting])
        failures = 0
      } catch (err) {
        if (!this.stopping.aborted) this.#log.warn({ err }, 'new events could not be queried; trying again')
        await pause(backoffMs(failures++))
      }
      await this.#signal.wait(POLL_MS)
      const pauseMs = GATHER_MS - (performance.now() - polledAt)
      if (pauseMs > 0) await pause(pauseMs)
    }
    this.#isPolling = false
  }

  async #pollOnce(waiting: Waiter[]): Promise<void> {
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
