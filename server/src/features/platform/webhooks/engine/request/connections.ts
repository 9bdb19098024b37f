import { Client } from 'undici'
import { connectGuarded, type Route } from './connector.ts'

/** Shorter than the idle timeout of most receivers. */
const IDLE_MS = 2000
const MAX_IDLE_MS = 10_000

/** Maximum interim responses (1xx) to a request. An endless sequence would waste work until the deadline. */
const MAX_INTERIM = 16

/** One connection to an origin, for one request at a time. */
export class Connection {
  readonly origin: string
  readonly client: Client
  remoteAddress: string | null = null
  #signal: AbortSignal | undefined

  constructor(url: URL, route: Route) {
    this.origin = url.origin
    this.client = new Client(url.origin, {
      connect: (_options, connected) => {
        connectGuarded(url, route, this.#signal!).then(
          (socket) => {
            this.remoteAddress = socket.remoteAddress ?? null
            connected(null, socket)
          },
          (error) => connected(error, null),
        )
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      // The caller's deadline covers everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** Posts, connecting first if necessary. Redirects are not followed. */
  post(path: string, headers: Record<string, string>, body: Buffer, signal: AbortSignal) {
    this.#signal = signal
    let interim = 0
    const onInfo = () => {
      if (++interim > MAX_INTERIM) this.drop()
    }
    return this.client.request({ method: 'POST', path, headers, body, signal, onInfo })
  }

  drop(): void {
    this.client.destroy().catch(() => {}) // the client is destroyed even if this fails
  }
}

/**
 * Idle connections by origin. A request without an idle connection opens a new one, so that a slow receiver does not delay
 * others. The requests in flight bound the number of connections.
 */
export class Connections {
  #route: Route
  #idle = new Map<string, Connection[]>()
  #closed = false

  constructor(route: Route) {
    const lookup = shareLookups(route.lookup)
    this.#route = { ...route, lookup }
  }

  take(url: URL): Connection {
    const idle = this.#idle.get(url.origin)
    const connection = idle?.pop()
    if (idle?.length === 0) this.#idle.delete(url.origin)
    if (connection) return connection
    const fresh = new Connection(url, this.#route)
    fresh.client.on('disconnect', () => this.#forget(fresh))
    return fresh
  }

  /** Takes back a connection whose last response was read to its end. */
  giveBack(connection: Connection): void {
    const idle = this.#idle.get(connection.origin)
    if (this.#closed || !connection.client.stats.connected) connection.drop()
    else if (idle) idle.push(connection)
    else this.#idle.set(connection.origin, [connection])
  }

  close(): void {
    this.#closed = true
    for (const idle of this.#idle.values()) for (const connection of idle) connection.drop()
    this.#idle.clear()
  }

  #forget(connection: Connection): void {
    const idle = this.#idle.get(connection.origin)
    const at = idle?.indexOf(connection) ?? -1
    if (!idle || at < 0) return
    idle.splice(at, 1)
    if (idle.length === 0) this.#idle.delete(connection.origin)
    connection.drop()
  }
}

/** Shares one lookup among concurrent requests for the same name. */
function shareLookups(lookup: Route['lookup']): Route['lookup'] {
  const running = new Map<string, ReturnType<Route['lookup']>>()
  return (hostname) => {
    const current = running.get(hostname)
    if (current) return current
    const started = lookup(hostname).finally(() => running.delete(hostname))
    running.set(hostname, started)
    return started
  }
}
