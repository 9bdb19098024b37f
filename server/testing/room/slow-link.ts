import { createSocket, type Socket } from 'node:dgram'
import type { Conditions } from './slow-network.ts'

/**
 * Forwards UDP between clients and a server as a slow network does, in each direction: delay, a limited rate with a queue, and
 * random loss. A program, because it runs inside a private network: `node slow-link.ts HOST SERVER_PORT`. It sends its port to the
 * parent process, which sends the conditions.
 */
const [host, serverPort] = process.argv.slice(2) as [string, string]

/** Packets that would wait longer than this are dropped, as in the buffer of a router. */
const MAX_QUEUE_MS = 600

let conditions: Conditions = { delayMs: 0, bitsPerSecond: Number.POSITIVE_INFINITY, loss: 0 }

/** One direction of the link. */
function direction(): (bytes: number, deliver: () => void) => void {
  let freeAt = 0
  return (bytes, deliver) => {
    const { delayMs, bitsPerSecond, loss } = conditions
    const now = performance.now()
    const begins = Math.max(now, freeAt)
    if (Math.random() < loss || begins - now > MAX_QUEUE_MS) return
    freeAt = begins + (bytes * 8 * 1000) / bitsPerSecond
    setTimeout(deliver, freeAt - now + delayMs)
  }
}

const [up, down] = [direction(), direction()]
const front = createSocket('udp4')
/** Each client has a socket of its own, so that the server tells them apart. */
const clients = new Map<string, Socket>()

front.on('message', (message, { address, port }) => {
  const client = clients.getOrInsertComputed(`${address}:${port}`, () => {
    const socket = createSocket('udp4')
    socket.on('message', (answer) => down(answer.length, () => front.send(answer, port, address)))
    return socket
  })
  up(message.length, () => client.send(message, Number(serverPort), host))
})
front.bind(0, host, () => process.send?.(front.address().port))
process.on('message', (changed: Conditions) => {
  conditions = changed
})
process.on('disconnect', () => process.exit())
