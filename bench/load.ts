import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The result of a run of requests. Latencies in ms. */
export type LoadResult = { count: number; perSec: number; p50: number; p99: number; statuses: Record<number, number> }

/** Creates each request, so that bodies can differ. */
type MakeRequest = () => string

export function httpRequest(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** A keep-alive connection over a plain socket, for one request at a time: cheap, since it shares the machine with the server. */
class Connection {
  readonly #socket: Socket
  #received = ''
  #answered: PromiseWithResolvers<number> | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#read(chunk))
    socket.on('error', (error) => this.#answered?.reject(error))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Connection(socket)
  }

  /** @returns the status */
  send(request: string): Promise<number> {
    this.#answered = Promise.withResolvers()
    this.#socket.write(request)
    return this.#answered.promise
  }

  close(): void {
    this.#socket.end()
  }

  #read(chunk: string): void {
    this.#received += chunk
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    if (!isComplete(this.#received, head + 4)) return
    const status = Number(this.#received.slice(9, 12))
    this.#received = ''
    this.#answered?.resolve(status)
  }
}

/** Sends `connections` concurrent requests for `forMs`. */
export async function load(port: number, make: MakeRequest, connections: number, forMs: number): Promise<LoadResult> {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const startedAt = performance.now()
  const until = startedAt + forMs
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await Connection.open(port)
      for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
        const status = await connection.send(make())
        latencies.push(performance.now() - sentAt)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
      connection.close()
    }),
  )
  return { ...summary(latencies, performance.now() - startedAt), statuses }
}

/** The statuses and latencies of requests at a steady rate. */
export type Steady = { latencies: number[]; statuses: Record<number, number> }

/**
 * Sends `perSec` requests a second for `forMs`, without waiting for answers. A latency counts from the time at which its
 * request was due, so that a late client or server shows in each.
 */
export async function steadily(port: number, make: MakeRequest, perSec: number, forMs: number): Promise<Steady> {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const idle: Connection[] = []
  const sent: Promise<void>[] = []
  const startedAt = performance.now()
  const send = async (dueAt: number) => {
    const connection = idle.pop() ?? (await Connection.open(port))
    const status = await connection.send(make())
    latencies.push(performance.now() - dueAt)
    statuses[status] = (statuses[status] ?? 0) + 1
    idle.push(connection)
  }
  for (let n = 0; n < (perSec * forMs) / 1000; n++) {
    const dueAt = startedAt + (n * 1000) / perSec
    const early = dueAt - performance.now()
    if (early > 0) await pause(early)
    sent.push(send(dueAt))
  }
  await Promise.all(sent)
  for (const connection of idle) connection.close()
  return { latencies, statuses }
}

/** Calls `work` repeatedly in `workers` loops for `forMs`. */
export async function loop(
  work: (worker: number) => Promise<void>,
  workers: number,
  forMs: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const until = startedAt + forMs
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let from = performance.now(); from < until; from = performance.now()) {
        await work(worker)
        latencies.push(performance.now() - from)
      }
    }),
  )
  return { ...summary(latencies, performance.now() - startedAt), statuses: {} }
}

function summary(latencies: number[], ms: number): Omit<LoadResult, 'statuses'> {
  const sorted = latencies.sort((a, b) => a - b)
  return {
    count: sorted.length,
    perSec: (sorted.length / ms) * 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}

/** A percentile of values in ascending order. */
export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Whether a response whose body begins at `start` has arrived. */
function isComplete(received: string, start: number): boolean {
  const head = received.slice(0, start)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return received.length >= start + Number(length)
  return !/^transfer-encoding: chunked/im.test(head) || received.endsWith('0\r\n\r\n')
}
