import { backoffMs } from '../../lib/backoff.ts'
import type { Bus, Subscription } from './index.ts'

/** One connection to the message broker. It is not reused after it breaks; messages published then are lost. */
export type Carrier = {
  publish(channel: string, text: string): void
  /** Resolves when messages published to the channel from now on are received. */
  listen(channel: string): Promise<void>
  unlisten(channel: string): void
  close(): Promise<void>
}

export type CarrierListener = { text(channel: string, text: string): void; broke(error: unknown): void }

/** Connects, or rejects within about a second. */
export type Connect = (listener: CarrierListener) => Promise<Carrier>

type Log = { warn(about: object, message: string): void }

/** A bus that reconnects by itself, indefinitely, whenever its connection breaks. */
export class ReconnectingBus implements Bus {
  #connect: Connect
  #log: Log
  #listeners = new Map<string, Set<(text: string) => void>>()
  #watchers: ((isUp: boolean) => void)[] = []
  #carrier: Carrier | undefined
  /** Channels that the current connection listens to, or is about to. */
  #listening = new Map<string, Promise<void>>()
  /** Settles when the current connection attempt has succeeded or failed. */
  #trying: Promise<void>
  #faults = 0
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(connect: Connect, log: Log) {
    this.#connect = connect
    this.#log = log
    this.#trying = this.#try()
  }

  publish(channel: string, text: string): void {
    this.#carrier?.publish(channel, text)
  }

  subscribe(channel: string, listener: (text: string) => void): Subscription {
    const known = this.#listeners.get(channel)
    const listeners = known ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    const listen = async () => {
      const carrier = this.#carrier
      if (!carrier || !this.#listeners.has(channel)) return
      // If the connection breaks meanwhile, the next one listens.
      await this.#listen(carrier, channel).catch((error) => this.#lose(carrier, error))
    }
    return {
      ready: this.#trying.then(listen),
      end: () => {
        if (!listeners.delete(listener) || listeners.size > 0 || this.#listeners.get(channel) !== listeners) return
        this.#listeners.delete(channel)
        this.#listening.delete(channel)
        this.#carrier?.unlisten(channel)
      },
    }
  }

  watch(onChange: (isUp: boolean) => void): void {
    this.#watchers.push(onChange)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await this.#trying
    const carrier = this.#carrier
    this.#carrier = undefined
    await carrier?.close()
  }

  async #try(): Promise<void> {
    let carrier: Carrier | undefined
    const broke = (error: unknown) => this.#lose(carrier, error)
    try {
      carrier = await this.#connect({ text: (channel, text) => this.#hear(channel, text), broke })
      this.#listening.clear()
      // Channels subscribed to meanwhile wait for #trying.
      const made = carrier
      await Promise.all([...this.#listeners.keys()].map((channel) => this.#listen(made, channel)))
    } catch (error) {
      await carrier?.close()
      this.#fail(error)
      return
    }
    if (this.#isClosed) return carrier.close()
    this.#carrier = carrier
    if (this.#faults > 0) this.#log.warn({}, 'the bus between the servers is connected again')
    this.#faults = 0
    this.#tell(true)
  }

  #listen(carrier: Carrier, channel: string): Promise<void> {
    const listening = this.#listening.get(channel) ?? carrier.listen(channel)
    this.#listening.set(channel, listening)
    return listening
  }

  #lose(carrier: Carrier | undefined, error: unknown): void {
    if (!carrier || carrier !== this.#carrier) return
    this.#carrier = undefined
    void carrier.close()
    this.#fail(error)
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    if (this.#faults === 0) {
      this.#log.warn({ err: error }, 'the bus between the servers is disconnected; rooms that span servers wait for it')
      this.#tell(false)
    }
    this.#retry = setTimeout(
      () => {
        this.#trying = this.#try()
      },
      backoffMs(this.#faults++),
    )
  }

  #tell(isUp: boolean): void {
    for (const watcher of this.#watchers) watcher(isUp)
  }

  #hear(channel: string, text: string): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(text)
  }
}
