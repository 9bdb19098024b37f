import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { backoffMs } from '../../../lib/backoff.ts'
import { Bell } from '../../../lib/bell.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { type Channel, channels } from '../../../messages/channels.ts'
import type { MessageProviders, Outgoing } from '../../../providers/messages/index.ts'
import { type Claimed, claim, giveBack, type Room } from './claim.ts'
import { composed } from './composing.ts'
import { within } from './deadline.ts'
import { Inbox } from './inbox.ts'
import { Journal } from './journal.ts'
import { addressBy, routed } from './routing.ts'
import * as steps from './steps.ts'

/** Of one request to a provider. */
const DEADLINE_MS = 10_000
/** Outlasts a request, and then some for recording its end. */
const LEASE_SEC = 30
/** Requests of one channel under way: one that hangs holds up no other. */
const SLOTS = 16
/** Messages whose channel is looked for at once. */
const ROUTED_AT_ONCE = 50
/** Other servers' commits, and what falls due, are found by looking. */
const POLL_MS = 500
/** Looks are this far apart: what is committed meanwhile goes together. */
const GATHER_MS = 20
/** What was left behind is looked for this often. */
const TIDY_MS = 1000
/** What a stop grants to requests under way, and then to writing down how they ended. */
const STOP_GRACE_MS = 5000
const STOP_RECORD_MS = 3000

export type SenderOptions = {
  /** Signed in as medina_worker, who sees the messages of all tenants. */
  database: Database
  providers: MessageProviders
  vault: Vault
  log: FastifyBaseLogger
  deadlineMs?: number
  leaseSec?: number
}

/**
 * Sends the messages that are due. Any number of servers do so side by side: each claims messages under a lease, writes
 * down by what it is about to send them, sends outside any transaction, and writes down how it ended. What is in doubt is
 * never sent again blindly: `docs/decisions/0022` says what becomes of it.
 */
export class Sender {
  #database: Database
  #providers: MessageProviders
  #vault: Vault
  #log: FastifyBaseLogger
  #deadlineMs: number
  #leaseSec: number
  #journal: Journal
  #inbox: Inbox
  #bell = new Bell()
  #stop = new AbortController()
  #cut = new AbortController()
  #loop = Promise.resolve()
  #underWay = new Map<Channel, number>()
  #sending = new Set<Promise<void>>()
  #tidyAt = 0

  constructor({ database, providers, vault, log, deadlineMs = DEADLINE_MS, leaseSec = LEASE_SEC }: SenderOptions) {
    this.#database = database
    this.#providers = providers
    this.#vault = vault
    this.#log = log
    this.#deadlineMs = deadlineMs
    this.#leaseSec = leaseSec
    this.#journal = new Journal(database, log, leaseSec)
    this.#inbox = new Inbox(database, log)
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** Something was committed: there may be something to send. */
  wake(): void {
    this.#bell.ring()
  }

  /** Writes down what a provider tells. */
  take: Inbox['take'] = (provider, told) => this.#inbox.take(provider, told)

  /** Lets requests under way end, within bounds. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#bell.ring()
    await this.#loop
    await this.#idleWithin(STOP_GRACE_MS)
    this.#cut.abort()
    await this.#idleWithin(STOP_RECORD_MS)
    this.#journal.abandon()
  }

  async #run(): Promise<void> {
    for (let faults = 0; !this.#stop.signal.aborted; ) {
      try {
        if (performance.now() >= this.#tidyAt) await this.#tidy()
        for (const provider of new Set(Object.values(this.#providers))) await this.#inbox.collect(provider)
        if (!(await this.#sendSome())) await this.#bell.sleep(POLL_MS * (0.8 + 0.4 * Math.random()))
        await this.#rest(GATHER_MS)
        faults = 0
      } catch (err) {
        this.#log.warn({ err }, 'messages could not be claimed; trying again')
        await this.#rest(backoffMs(faults++))
      }
    }
  }

  /** Gives back what a server that is gone had claimed. */
  async #tidy(): Promise<void> {
    this.#tidyAt = performance.now() + TIDY_MS
    const [, back] = await this.#database.alone('', [byIndex({}), giveBack({ doubtSec: steps.DOUBT_SEC })])
    if (back!.rowCount) this.#log.warn({ messages: back!.rowCount }, 'messages that were left behind were given back')
  }

  /** @returns whether there may be more to send at once */
  async #sendSome(): Promise<boolean> {
    const lease = randomUUID()
    const room = this.#room()
    const [, found] = await this.#database.alone('', [byIndex({}), claim({ ...room, lease, leaseSec: this.#leaseSec })])
    const claimed: Claimed[] = found!.rows
    await Promise.all(claimed.map((message) => this.#attend(message, lease)))
    return claimed.length > 0
  }

  #room(): Room {
    const free = channels.map((channel) => [channel, this.#freeOf(channel)] as const)
    const room = Object.fromEntries(free) as Record<Channel, number> // one for each of `channels`
    return { ...room, unrouted: ROUTED_AT_ONCE }
  }

  #freeOf(channel: Channel): number {
    return Math.max(0, SLOTS - (this.#underWay.get(channel) ?? 0)) // messages in doubt may occupy more
  }

  /** Decides what is to be done with a message, and has it done; what is sent goes on by itself. */
  async #attend(message: Claimed, lease: string): Promise<void> {
    const log = { messageId: message.id, tenantId: message.tenant_id }
    try {
      if (message.in_doubt_since) return this.#occupy(message.channel!, () => this.#settle(message, lease)) // tried by it
      const offered = new Set(channels.filter((channel) => this.#providers[channel]))
      const routing = routed(message, offered)
      if ('obstacle' in routing) {
        this.#log.info({ ...log, obstacle: routing.obstacle }, 'a message goes to nobody')
        await this.#journal.record(lease, steps.unreachable(message, routing.obstacle))
      } else if ('waitSec' in routing) await this.#journal.record(lease, steps.waiting(message, routing.waitSec))
      else if (this.#freeOf(routing.channel) === 0)
        await this.#journal.record(lease, steps.queued(message, routing.channel))
      else this.#occupy(routing.channel, () => this.#compose(message, lease, routing))
    } catch (err) {
      this.#log.error({ ...log, err }, 'a message could not be sent, for a reason of ours')
      await this.#journal.record(lease, steps.notComposed(message))
    }
  }

  /** Holds a place of a channel while something is done by it. */
  #occupy(channel: Channel, work: () => Promise<void>): void {
    this.#underWay.set(channel, (this.#underWay.get(channel) ?? 0) + 1)
    const working = work().finally(() => {
      this.#underWay.set(channel, this.#underWay.get(channel)! - 1) // set above
      this.#sending.delete(working)
      this.#bell.ring()
    })
    this.#sending.add(working)
  }

  async #compose(message: Claimed, lease: string, { channel, to }: { channel: Channel; to: string }): Promise<void> {
    let outgoing: Outgoing | undefined
    try {
      outgoing = await composed(this.#database.reader(''), this.#vault, message, { channel, to })
    } catch (err) {
      this.#log.error({ messageId: message.id, err }, 'a message could not be composed')
      await this.#journal.record(lease, steps.notComposed(message))
      return
    }
    if (outgoing && !this.#stop.signal.aborted) return this.#send(message, lease, outgoing)
    await this.#journal.record(
      lease,
      outgoing ? steps.waiting(message, 0) : steps.givenUp({ ...message, channel }, 'template_missing'),
    )
  }

  async #send(message: Claimed, lease: string, outgoing: Outgoing): Promise<void> {
    const { channel, language } = outgoing
    const provider = this.#providers[channel]! // offered
    const begun = steps.begun(message, channel, language, provider.name)
    if (!(await this.#journal.record(lease, begun))) return
    const tried: Claimed = { ...message, channel, language, provider: provider.name, attempt: begun.attempt }
    const log = { messageId: message.id, tenantId: message.tenant_id, channel, attempt: begun.attempt }
    try {
      const { providerMessageId } = await this.#within((signal) => provider.send(outgoing, signal))
      this.#log.debug(log, 'message sent')
      if (await this.#journal.record(lease, steps.sent(tried, providerMessageId))) return
      // A receipt was faster, or the lease has run out.
      await this.#inbox.take(provider.name, {
        receipts: [{ providerMessageId, messageId: message.id, status: 'SENT', error: undefined }],
        replies: [],
      })
    } catch (err) {
      this.#log.info({ ...log, err }, 'a message was not taken')
      await this.#journal.record(lease, steps.afterFailure(tried, err))
    }
  }

  /** Finds out what became of a message that was in doubt for long enough. */
  async #settle(message: Claimed, lease: string): Promise<void> {
    this.#log.warn({ messageId: message.id, error: message.last_error }, 'nobody knows whether a message was sent')
    await this.#journal.record(lease, await this.#resolved(message))
  }

  async #resolved(message: Claimed): Promise<steps.Step> {
    const channel = message.channel! // tried by it
    const provider = this.#providers[channel]
    const to = addressBy(channel, message)
    if (!provider?.lookUp || provider.name !== message.provider || to === null) return steps.unresolved(message)
    try {
      const outgoing = await composed(this.#database.reader(''), this.#vault, message, { channel, to })
      if (!outgoing) return steps.unresolved(message)
      const found = await this.#within((signal) => provider.lookUp!(outgoing, signal)) // it has one
      return found ? steps.sent(message, found.providerMessageId) : steps.neverArrived(message)
    } catch (err) {
      this.#log.info({ messageId: message.id, err }, 'a provider could not be asked what became of a message')
      return steps.notAnswered(message)
    }
  }

  #within<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return within(this.#deadlineMs, this.#cut.signal, request)
  }

  async #idleWithin(ms: number): Promise<void> {
    const limit = new AbortController()
    const late = pause(ms, undefined, { signal: limit.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#sending), late])
    limit.abort()
  }

  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }
}
