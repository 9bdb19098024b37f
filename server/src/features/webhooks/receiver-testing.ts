import { createServer, type Server as HttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { after } from 'node:test'
import { hexSignature, standardSignature } from '../../lib/signature.ts'
import { eventually } from '../../testing/eventually.ts'

/** A request as a receiver got it. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer; at: number; event: EventBody }
type EventBody = { event: string; id: string; createdAt: string; data: Record<string, unknown> }
export type Answering = (response: ServerResponse, request: Received) => void

/** A subscriber's server. It answers 200 until it is told otherwise. */
export type Receiver = {
  url: string
  received: Received[]
  server: Server
  answer: Answering
  /** The first `count` requests to a path, once they are there. */
  waitFor(count: number, path?: string): Promise<Received[]>
  of(path: string): Received[]
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
    const got = { path: request.url!, headers: request.headers, body, at: Date.now(), event }
    receiver.received.push(got)
    receiver.answer(response, got)
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  const of = (path: string) => receiver.received.filter((request) => request.path === path)
  const receiver: Receiver = {
    url,
    received: [],
    server,
    answer: ok,
    of,
    async waitFor(count, path) {
      const all = () => (path === undefined ? receiver.received : of(path))
      await eventually(() => all().length >= count, `${count} requests, got ${all().length}`)
      return all().slice(0, count)
    },
  }
  return receiver
}

/** Starts listening on loopback, and ends after the tests. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections()
  })
  return (server.address() as AddressInfo).port // listens on TCP
}

/** Whether a request is signed in both ways, as a subscriber would check it. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const standard = standardSignature(secret, String(headers['webhook-id']), Number(headers['webhook-timestamp']), body)
  const fresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300
  return fresh && headers['x-mc-signature'] === hexSignature(secret, body) && headers['webhook-signature'] === standard
}
