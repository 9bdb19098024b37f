/** Times of the server by this page's clock: those of phones may be hours off. */
export class ServerClock {
  readonly #date: () => number
  #ahead = 0

  constructor(date: () => number) {
    this.#date = date
  }

  /** @param now what the server's clock says at this moment, where it is known */
  set(now: string | null): void {
    const ahead = this.#date() - Date.parse(now ?? '')
    if (!Number.isNaN(ahead)) this.#ahead = ahead
  }

  /** The same moment, in milliseconds since 1970. */
  here(time: number): number {
    return time + this.#ahead
  }

  /** Those who wait. */
  since<Waiting extends { since: string }>(lobby: Waiting[]): Waiting[] {
    return lobby.map((who) => ({ ...who, since: new Date(this.here(Date.parse(who.since))).toISOString() }))
  }
}
