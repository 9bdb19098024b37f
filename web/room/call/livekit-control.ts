import type { RoomCommand, RoomView } from '@medina-care/protocol/control.ts'
import { laterToken } from './livekit-data.ts'
import type { CallPlatform } from './platform.ts'
import { ServerClock } from './server-clock.ts'

const TRIES = 4
const PAUSE_MS = 700

/**
 * The client of our server's room control, which covers lobby, admission and end. Authenticates with the join token. The
 * token expires during the call, so responses contain the next one, which is also stored for a reload.
 */
export class RoomControl {
  readonly clock: ServerClock
  readonly #url: string
  readonly #key: string
  readonly #platform: CallPlatform
  #token: string
  #isClosed = false

  constructor(roomId: string, token: string, platform: CallPlatform) {
    this.#url = `/video/livekit/${roomId}`
    this.#key = `medina-livekit-${roomId}`
    this.#platform = platform
    this.clock = new ServerClock(platform.date)
    this.#token = laterToken(token, platform.store.read(this.#key))
  }

  get token(): string {
    return this.#token
  }

  renew(token: string): void {
    this.#token = laterToken(this.#token, token)
    this.#platform.store.write(this.#key, this.#token)
  }

  /** The room as this page may see it. Undefined if the server is unavailable. */
  view(): Promise<RoomView | undefined> {
    return this.#ask('', { method: 'GET' })
  }

  decide(verb: RoomCommand, peerId?: string): Promise<RoomView | undefined> {
    const headers = { 'Content-Type': 'application/json' }
    return this.#ask(`/${verb}`, { method: 'POST', headers, body: JSON.stringify({ peerId }) })
  }

  /** Deletes the stored token, because the consultation is over. */
  forget(): void {
    this.#platform.store.write(this.#key, undefined)
  }

  close(): void {
    this.#isClosed = true
  }

  async #ask(path: string, request: RequestInit): Promise<RoomView | undefined> {
    for (let tries = 1; !this.#isClosed; tries++) {
      const headers = { ...request.headers, Authorization: `Bearer ${this.#token}` }
      const response = await fetch(this.#url + path, { ...request, headers }).catch(() => undefined)
      if (response?.ok) {
        const view = (await response.json()) as RoomView
        if (view.token) this.renew(view.token)
        this.clock.set(response.headers.get('date'))
        return view
      }
      // Retry only broken connections and restarting servers. Other failures would recur.
      const mayPass = !response || response.status >= 500 || response.status === 429
      if (!mayPass || tries === TRIES) return undefined
      await new Promise<void>((resolve) => this.#platform.after(PAUSE_MS * tries, resolve))
    }
    return undefined
  }
}
