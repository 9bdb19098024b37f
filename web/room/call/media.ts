import type { ClientMessage } from '@medina-care/protocol/messages.ts'
import type { PersonView } from '@medina-care/protocol/people.ts'

type Report = Extract<ClientMessage, { type: 'media' }>

/** Measures how long practitioner and patient have been connected, as seen by this page. */
export class TogetherClock {
  #now: () => number
  #since: number | undefined

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns the report, if the state has changed */
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

/** Only the link between practitioner and patient counts. */
export const isBetweenHostAndPatient = (one: PersonView, other: PersonView): boolean =>
  (one.role === 'host' && other.role === 'patient') || (one.role === 'patient' && other.role === 'host')
