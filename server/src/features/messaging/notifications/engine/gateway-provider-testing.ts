import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import {
  type Callback,
  type MessageProvider,
  MessageProviderError,
  MessageRefused,
  type Outgoing,
  type Received,
} from '../../../../messages/providers/index.ts'

/** A message that arrived at the gateway. */
export type Arrival = Pick<Outgoing, 'messageId' | 'channel' | 'to' | 'language' | 'subject' | 'text'> & {
  /** The path of the request, which identifies the sender. */
  path: string
}
export type Answering = (response: ServerResponse, arrival: Arrival) => void

/** Accepts the message. */
export const ok: Answering = (response, { messageId, channel }) =>
  response.end(JSON.stringify({ id: `gw_${messageId}_${channel}` }))
/** Answers with another status and headers. */
export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end()
/** Leaves the request unanswered until `triggerTimeouts`. */
export const hang: Answering = () => {}
/** Resets the connection. */
export const reset: Answering = (response) => response.socket?.resetAndDestroy()

/** Unanswered requests. */
const waiting = new Set<AbortController>()

/** Times out the unanswered requests at once. Their real deadline is long, so that a stall of the machine does not trigger it. */
export function triggerTimeouts(): void {
  for (const request of waiting) request.abort(new DOMException('Deadline exceeded.', 'TimeoutError'))
}

/** A gateway that accepts messages over HTTP, records them and answers as configured. */
export async function startGateway() {
  const arrivals: Arrival[] = []
  const gateway = {
    url: '',
    arrivals,
    answer: ok,
    /** Overrides `answer` for a channel. */
    answers: {} as Partial<Record<Arrival['channel'], Answering>>,
    /** Whether lookups stay unanswered. */
    silent: false,
    arrivalsOf: (messageId: string) => arrivals.filter((arrival) => arrival.messageId === messageId),
    channelsOf: (messageId: string) => gateway.arrivalsOf(messageId).map(({ channel }) => channel),
  }
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return found(request, response)
    const arrival: Arrival = { ...JSON.parse(await textOf(request)), path: request.url! }
    arrivals.push(arrival)
    ;(gateway.answers[arrival.channel] ?? gateway.answer)(response, arrival)
  })
  const found = (request: IncomingMessage, response: ServerResponse) => {
    if (gateway.silent) return
    const arrival = gateway.arrivalsOf(request.url!.split('/').at(-1)!).at(-1)
    if (arrival) ok(response, arrival)
    else response.writeHead(404).end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return gateway
}

/** A URL on which no server listens. */
export async function unreachableUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `http://127.0.0.1:${port}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export const SECRET = 'secret of the gateway'

/** A message provider that sends by the gateway of a test. */
export class GatewayMessages implements MessageProvider {
  readonly name = 'gateway'
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async send({ messageId, channel, to, language, subject, text }: Outgoing, signal: AbortSignal) {
    const body = JSON.stringify({ messageId, channel, to, language, subject, text })
    const response = await this.#ask({ method: 'POST', body }, '', signal)
    if (response.ok) return { providerMessageId: ((await response.json()) as { id: string }).id }
    if (response.status === 422) throw new MessageRefused('invalid_recipient')
    const retryAfter = response.headers.get('retry-after')
    if (response.status === 429)
      throw new MessageProviderError('rate_limited', retryAfter ? { retryAfterSec: Number(retryAfter) } : {})
    throw new MessageProviderError('service_unavailable')
  }

  receive({ headers, body }: Callback): Received | undefined {
    return headers['x-gateway-secret'] === SECRET ? JSON.parse(body.toString()) : undefined
  }

  async close(): Promise<void> {}

  async #ask(init: RequestInit, path: string, signal: AbortSignal): Promise<Response> {
    const timeout = new AbortController()
    waiting.add(timeout)
    try {
      return await fetch(`${this.#url}/${path}`, { ...init, signal: AbortSignal.any([signal, timeout.signal]) })
    } catch (cause) {
      const { code } = (cause as { cause?: { code?: string } }).cause ?? {}
      if (code === 'ECONNREFUSED') throw new MessageProviderError('connection_refused', { cause })
      throw new MessageProviderError('timeout', { cause, inDoubt: true })
    } finally {
      waiting.delete(timeout)
    }
  }

  protected async found(messageId: string, signal: AbortSignal) {
    const response = await this.#ask({ method: 'GET' }, messageId, signal)
    return response.ok ? { providerMessageId: ((await response.json()) as { id: string }).id } : undefined
  }
}

/** A provider whose gateway supports lookups. */
export class AskableGateway extends GatewayMessages {
  lookUp({ messageId }: Outgoing, signal: AbortSignal) {
    return this.found(messageId, signal)
  }
}
