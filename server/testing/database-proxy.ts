import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** A proxy to PostgreSQL for one test. It can fail without affecting other connections to the database. */
export type DatabaseProxy = {
  /** The database URL through the proxy. */
  url: string
  /**
   * Fails permanently. `frozen`: stops forwarding. `closed`: closes connections and refuses new ones.
   * @param at fails when a client sends this text, without forwarding it; by default at once
   */
  fail(how: 'frozen' | 'closed', at?: string): void
  hasFailed(): boolean
  /** After `frozen`: forwards new connections again. Existing ones stay silent. */
  restore(): void
  /** Drops all packets of the existing connections, also those that close them. New connections work. */
  dropPackets(): void
  /** Forwards new connections to another server. Existing ones stay. */
  forwardTo(databaseUrl: string): void
}

function addressOf(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) }
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl)
  let postgres = addressOf(databaseUrl)
  const sockets = new Set<Socket>()
  let hasFailed = false
  let failAt: { how: 'frozen' | 'closed'; what: string } | undefined

  let generation = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ ...postgres, allowHalfOpen: true })
    const ownGeneration = generation
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}) // expected when it fails
      from.on('end', () => ownGeneration === generation && to.end())
      from.on('close', () => ownGeneration === generation && to.destroy())
      from.on('data', (bytes) => {
        if (from === client && failAt && bytes.includes(failAt.what)) fail(failAt.how)
        if (!hasFailed && ownGeneration === generation) to.write(bytes)
      })
    }
  })
  const end = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const fail = (how: 'frozen' | 'closed') => {
    hasFailed = true
    if (how === 'closed') end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(end)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port) // TCP
  return {
    url: url.href,
    fail(how, at) {
      if (at === undefined) fail(how)
      else failAt = { how, what: at }
    },
    hasFailed: () => hasFailed,
    restore() {
      generation++
      hasFailed = false
    },
    dropPackets: () => void generation++,
    forwardTo(other) {
      postgres = addressOf(other)
    },
  }
}
