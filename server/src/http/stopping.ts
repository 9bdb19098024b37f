import { type Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** How long idle connections stay open after a stop began: their next request may already be on its way. */
const TURN_MS = 20
const TURNS = 15

/** Ends a server's connections without breaking a request: from the start of a stop, every answer says `Connection: close`. */
export class Stopping {
  #begun = false

  /** Also makes the answers that Node.js gives by itself. */
  readonly Response: typeof ServerResponse

  constructor() {
    const hasBegun = () => this.#begun
    this.Response = class extends ServerResponse {
      override writeHead(...head: unknown[]): this {
        if (hasBegun()) this.shouldKeepAlive = false // Node.js writes the header, and closes after the answer
        return super.writeHead(...(head as [number]))
      }
    } as typeof ServerResponse // generic in its request, which does not matter here
  }

  get begun(): boolean {
    return this.#begun
  }

  /** Accepts no more connections, and resolves when the idle ones may be closed. */
  async begin(server: Server): Promise<void> {
    this.#begun = true
    // An answer under way may have promised to keep its connection, which must not delay the stop for longer.
    server.keepAliveTimeout = 1000
    // The HTTP server's own close() would close idle connections at once.
    TcpServer.prototype.close.call(server)
    const countOpen = promisify(server.getConnections.bind(server))
    // Turns of the event loop are counted, not time: after a stall, requests that have arrived are read first.
    for (let turn = 0; turn < TURNS && (await countOpen()) > 0; turn++) await pause(TURN_MS)
  }
}
