import type { ClientMessage } from '../../../server/src/providers/video/embedded/protocol.ts'
import type { PersonView } from '../../../server/src/providers/video/views.ts'

type Report = Extract<ClientMessage, { type: 'media' }>

/** Since when practitioner and patient hear and see each other, as this page knows it. */
export class TogetherClock {
  #now: () => number
  #since: number | undefined

  /** @param now milliseconds that no change of the clock moves */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns what to report, where it has changed */
  set(isConnected: boolean): Report | undefined {
    if (isConnected === (this.#since !== undefined)) return undefined
    this.#since = isConnected ? this.#now() : undefined
    return this.report()
  }

  report(): Report {
    const forMs = this.#since === undefined ? 0 : Math.max(0, Math.round(this.#now() - this.#since))
    return { type: 'media', connected: this.#since !== undefined, forMs }
  }
}

/** Only the link between the two counts. */
export const isBetweenTheTwo = (one: PersonView, other: PersonView): boolean =>
  (one.role === 'host' && other.role === 'patient') || (one.role === 'patient' && other.role === 'host')
