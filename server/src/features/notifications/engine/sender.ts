import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { byIndex, unhurried } from '../../../db/plans.ts'
import { Engine } from '../../../jobs/engine.ts'
import type { Journal } from '../../../jobs/journal.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { type Channel, channels } from '../../../messages/channels.ts'
import type { MessageProviders, Outgoing } from '../../../providers/messages/index.ts'
import { type Claimed, claim, giveBack, type Room } from './claim.ts'
import { composed, type Uncomposed } from './composing.ts'
import { within } from './deadline.ts'
import { Inbox } from './inbox.ts'
import { type Entry, openJournal } from './journal.ts'
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
  #journal: Journal<Entry>
  #inbox: Inbox
  #engine: Engine
  #cut = new AbortController()
  #underWay = new Map<Channel, number>()

  constructor({ database, providers, vault, log, deadlineMs = DEADLINE_MS, leaseSec = LEASE_SEC }: SenderOptions) {
    this.#database = database
    this.#providers = providers
    this.#vault = vault
    this.#log = log
    this.#deadlineMs = deadlineMs
    this.#leaseSec = leaseSec
    this.#journal = openJournal(database, log, leaseSec)
    this.#inbox = new Inbox(database, log)
    this.#engine = new Engine({
      what: 'messages',
      log,
      look: () => this.#look(),
      tidy: () => this.#tidy(),
      pollMs: 500,
      tidyMs: 1000,
      cut: () => this.#cut.abort(),
      journal: this.#journal,
    })
  }

  start(): void {
    this.#engine.start()
  }

  /** Something was committed: there may be something to send. */
  wake(): void {
    this.#engine.wake()
  }

  /** Writes down what a provider tells. */
  take: Inbox['take'] = (provider, told) => this.#inbox.take(provider, told)

  /** Lets requests under way end, within bounds. */
  stop(): Promise<void> {
    return this.#engine.stop()
  }

  /** Gives back what a server that is gone had claimed. */
  async #tidy(): Promise<void> {
    const [, back] = await this.#database.alone('', [byIndex({}), giveBack({ doubtSec: steps.DOUBT_SEC })])
    if (back!.rowCount) this.#log.warn({ messages: back!.rowCount }, 'messages that were left behind were given back')
  }

  /** Hears what providers have to tell, and sends what is due. @returns whether there may be more to claim at once */
  async #look(): Promise<boolean> {
    for (const provider of new Set(Object.values(this.#providers))) await this.#inbox.collect(provider)
    return this.#claimSome()
  }

  /** @returns whether there may be more to claim at once */
  async #claimSome(): Promise<boolean> {
    const lease = randomUUID()
    const room = this.#room()
    const [, , found] = await this.#database.alone('', [
      byIndex({}),
      unhurried({}), // before anything is sent, that is written down once more
      claim({ ...room, lease, leaseSec: this.#leaseSec }),
    ])
    const claimed: Claimed[] = found!.rows
    await Promise.all(claimed.map((message) => this.#attend(message, lease)))
    const queues = Map.groupBy(claimed, ({ channel }) => channel ?? 'unrouted')
    return [...queues].some(([queue, { length }]) => length >= room[queue])
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
        await this.#record(lease, steps.unreachable(message, routing.obstacle))
      } else if ('waitSec' in routing) await this.#record(lease, steps.waiting(message, routing.waitSec))
      else if (this.#freeOf(routing.channel) === 0) await this.#record(lease, steps.queued(message, routing.channel))
      else this.#occupy(routing.channel, () => this.#compose(message, lease, routing))
    } catch (err) {
      this.#log.error({ ...log, err }, 'a message could not be sent, for a reason of ours')
      await this.#record(lease, steps.notComposed(message))
    }
  }

  /** Holds a place of a channel while something is done by it. */
  #occupy(channel: Channel, work: () => Promise<void>): void {
    this.#underWay.set(channel, (this.#underWay.get(channel) ?? 0) + 1)
    const working = work().finally(() => {
      this.#underWay.set(channel, this.#underWay.get(channel)! - 1) // set above
      this.#engine.wake()
    })
    this.#engine.track(working)
  }

  async #compose(message: Claimed, lease: string, { channel, to }: { channel: Channel; to: string }): Promise<void> {
    let outgoing: Outgoing | Uncomposed
    try {
      outgoing = await composed(this.#database.reader(''), this.#vault, message, { channel, to })
    } catch (err) {
      this.#log.error({ messageId: message.id, err }, 'a message could not be composed')
      await this.#record(lease, steps.notComposed(message))
      return
    }
    if (typeof outgoing === 'string') await this.#record(lease, steps.givenUp({ ...message, channel }, outgoing))
    else if (this.#engine.isStopping) await this.#record(lease, steps.waiting(message, 0))
    else await this.#send(message, lease, outgoing)
  }

  async #send(message: Claimed, lease: string, outgoing: Outgoing): Promise<void> {
    const { channel, language } = outgoing
    const provider = this.#providers[channel]! // offered
    const begun = steps.begun(message, channel, language, provider.name)
    if (!(await this.#record(lease, begun))) return
    const tried: Claimed = { ...message, channel, language, provider: provider.name, attempt: begun.attempt }
    const log = { messageId: message.id, tenantId: message.tenant_id, channel, attempt: begun.attempt }
    try {
      const { providerMessageId } = await this.#within((signal) => provider.send(outgoing, signal))
      this.#log.debug(log, 'message sent')
      if (await this.#record(lease, steps.sent(tried, providerMessageId))) return
      // A receipt was faster, or the lease has run out.
      await this.#inbox.take(provider.name, {
        receipts: [{ providerMessageId, messageId: message.id, status: 'SENT', error: undefined }],
        replies: [],
      })
    } catch (err) {
      this.#log.info({ ...log, err }, 'a message was not taken')
      await this.#record(lease, steps.afterFailure(tried, err))
    }
  }

  /** Finds out what became of a message that was in doubt for long enough. */
  async #settle(message: Claimed, lease: string): Promise<void> {
    this.#log.warn({ messageId: message.id, error: message.last_error }, 'nobody knows whether a message was sent')
    await this.#record(lease, await this.#resolved(message))
  }

  async #resolved(message: Claimed): Promise<steps.Step> {
    const channel = message.channel! // tried by it
    const provider = this.#providers[channel]
    const to = addressBy(channel, message)
    if (!provider?.lookUp || provider.name !== message.provider || to === null) return steps.unresolved(message)
    try {
      const outgoing = await composed(this.#database.reader(''), this.#vault, message, { channel, to })
      if (typeof outgoing === 'string') return steps.unresolved(message)
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

  #record(lease: string, step: steps.Step): Promise<boolean> {
    return this.#journal.record({ ...step, lease })
  }
}
