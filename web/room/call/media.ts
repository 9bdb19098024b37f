import type { ClientMessage } from '@medina-care/protocol/messages.ts'
import type { PersonView } from '@medina-care/protocol/people.ts'

type Report = Extract<ClientMessage, { type: 'media' }>

/** Measures the time since practitioner and patient are connected, as seen by this page. */
export class TogetherClock {
  #now: () => number
  #since: number | undefined

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns the report to send if the state changed */
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

/** Only the link between practitioner and patient counts for the consultation's duration. */
export const isBetweenHostAndPatient = (one: PersonView, other: PersonView): boolean =>
  (one.role === 'host' && other.role === 'patient') || (one.role === 'patient' && other.role === 'host')
