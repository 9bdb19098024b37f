import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../../db/database.ts'
import { asyncCommit, byIndex } from '../../../../db/plans.ts'
import { Engine } from '../../../../jobs/engine.ts'
import type { Journal } from '../../../../jobs/journal.ts'
import { batched } from '../../../../lib/batched.ts'
import { type Channel, channels } from '../../../../lib/channels.ts'
import type { Vault } from '../../../../lib/secrets.ts'
import type { MessageProviders, Outgoing, Receipt } from '../../../../messages/providers/index.ts'
import { type Claimed, claim, requeueAbandoned } from './claim.ts'
import { type ComposeError, compose, type Sources, sourcesOf } from './composing.ts'
import { withDeadline } from './deadline.ts'
import { type Copies, copiesOf, forward } from './forwarding.ts'
import { Inbox } from './inbox.ts'
import { type Entry, openJournal } from './journal.ts'
import { addressBy, route } from './routing.ts'
import { Slots } from './slots.ts'
import * as steps from './steps.ts'

/** The deadline of a request to a provider. */
const DEADLINE_MS = 10_000
/** Exceeds the deadline of a request and the time to record its result. */
const LEASE_SEC = 30
/** Maximum own receipts of a transaction. */
const OWN_RECEIPTS = 128

export type SenderOptions = {
  /** Connected as medina_worker, which sees the messages of all tenants. */
  database: Database
  providers: MessageProviders
  vault: Vault
  log: FastifyBaseLogger
  /** The base of links in messages. */
  publicUrl: string
  deadlineMs?: number
  leaseSec?: number
}

/**
 * Sends due messages. Several servers can do so concurrently. Each server claims messages under a lease, records the channel
 * before it sends, sends outside any transaction, and records the result. A message in doubt is not simply sent again; see
 * `docs/decisions/0022`.
 */
export class Sender {
  #database: Database
  #providers: MessageProviders
  #vault: Vault
  #log: FastifyBaseLogger
  #publicUrl: string
  #deadlineMs: number
  #leaseSec: number
  #journal: Journal<Entry>
  #inbox: Inbox
  #takeOwn = batched<{ provider: string; receipt: Receipt }>((own) => this.#takeAll(own), OWN_RECEIPTS)
  #engine: Engine
  #abort = new AbortController()
  #slots = new Slots((work) => this.#engine.track(work.finally(() => this.#engine.wake())))

  constructor(options: SenderOptions) {
    const { database, providers, vault, log, publicUrl, deadlineMs = DEADLINE_MS, leaseSec = LEASE_SEC } = options
    this.#database = database
    this.#providers = providers
    this.#vault = vault
    this.#log = log
    this.#publicUrl = publicUrl
    this.#deadlineMs = deadlineMs
    this.#leaseSec = leaseSec
    this.#journal = openJournal(database, log, leaseSec)
    this.#inbox = new Inbox(database, log)
    this.#engine = new Engine({
      noun: 'messages',
      log,
      claim: () => this.#poll(),
      maintain: () => this.#requeueAbandoned(),
      pollMs: 500,
      maintainMs: 1000,
      abortRequests: () => this.#abort.abort(),
      journal: this.#journal,
    })
  }

  start(): void {
    this.#engine.start()
  }

  /** Starts a run at once. Call it after a commit that may have queued messages. */
  wake(): void {
    this.#engine.wake()
  }

  /** Records the receipts and replies that a provider reports. */
  take: Inbox['take'] = (provider, received) => this.#inbox.take(provider, received)

  /** Takes receipts of this sender, together. */
  async #takeAll(own: { provider: string; receipt: Receipt }[]): Promise<void> {
    for (const [provider, taken] of Map.groupBy(own, ({ provider }) => provider))
      await this.#inbox.take(provider, { receipts: taken.map(({ receipt }) => receipt), replies: [] })
  }

  /** Stops, and waits for requests in flight within a time limit. */
  stop(): Promise<void> {
    const stopped = this.#engine.stop()
    this.#slots.flush()
    return stopped
  }

  /** Returns the messages of expired leases to the queue. */
  async #requeueAbandoned(): Promise<void> {
    const [, returned] = await this.#database.onOwnConnection('', [
      byIndex({}),
      requeueAbandoned({ doubtSec: steps.DOUBT_SEC }),
    ])
    if (returned!.rowCount)
      this.#log.warn({ messages: returned!.rowCount }, 'returned messages of expired leases to the queue')
  }

  /** Collects receipts, then claims due messages. @returns whether more messages may be due now */
  async #poll(): Promise<boolean> {
    for (const provider of new Set(Object.values(this.#providers))) await this.#inbox.collect(provider)
    return this.#claimSome()
  }

  /** Claims and dispatches due messages. @returns whether more messages may be due now */
  async #claimSome(): Promise<boolean> {
    const lease = randomUUID()
    const slots = this.#slots.free()
    const [, , found] = await this.#database.onOwnConnection('', [
      byIndex({}),
      asyncCommit({}), // a second record precedes each send
      claim({ ...slots, lease, leaseSec: this.#leaseSec }),
    ])
    const claimed: Claimed[] = found!.rows
    const sources = sourcesOf(claimed, this.#database, this.#vault, this.#publicUrl)
    await Promise.all(claimed.map((message) => this.#dispatch(message, lease, sources)))
    const queues = Map.groupBy(claimed, ({ channel }) => channel ?? 'unrouted')
    return [...queues].some(([queue, { length }]) => length >= slots[queue])
  }

  /** Routes a message and starts its next step. Sending continues in the background. */
  async #dispatch(message: Claimed, lease: string, sources: Sources): Promise<void> {
    const log = { messageId: message.id, tenantId: message.tenant_id }
    try {
      // A message in doubt was tried, so it has a channel.
      if (message.in_doubt_since)
        return this.#slots.useAtOnce(message.channel!, () => this.#resolve(message, lease, sources))
      const offered = new Set(channels.filter((channel) => this.#providers[channel]))
      const copies = copiesOf(message, offered)
      if (copies) return await this.#forward(message, lease, copies)
      const routing = route(message, offered)
      if ('obstacle' in routing) {
        this.#log.info({ ...log, obstacle: routing.obstacle }, 'a message cannot be sent')
        await this.#record(lease, steps.unreachable(message, routing.obstacle))
      } else if ('waitSec' in routing)
        await this.#record(lease, steps.waiting(message, routing.waitSec, routing.reason))
      else if (
        !this.#slots.use(routing.channel, message.purpose, () => this.#compose(message, lease, routing, sources))
      )
        await this.#record(lease, steps.queued(message, routing.channel))
    } catch (err) {
      this.#log.error({ ...log, err }, 'cannot route a message because of an internal error')
      await this.#record(lease, steps.notComposed(message))
    }
  }

  async #forward({ tenant_id: tenantId, id }: Claimed, lease: string, copies: Copies): Promise<void> {
    const { addresses, guardians } = copies
    const given = { tenantId, id, lease, addresses: JSON.stringify(addresses), guardians }
    await this.#database.onOwnConnection('', [byIndex({}), forward(given)])
    this.#engine.wake()
  }

  async #compose(
    message: Claimed,
    lease: string,
    { channel, to }: { channel: Channel; to: string },
    sources: Sources,
  ): Promise<void> {
    let outgoing: Outgoing | ComposeError
    try {
      outgoing = await compose(sources, this.#vault, message, { channel, to })
    } catch (err) {
      this.#log.error({ messageId: message.id, err }, 'cannot render a message because of an internal error')
      await this.#record(lease, steps.notComposed(message))
      return
    }
    if (typeof outgoing === 'string') await this.#record(lease, steps.channelFailed({ ...message, channel }, outgoing))
    else if (this.#engine.isStopping) await this.#record(lease, steps.waiting(message, 0))
    else await this.#send(message, lease, outgoing)
  }

  async #send(message: Claimed, lease: string, outgoing: Outgoing): Promise<void> {
    const { channel, language } = outgoing
    const provider = this.#providers[channel]! // offered
    const started = steps.started(message, channel, language, provider.name)
    if (!(await this.#record(lease, started))) return
    const tried: Claimed = { ...message, channel, language, provider: provider.name, attempt: started.attempt }
    const log = { messageId: message.id, tenantId: message.tenant_id, channel, attempt: started.attempt }
    try {
      const { providerMessageId } = await this.#measured(channel, (signal) => provider.send(outgoing, signal))
      this.#log.debug(log, 'message sent')
      if (await this.#record(lease, steps.sent(tried, providerMessageId))) return
      // A receipt arrived first, or the lease has expired.
      const receipt = { providerMessageId, messageId: message.id, status: 'SENT', error: undefined } as const
      await this.#takeOwn({ provider: provider.name, receipt })
    } catch (err) {
      this.#log.info({ ...log, err }, 'a provider did not accept a message')
      await this.#record(lease, steps.afterFailure(tried, err))
    }
  }

  /** Resolves a message that got no receipt within `DOUBT_SEC`. */
  async #resolve(message: Claimed, lease: string, sources: Sources): Promise<void> {
    this.#log.warn({ messageId: message.id, error: message.last_error }, 'delivery outcome unknown')
    await this.#record(lease, await this.#lookUp(message, sources))
  }

  async #lookUp(message: Claimed, sources: Sources): Promise<steps.Step> {
    const channel = message.channel! // set, since it was tried
    const provider = this.#providers[channel]
    const to = addressBy(channel, message)
    if (!provider?.lookUp || provider.name !== message.provider || to === null) return steps.unresolved(message)
    try {
      const outgoing = await compose(sources, this.#vault, message, { channel, to })
      if (typeof outgoing === 'string') return steps.unresolved(message)
      const found = await this.#withDeadline((signal) => provider.lookUp!(outgoing, signal)) // it has one
      return found ? steps.sent(message, found.providerMessageId) : steps.undelivered(message)
    } catch (err) {
      this.#log.info({ messageId: message.id, err }, 'the lookup of a message at its provider failed')
      return steps.notAnswered(message)
    }
  }

  /** Makes a request, and adapts the channel's limit to the response. */
  async #measured<T>(channel: Channel, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const record = (succeeded: boolean) =>
      this.#slots.record(channel, { startedAt, endedAt: performance.now(), succeeded })
    try {
      const response = await this.#withDeadline(request)
      record(true)
      return response
    } catch (error) {
      record(steps.isRefusal(error)) // a refusal is an answer
      throw error
    }
  }

  #withDeadline<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withDeadline(this.#deadlineMs, this.#abort.signal, request)
  }

  #record(lease: string, step: steps.Step): Promise<boolean> {
    return this.#journal.record({ ...step, lease })
  }
}
