import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'

/** A participant without a browser. Each has its own address, because connections per address are limited. */
export class SignalingClient {
  static #count = 0
  readonly sid = crypto.randomUUID()
  readonly socket: WebSocket
  readonly #heard = new Map<string, number>()

  constructor(port: number, { token, roomId }: { token: string; roomId: string }) {
    const n = SignalingClient.#count++
    const headers = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` }
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/video/ws/${roomId}`, { perMessageDeflate: false, headers })
    this.socket.on('open', () => this.send({ type: 'join', v: 1, token, sid: this.sid }))
    this.socket.on('message', (data) => {
      const { type } = JSON.parse(String(data))
      this.#heard.set(type, (this.#heard.get(type) ?? 0) + 1)
    })
    this.socket.on('error', () => {}) // `hears` reports it
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  async receives(type: string, times = 1): Promise<void> {
    for (const until = performance.now() + 20_000; (this.#heard.get(type) ?? 0) < times; await pause(1)) {
      if (performance.now() > until) throw new Error(`A socket received ${[...this.#heard]}, but not ${type}.`)
    }
  }
}
