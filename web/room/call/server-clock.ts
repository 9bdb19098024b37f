/** Converts the server's times to this page's clock, which may be hours off. */
export class ServerClock {
  readonly #date: () => number
  #ahead = 0

  constructor(date: () => number) {
    this.#date = date
  }

  /** @param now the server's current time, if known */
  set(now: string | null): void {
    const ahead = this.#date() - Date.parse(now ?? '')
    if (!Number.isNaN(ahead)) this.#ahead = ahead
  }

  /** Converts a time to this page's clock, in milliseconds since 1970. */
  here(time: number): number {
    return time + this.#ahead
  }

  /** Converts the arrival times of the lobby. */
  since<Waiting extends { since: string }>(lobby: Waiting[]): Waiting[] {
    return lobby.map((who) => ({ ...who, since: new Date(this.here(Date.parse(who.since))).toISOString() }))
  }
}
