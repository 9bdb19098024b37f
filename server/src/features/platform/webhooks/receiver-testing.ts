import { createServer, type Server as HttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { after } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { hexSignature, standardSignature } from '../../../lib/signature.ts'

/** A request that a receiver got. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer; at: number; event: EventBody }
type EventBody = { event: string; id: string; createdAt: string; data: Record<string, unknown> }
export type Answering = (response: ServerResponse, request: Received) => void

/** A subscriber's server. It answers 200 unless `answer` is replaced. */
export type Receiver = {
  url: string
  received: Received[]
  server: Server
  answer: Answering
  /** Waits for the first `count` requests to a path. */
  waitFor(count: number, path?: string): Promise<Received[]>
  requestsTo(path: string): Received[]
}

export const ok: Answering = (response) => response.end()
export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end('no')

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const event = body.length > 0 ? JSON.parse(body.toString()) : undefined
    const received = { path: request.url!, headers: request.headers, body, at: Date.now(), event }
    receiver.received.push(received)
    receiver.answer(response, received)
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  const requestsTo = (path: string) => receiver.received.filter((request) => request.path === path)
  const receiver: Receiver = {
    url,
    received: [],
    server,
    answer: ok,
    requestsTo,
    async waitFor(count, path) {
      const all = () => (path === undefined ? receiver.received : requestsTo(path))
      await eventually(() => all().length >= count, `${count} requests, got ${all().length}`)
      return all().slice(0, count)
    },
  }
  return receiver
}

/** Listens on loopback until the tests end. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections()
  })
  return (server.address() as AddressInfo).port // listens on TCP
}

/** Checks both signatures of a request as a subscriber would. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const standard = standardSignature(secret, String(headers['webhook-id']), Number(headers['webhook-timestamp']), body)
  const fresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300
  return fresh && headers['x-mc-signature'] === hexSignature(secret, body) && headers['webhook-signature'] === standard
}
