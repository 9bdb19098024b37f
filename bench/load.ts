import { connect, type Socket } from 'node:net'

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

/**
 * Sends `connections` concurrent requests for `forMs` over plain sockets: a cheap client, since it shares the machine with
 * the server.
 */
export async function load(port: number, make: MakeRequest, connections: number, forMs: number): Promise<LoadResult> {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const startedAt = performance.now()
  const until = startedAt + forMs
  await Promise.all(
    Array.from({ length: connections }, () =>
      exchange(port, make, until, (status, ms) => {
        latencies.push(ms)
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    ),
  )
  return { ...summary(latencies, performance.now() - startedAt), statuses }
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

function exchange(
  port: number,
  make: MakeRequest,
  until: number,
  done: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let received = ''
    let sentAt = 0
    const next = () => {
      if (performance.now() >= until) return socket.end()
      sentAt = performance.now()
      socket.write(make())
    }
    socket.setEncoding('latin1')
    socket.on('connect', next)
    socket.on('data', (chunk: string) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      if (!isComplete(received, head + 4)) return
      done(Number(received.slice(9, 12)), performance.now() - sentAt)
      received = ''
      next()
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

/** Whether a response whose body begins at `start` has arrived. */
function isComplete(received: string, start: number): boolean {
  const head = received.slice(0, start)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return received.length >= start + Number(length)
  return !/^transfer-encoding: chunked/im.test(head) || received.endsWith('0\r\n\r\n')
}
