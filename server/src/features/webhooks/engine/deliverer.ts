import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { Engine } from '../../../jobs/engine.ts'
import type { Journal } from '../../../jobs/journal.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { attempt, type Means, REQUESTS_AT_MOST } from './attempt.ts'
import { type Claimed, claim, claimUrgent, takeTurn } from './claim.ts'
import { Cuts } from './cuts.ts'
import { openEndings } from './endings.ts'
import type { Ended } from './finish.ts'
import type { GiveUp } from './giving-up.ts'
import { OpenedSecrets } from './opened-secrets.ts'
import { Owner } from './owner.ts'
import { afterAll } from './queues.ts'
import { recoverSome } from './recoveries.ts'
import { AddressGuard } from './request/address-guard.ts'
import { Connections } from './request/connections.ts'
import { lookupAll } from './request/lookup.ts'
import { swapSecrets } from './swap-secrets.ts'
import { takeOver } from './takeover.ts'
import { UnderWay } from './under-way.ts'

/** Of one request: from the look-up of the name to the last byte of the answer (decision: "Attempts"). */
const DEADLINE_MS = 15_000

export type DelivererOptions = {
  /** Signed in as medina_worker, who sees the deliveries of all tenants. */
  database: Database
  vault: Vault
  clock: Clock
  log: FastifyBaseLogger
  allowCidrs: string[]
  allowHttp: boolean
  giveUp: GiveUp | undefined
  deadlineMs?: number
}

/**
 * Sends what is due. Any number of servers do so side by side: each claims deliveries under a lease, sends outside any
 * transaction, and records how it ended if the lease still holds. At least once, never before the time.
 */
export class Deliverer {
  #database: Database
  #log: FastifyBaseLogger
  #means: Means
  #owner: Owner
  #endings: Journal<Ended>
  #engine: Engine
  #leaseSec: number
  #underWay = new UnderWay()
  #cuts = new Cuts()
  /** Leases that this process knows it holds, and how many deliveries are left under each. */
  #leases = new Map<string, number>()
  #absentOwners: number[] = []

  constructor(options: DelivererOptions) {
    const { database, vault, clock, log, allowCidrs, allowHttp, giveUp, deadlineMs = DEADLINE_MS } = options
    if (allowCidrs.length > 0 && !allowHttp)
      log.warn({ allowCidrs }, 'webhooks may be sent to addresses that are not public')
    this.#database = database
    this.#log = log
    const connections = new Connections({ guard: new AddressGuard(allowCidrs), lookup: lookupAll })
    this.#means = { secrets: new OpenedSecrets(vault), clock, log, connections, cuts: this.#cuts, deadlineMs }
    this.#owner = new Owner(database)
    this.#endings = openEndings(database, log, giveUp)
    // Outlasts every attempt, and then some for recording its end.
    this.#leaseSec = REQUESTS_AT_MOST * (deadlineMs / 1000) + 15
    this.#engine = new Engine({
      what: 'webhook deliveries',
      log,
      look: () => this.#claimSome(),
      tidy: () => this.#tidy(),
      pollMs: 250,
      tidyMs: 500,
      cut: () => this.#cuts.stop(),
      journal: this.#endings,
    })
  }

  /** Takes over what a server that is gone left behind, and begins to send. */
  async start(): Promise<void> {
    await this.#owner.hold()
    for (const _pass of ['look', 'take over']) await this.#tidy()
    this.#engine.start()
  }

  /** Something was committed: there may be something to send. */
  wake(): void {
    this.#engine.wake()
  }

  /** Lets what is under way end, within bounds, and gives back what has not. */
  async stop(): Promise<void> {
    await this.#engine.stop()
    this.#owner.letGo()
    this.#means.connections.close()
  }

  /** @returns whether there may be more to claim at once */
  async #claimSome(): Promise<boolean> {
    // Without our lock the others would take over what we claim.
    await this.#owner.hold()
    const { urgent, ordinary, ...room } = this.#underWay.wanted(performance.now())
    const lease = randomUUID()
    this.#leases.set(lease, 1) // ours from before the claim may arrive, lest it is given back
    try {
      const given = { ...room, before: afterAll(), lease, leaseSec: this.#leaseSec, owner: this.#owner.number }
      const [, , first, then] = await this.#database.alone('', [
        takeTurn({}),
        byIndex({}),
        claimUrgent({ ...given, rows: urgent }),
        claim({ ...given, rows: ordinary }),
      ])
      const alerts: Claimed[] = first!.rows
      const others: Claimed[] = then!.rows
      const beganAt = performance.now()
      this.#leases.set(lease, 1 + alerts.length + others.length)
      const moreAlerts = this.#underWay.begin(alerts, urgent, beganAt)
      const moreOthers = this.#underWay.begin(others, ordinary, beganAt)
      for (const row of alerts) this.#send(row, lease, beganAt)
      for (const row of others) this.#send(row, lease, beganAt)
      return moreAlerts || moreOthers
    } finally {
      this.#release(lease)
    }
  }

  #send(claimed: Claimed, lease: string, beganAt: number): void {
    const sending = attempt(this.#means, claimed, lease).then(async (ended) => {
      const recorded = await this.#endings.record(ended)
      // Where it was not, the lease is left to run out: given back, it would be sent over and over.
      if (recorded) this.#release(lease)
      const tookAt = ended.state === 'SUCCEEDED' ? performance.now() : undefined
      if (this.#underWay.end(claimed.endpoint_id, beganAt, tookAt)) this.#engine.wake()
    })
    this.#engine.track(sending)
  }

  #release(lease: string): void {
    const left = (this.#leases.get(lease) ?? 0) - 1
    if (left > 0) this.#leases.set(lease, left)
    else this.#leases.delete(lease)
  }

  /** Takes over, follows endpoints, swaps secrets, goes on with a recovery. */
  async #tidy(): Promise<void> {
    const known = { owner: this.#owner.number, leases: [...this.#leases.keys()], leaseSec: this.#leaseSec }
    // Who is absent twice is gone; once may be a connection that is being made again.
    const found = await takeOver(this.#database, { ...known, owners: this.#absentOwners })
    this.#absentOwners = found.absent
    if (!found.present) this.#owner.letGo()
    if (found.leftBehind > 0) {
      this.#log.warn({ deliveries: found.leftBehind }, 'webhook deliveries that were left behind are sent again')
    }
    await swapSecrets(this.#database)
    await recoverSome(this.#database, this.#log)
  }
}
