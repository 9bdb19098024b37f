import { type Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Idle connections stay open for this long after a stop begins: their next request may already be on its way, and is answered. */
const TURN_MS = 20
const TURNS = 15

/** Closes a server's connections without breaking requests: during a stop, every answer carries `Connection: close`. */
export class Stopping {
  #begun = false

  /** Also used for the answers that Node.js itself sends. */
  readonly Response: typeof ServerResponse

  constructor() {
    const hasBegun = () => this.#begun
    this.Response = class extends ServerResponse {
      override writeHead(...head: unknown[]): this {
        if (hasBegun()) this.shouldKeepAlive = false // Node.js writes the header and closes after the answer
        return super.writeHead(...(head as [number]))
      }
    } as typeof ServerResponse // generic in its request type
  }

  /** Stops accepting connections, and resolves when the idle ones may be closed. */
  async begin(server: Server): Promise<void> {
    this.#begun = true
    // Answers already sent may have promised to keep the connection; this limits how long it delays the stop.
    server.keepAliveTimeout = 1000
    // http.Server's close() would close idle connections at once.
    TcpServer.prototype.close.call(server)
    const countOpen = promisify(server.getConnections.bind(server))
    // Counts event-loop turns instead of time: after a stall, requests that have arrived are read first.
    for (let turn = 0; turn < TURNS && (await countOpen()) > 0; turn++) await pause(TURN_MS)
  }
}
