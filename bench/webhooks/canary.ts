import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

export type Canary = { port: number; reached(): number; close(): Promise<void> }

/**
 * Listens on every address of this machine except one, and counts connections.
 * @throws {Error} if a connection to one of them is not counted
 */
export async function startCanary(port: number, except: string): Promise<Canary> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((own) => own ?? [])
    .filter(({ address, scopeid }) => address !== except && !scopeid) // link-local addresses need an interface name
    .map(({ address }) => address)
  let reached = 0
  const servers = new Set([...addresses, '127.0.0.1', '::1']).values().map((host) => {
    const server = createServer((socket) => {
      reached++
      socket.on('error', () => {})
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret')
    })
    return { host, server: server.listen(port, host) }
  })
  const listening = await Promise.all(
    servers.toArray().map(async (one) => {
      await once(one.server, 'listening')
      return one
    }),
  )
  for (const { host } of listening) {
    const before = reached
    await once(connect(port, host).resume(), 'close')
    if (reached !== before + 1) throw new Error(`Connections to ${host} are not counted.`)
  }
  reached = 0
  return {
    port,
    reached: () => reached,
    async close() {
      for (const { server } of listening) server.close()
      await Promise.all(listening.map(({ server }) => once(server, 'close')))
    },
  }
}
