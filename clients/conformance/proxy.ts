import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The treatment of a request: it passes, or fails like in a network or server. */
export type Fault =
  | 'pass'
  /** The connection breaks before the platform gets the request. */
  | 'reset-before-request'
  /** The platform processes the request, and the response is lost. */
  | 'reset-after-request'
  /** There is no response. */
  | 'hang'
  /** The response breaks off after half of its bytes. */
  | 'truncate'
  /** The proxy responds instead of the platform. */
  | { status: number; retryAfter?: number; asDate?: boolean }
  /** An HTML page, like that of another proxy. */
  | { status: number; html: string }

/** A received request. */
export type SeenRequest = {
  method: string
  path: string
  key: string | undefined
  authorization: string | undefined
  userAgent: string
  at: number
}

/** The faults of the next requests, in order. Later requests pass. */
export type Script = {
  calls?: Fault[]
  tokens?: Fault[]
  /** `act` runs before the request with the number `before` is forwarded. */
  meanwhile?: { before: number; act: () => Promise<unknown> } | undefined
  /** Replaces the access token of calls. */
  token?: string | undefined
}

/** A proxy to the platform that causes faults. Requests for tokens have a separate script. */
export type FaultyPlatform = {
  url: string
  /** Sets the treatment of the next requests. */
  script(script: Script): void
  /** The requests since the script was set. */
  seen: { calls: SeenRequest[]; tokens: SeenRequest[] }
  /** The body of the platform's last response. */
  answered: Buffer
  close(): Promise<void>
}

/** A `Retry-After` in seconds, or as the date of the next whole second. */
const retryAfterIn = (sec: number, asDate = false): string =>
  asDate ? new Date(Math.ceil(Date.now() / 1000 + sec) * 1000).toUTCString() : String(sec)

export async function startProxy(target: string): Promise<FaultyPlatform> {
  let scripted: Script = {}
  const proxy: Pick<FaultyPlatform, 'seen' | 'answered'> = { seen: { calls: [], tokens: [] }, answered: Buffer.of() }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now()
    const body = Buffer.concat(await Array.fromAsync(request))
    const { method = '', url = '', headers } = request
    const kind = url === '/api/auth/token' ? 'tokens' : 'calls'
    proxy.seen[kind].push({
      method,
      path: url,
      key: headers['idempotency-key'] as string | undefined,
      authorization: headers.authorization,
      userAgent: headers['user-agent'] ?? '',
      at,
    })
    const { meanwhile, token } = scripted
    if (kind === 'calls' && proxy.seen.calls.length === meanwhile?.before) await meanwhile.act()
    if (token !== undefined && headers.authorization !== undefined) headers.authorization = `Bearer ${token}`
    const fault = scripted[kind]?.shift() ?? 'pass'
    if (fault === 'hang') return
    if (fault === 'reset-before-request') return void request.socket.resetAndDestroy()
    if (typeof fault === 'object' && 'html' in fault) {
      response.writeHead(fault.status, { 'content-type': 'text/html' })
      return void response.end(fault.html)
    }
    if (typeof fault === 'object') {
      const retryAfter =
        fault.retryAfter === undefined ? {} : { 'retry-after': retryAfterIn(fault.retryAfter, fault.asDate) }
      response.writeHead(fault.status, { 'content-type': 'application/json', ...retryAfter })
      return void response.end(JSON.stringify({ error: { code: 'SCRIPTED', message: `Scripted ${fault.status}.` } }))
    }
    const sent = forward(
      `${target}${url}`,
      { method, headers: { ...headers, host: new URL(target).host } },
      async (answer) => {
        const bytes = Buffer.concat(await Array.fromAsync(answer))
        proxy.answered = bytes
        if (fault === 'reset-after-request') return request.socket.resetAndDestroy()
        response.writeHead(answer.statusCode!, { ...answer.headers, 'content-length': bytes.length })
        if (fault === 'pass') return response.end(bytes)
        response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
      },
    )
    sent.on('error', () => request.socket.destroy())
    sent.end(body)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script({ calls = [], tokens = [], ...rest }: Script) {
      scripted = { calls: [...calls], tokens: [...tokens], ...rest }
      proxy.seen = { calls: [], tokens: [] }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  })
}
