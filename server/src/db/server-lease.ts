import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Statement } from './flush.ts'

/**
 * After a crash the lease expires within this time. An expired lease is lost only if another server takes it, so a longer
 * outage of the database does no harm.
 */
const LEASE_SEC = 5
const RENEW_MS = 2000
/** How often a starting server checks the lease. */
const POLL_MS = 250
/** How long a starting server waits for a draining one: a stop takes up to 25 s, and a killed server keeps its lease for 5 s. */
const SUCCESSION_MS = 35_000

const take = `insert into jobs (name, holder, leased_until, draining)
  values ($1, $2, now() + make_interval(secs => $3), $4)
  on conflict (name) do update
  set holder = excluded.holder, leased_until = excluded.leased_until, draining = excluded.draining
  where jobs.leased_until is null or jobs.leased_until <= now() or jobs.holder = excluded.holder
  returning name`
const find = `select holder, leased_until, draining from jobs where name = $1 and holder is not null`
const release = `update jobs set holder = null, leased_until = null, draining = false where name = $1 and holder = $2`

type Holder = { holder: string; leased_until: Date; draining: boolean }
/** Runs one statement and commits it. It may run a statement twice. */
type Send = (statement: Statement) => Promise<pg.QueryResult>

/**
 * A lease that one server process of an installation holds from its start to its stop. It is a row of `jobs`, so it works
 * through a connection pooler and survives a failover of the database.
 */
export class ServerLease {
  #send: Send
  #name: string
  #holder = `${hostname()}/${process.pid}/${randomUUID()}`
  #isDraining = false
  #onLost: () => void
  #timer: NodeJS.Timeout | undefined
  #renewal: Promise<void> = Promise.resolve()
  #pending = 0

  private constructor(send: Send, name: string, onLost: () => void) {
    this.#send = send
    this.#name = name
    this.#onLost = onLost
  }

  /**
   * Takes the lease. If another server holds it, waits until that server has drained, or until its lease expires after a crash.
   * @param onLost is called once if another server took the lease because this one could not renew it; `onDraining` before
   * waiting for a draining server
   * @returns the other server if it keeps the lease and is not draining
   */
  static async acquire(
    send: Send,
    name: string,
    { onLost, onDraining }: { onLost: () => void; onDraining: (server: string) => void },
  ): Promise<ServerLease | { heldBy: string }> {
    const lease = new ServerLease(send, name, onLost)
    const deadline = performance.now() + SUCCESSION_MS
    let seen: Holder | undefined
    while (!(await lease.#take())) {
      const other: Holder | undefined = (await send({ sql: find, parameters: [name] })).rows[0]
      if (!other) continue // it has just been released
      if (other.draining && !seen?.draining) onDraining(describeHolder(other))
      const isRenewed = seen?.holder === other.holder && other.leased_until > seen.leased_until
      if ((isRenewed && !other.draining) || performance.now() > deadline) return { heldBy: describeHolder(other) }
      seen = other
      await pause(POLL_MS)
    }
    lease.#timer = setInterval(() => lease.#pending === 0 && lease.#renew(), RENEW_MS)
    lease.#timer.unref()
    return lease
  }

  /** Announces that this server is stopping, so that a starting server waits for it instead of giving up. */
  drain(): void {
    this.#isDraining = true
    this.#renew()
  }

  /** Releases the lease. If the database is unavailable, the lease expires. */
  async release(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewal
    await this.#send({ sql: release, parameters: [this.#name, this.#holder] }).catch(() => {})
  }

  async #take(): Promise<boolean> {
    const { rows } = await this.#send({
      sql: take,
      parameters: [this.#name, this.#holder, LEASE_SEC, this.#isDraining],
    })
    return rows.length > 0
  }

  #renew(): void {
    this.#pending++
    this.#renewal = this.#renewal
      .then(() => this.#take())
      .then((isOurs) => {
        if (isOurs) return
        clearInterval(this.#timer)
        if (!this.#isDraining) this.#onLost()
      })
      .catch(() => {}) // the database is unavailable: the next renewal tries again
      .finally(() => {
        this.#pending--
      })
  }
}

const describeHolder = ({ holder }: Holder): string => {
  const [host, pid] = holder.split('/')
  return `process ${pid} on ${host}`
}
