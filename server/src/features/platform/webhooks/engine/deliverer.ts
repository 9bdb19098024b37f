import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../../db/database.ts'
import { byIndex } from '../../../../db/plans.ts'
import { Engine } from '../../../../jobs/engine.ts'
import type { Journal } from '../../../../jobs/journal.ts'
import { AddressGuard } from '../../../../lib/address-guard.ts'
import type { Clock } from '../../../../lib/clock.ts'
import type { Vault } from '../../../../lib/secrets.ts'
import type { Tracer } from '../../../../lib/tracer.ts'
import { type AttemptContext, attempt, REQUESTS_AT_MOST } from './attempt.ts'
import { type Claimed, type ClaimedRow, claim, claimUrgent, lockClaims } from './claim.ts'
import type { AttemptResult } from './finish.ts'
import type { GiveUp } from './giving-up.ts'
import { InFlight } from './in-flight.ts'
import { OpenedSecrets } from './opened-secrets.ts'
import { Owner } from './owner.ts'
import { idUpperBound } from './queues.ts'
import { runRecoveryStep } from './recoveries.ts'
import { Connections } from './request/connections.ts'
import { lookupAll } from './request/lookup.ts'
import { RequestAborter } from './request-aborter.ts'
import { openResults } from './results.ts'
import { swapSecrets } from './swap-secrets.ts'
import { takeOver } from './takeover.ts'

/** The deadline of one request, from the DNS lookup to the last byte of the response (decision: "Attempts"). */
const DEADLINE_MS = 15_000

export type DelivererOptions = {
  /** Connected as medina_worker, which sees the deliveries of all tenants. */
  database: Database
  vault: Vault
  clock: Clock
  log: FastifyBaseLogger
  allowCidrs: string[]
  allowHttp: boolean
  giveUp: GiveUp | undefined
  deadlineMs?: number
  tracer?: Tracer | undefined
}

/**
 * Sends due deliveries, at least once and never early. Several servers can run it concurrently. Each claims deliveries under a
 * lease, sends them outside any transaction, and records the result if its lease still holds.
 */
export class Deliverer {
  #database: Database
  #log: FastifyBaseLogger
  #context: AttemptContext
  #owner: Owner
  #results: Journal<AttemptResult>
  #engine: Engine
  #leaseSec: number
  #inFlight = new InFlight()
  #aborter = new RequestAborter()
  /** The leases that this process holds, with the number of unfinished deliveries of each. */
  #leases = new Map<string, number>()
  #absentOwners: number[] = []

  constructor(options: DelivererOptions) {
    const { database, vault, clock, log, allowCidrs, allowHttp, giveUp, deadlineMs = DEADLINE_MS, tracer } = options
    if (allowCidrs.length > 0 && !allowHttp) log.warn({ allowCidrs }, 'webhooks may be sent to non-public addresses')
    this.#database = database
    this.#log = log
    const connections = new Connections({ guard: new AddressGuard(allowCidrs), lookup: lookupAll })
    this.#context = {
      secrets: new OpenedSecrets(vault),
      clock,
      log,
      connections,
      aborter: this.#aborter,
      deadlineMs,
      tracer,
    }
    this.#owner = new Owner(database)
    this.#results = openResults(database, log, giveUp)
    // Longer than any attempt, including the time to record its result.
    this.#leaseSec = REQUESTS_AT_MOST * (deadlineMs / 1000) + 15
    this.#engine = new Engine({
      noun: 'webhook deliveries',
      log,
      claim: () => this.#claimSome(),
      maintain: () => this.#maintain(),
      pollMs: 250,
      maintainMs: 500,
      abortRequests: () => this.#aborter.abortAll(),
      journal: this.#results,
    })
  }

  /** Takes over deliveries of servers that ended, then starts sending. */
  async start(): Promise<void> {
    await this.#owner.acquire()
    for (const _pass of ['find absent owners', 'take over']) await this.#maintain()
    this.#engine.start()
  }

  /** Call after a commit: deliveries may be due. */
  wake(): void {
    this.#engine.wake()
  }

  /** Waits for requests in flight, within a time limit, then aborts them and returns their deliveries. */
  async stop(): Promise<void> {
    await this.#engine.stop()
    this.#owner.release()
    this.#context.connections.close()
  }

  /** @returns whether there may be more to claim at once */
  async #claimSome(): Promise<boolean> {
    // Without the owner lock, other servers would take over these claims.
    await this.#owner.acquire()
    const { urgent, ordinary, ...shares } = this.#inFlight.nextClaim(performance.now())
    const lease = randomUUID()
    this.#leases.set(lease, 1) // set before the claim, so that `#maintain` does not return its rows as unknown
    try {
      const limits = { ...shares, before: idUpperBound(), lease, leaseSec: this.#leaseSec, owner: this.#owner.number }
      const [, , urgentRows, ordinaryRows] = await this.#database.onOwnConnection('', [
        lockClaims({}),
        byIndex({}),
        claimUrgent({ ...limits, rows: urgent }),
        claim({ ...limits, rows: ordinary }),
      ])
      const readable = (rows: ClaimedRow[]): Claimed[] => rows.filter((row) => row.readable)
      const [alerts, others] = [readable(urgentRows!.rows), readable(ordinaryRows!.rows)]
      // Further deliveries may wait behind the cancelled ones.
      const cancelled = urgentRows!.rows.length + ordinaryRows!.rows.length > alerts.length + others.length
      const startedAt = performance.now()
      this.#leases.set(lease, 1 + alerts.length + others.length)
      const moreAlerts = this.#inFlight.take(alerts, urgent, startedAt)
      const moreOthers = this.#inFlight.take(others, ordinary, startedAt)
      for (const row of alerts) this.#send(row, lease, startedAt)
      for (const row of others) this.#send(row, lease, startedAt)
      return moreAlerts || moreOthers || cancelled
    } finally {
      this.#release(lease)
    }
  }

  #send(claimed: Claimed, lease: string, startedAt: number): void {
    const sending = attempt(this.#context, claimed, lease).then(async (result) => {
      const answer =
        result.requests.length > 0 ? { atMs: performance.now(), succeeded: result.state === 'SUCCEEDED' } : undefined
      const mayBeNext = this.#inFlight.free(claimed.endpoint_id, startedAt, answer)
      if (mayBeNext) this.#engine.wake()
      const recorded = await this.#results.record(result)
      this.#inFlight.recorded()
      // An unrecorded attempt keeps its lease until the lease expires. If it were returned at once, it would be sent repeatedly.
      if (recorded) this.#release(lease)
      // An untrusted endpoint's next delivery waits for the row.
      if (mayBeNext) this.#engine.wake()
    })
    this.#engine.track(sending)
  }

  #release(lease: string): void {
    const left = (this.#leases.get(lease) ?? 0) - 1
    if (left > 0) this.#leases.set(lease, left)
    else this.#leases.delete(lease)
  }

  /** Takes over lost deliveries, follows endpoint changes, swaps secrets, runs a recovery step. */
  async #maintain(): Promise<void> {
    const known = { owner: this.#owner.number, leases: [...this.#leases.keys()], leaseSec: this.#leaseSec }
    // An owner that is absent twice has ended. An owner that is absent once may be reconnecting.
    const found = await takeOver(this.#database, { ...known, owners: this.#absentOwners })
    this.#absentOwners = found.absent
    if (!found.present) this.#owner.release()
    if (found.leftBehind > 0) {
      this.#log.warn({ deliveries: found.leftBehind }, 'lost webhook deliveries are sent again')
    }
    await swapSecrets(this.#database)
    await runRecoveryStep(this.#database, this.#log)
  }
}
