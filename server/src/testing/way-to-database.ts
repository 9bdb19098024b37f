import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** A proxy to PostgreSQL for one test, which can fail without affecting other connections. */
export type Way = {
  /** The database URL through the proxy. */
  url: string
  /**
   * Fails for good: frozen, nothing is forwarded any more; gone, connections are closed and refused.
   * @param at fails when this text is sent, which is not forwarded; by default at once
   */
  lose(how: 'frozen' | 'gone', at?: string): void
  isLost(): boolean
  /** After it was frozen: new connections work again, the existing ones stay silent. */
  restore(): void
  /** Drops all packets of the existing connections, also those that close them. New connections work. */
  forget(): void
}

export async function startWay(databaseUrl: string): Promise<Way> {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  let isLost = false
  let loseAt: { how: 'frozen' | 'gone'; what: string } | undefined

  let generation = 0
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const own = generation
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}) // expected when it fails
      from.on('end', () => own === generation && to.end())
      from.on('close', () => own === generation && to.destroy())
      from.on('data', (bytes) => {
        if (from === near && loseAt && bytes.includes(loseAt.what)) lose(loseAt.how)
        if (!isLost && own === generation) to.write(bytes)
      })
    }
  })
  const end = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const lose = (how: 'frozen' | 'gone') => {
    isLost = true
    if (how === 'gone') end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(end)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port) // TCP
  return {
    url: url.href,
    lose(how, at) {
      if (at === undefined) lose(how)
      else loseAt = { how, what: at }
    },
    isLost: () => isLost,
    restore() {
      generation++
      isLost = false
    },
    forget: () => void generation++,
  }
}
