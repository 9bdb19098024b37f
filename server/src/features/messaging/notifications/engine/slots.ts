import { AdaptiveLimit, type Response } from '../../../../jobs/adaptive-limit.ts'
import { type Channel, channels, type Purpose } from '../../../../lib/channels.ts'
import type { FreeSlots } from './claim.ts'

/** The limit of concurrent requests of each channel, so that a channel that hangs does not delay the others. */
const LIMIT = { least: 16, start: 16, most: 128 }
/** Critical messages that are routed at once even if all slots are in use. */
const CRITICAL = 16

type Work = () => Promise<void>
type State = { limit: AdaptiveLimit; inFlight: number; waiting: Work[] }

/** The slots of each channel. A few claimed messages wait in memory for a slot. */
export class Slots {
  readonly #start: (work: Promise<void>) => void
  readonly #states = Object.fromEntries(
    channels.map((channel) => [channel, { limit: new AdaptiveLimit(LIMIT), inFlight: 0, waiting: [] }]),
  ) as unknown as Record<Channel, State> // one for each of `channels`

  /** @param start receives work that has started */
  constructor(start: (work: Promise<void>) => void) {
    this.#start = start
  }

  /** How many messages the next claim may take. */
  free(): FreeSlots {
    const ofChannels = channels.map((channel) => {
      const { limit, inFlight, waiting } = this.#states[channel]
      return [channel, Math.max(0, limit.value - inFlight - waiting.length)] as const
    })
    const unrouted = Math.max(...ofChannels.map(([, free]) => free))
    const free = Object.fromEntries(ofChannels) as Record<Channel, number> // one for each of `channels`
    return { ...free, unrouted, critical: Math.max(CRITICAL, unrouted) }
  }

  /**
   * Uses a slot of a channel while work runs, now or when one becomes free. Critical messages precede others.
   * @returns false if too many wait already
   */
  use(channel: Channel, purpose: Purpose, work: Work): boolean {
    const { limit, inFlight, waiting } = this.#states[channel]
    if (inFlight < limit.value) this.useAtOnce(channel, work)
    else if (purpose === 'CRITICAL' && waiting.length < 2 * limit.value) waiting.unshift(work)
    else if (waiting.length < limit.value) waiting.push(work)
    else return false
    return true
  }

  /** The same at once, even beyond the limit. */
  useAtOnce(channel: Channel, work: Work): void {
    const state = this.#states[channel]
    state.inFlight++
    const running = work().finally(() => {
      state.inFlight--
      if (state.inFlight < state.limit.value) this.#startNext(channel)
    })
    this.#start(running)
  }

  /** Starts all waiting work, so that it ends. */
  flush(): void {
    for (const channel of channels) while (this.#states[channel].waiting.length > 0) this.#startNext(channel)
  }

  /** Adapts the limit of a channel to a response of its provider. */
  record(channel: Channel, response: Omit<Response, 'inFlight'>): void {
    const { limit, inFlight } = this.#states[channel]
    limit.record({ ...response, inFlight })
  }

  #startNext(channel: Channel): void {
    const next = this.#states[channel].waiting.shift()
    if (next) this.useAtOnce(channel, next)
  }
}
