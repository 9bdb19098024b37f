import { Client } from 'undici'
import { connectGuarded, type Route } from './connector.ts'

/** An unused connection is closed before most receivers would close it, and never kept for a later burst. */
const IDLE_MS = 2000
const IDLE_AT_MOST_MS = 10_000

/** Interim answers (1xx) that one request may get: without end, they would keep us busy up to the deadline. */
const MOST_INTERIM = 16

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
      keepAliveMaxTimeout: IDLE_AT_MOST_MS,
      // One deadline covers everything, and it is the caller's.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** Posts, and connects first if it has to. Redirects are answers like any other. */
  post(path: string, headers: Record<string, string>, body: Buffer, signal: AbortSignal) {
    this.#signal = signal
    let interim = 0
    const onInfo = () => {
      if (++interim > MOST_INTERIM) this.drop()
    }
    return this.client.request({ method: 'POST', path, headers, body, signal, onInfo })
  }

  drop(): void {
    this.client.destroy().catch(() => {}) // it is gone either way
  }
}

/**
 * Connections that wait for their next request, by origin. Nobody waits for one: who finds none makes one, so that a
 * slow receiver holds up nobody but itself. How many there are is bounded by the requests under way.
 */
export class Connections {
  #route: Route
  #idle = new Map<string, Connection[]>()
  #closed = false

  constructor(route: Route) {
    const lookup = sharing(route.lookup)
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

  /** Takes back a connection whose last answer was read to its end. */
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

/** Asks once for all who ask for the same name at the same time: a name that resolves slowly takes one turn, not many. */
function sharing(lookup: Route['lookup']): Route['lookup'] {
  const running = new Map<string, ReturnType<Route['lookup']>>()
  return (hostname) => {
    const asked = running.get(hostname)
    if (asked) return asked
    const asking = lookup(hostname).finally(() => running.delete(hostname))
    running.set(hostname, asking)
    return asking
  }
}
