import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to one request: it passes, or fails in a way that a network or a server can. */
export type Fault =
  | 'pass'
  /** The connection breaks before the platform gets the request. */
  | 'reset-before-request'
  /** The platform did it, and its answer is lost. */
  | 'reset-after-request'
  /** No answer ever. */
  | 'hang'
  /** The answer breaks off after half of its bytes. */
  | 'truncate'
  /** Answered instead of the platform. */
  | { status: number; retryAfter?: number; asDate?: boolean }
  /** A page of another server, such as that of a proxy. */
  | { status: number; html: string }

/** A request as it arrived. */
export type Seen = {
  method: string
  path: string
  key: string | undefined
  authorization: string | undefined
  userAgent: string
  at: number
}

/** Faults of the next requests, in turn; afterwards they pass. */
export type Script = {
  calls?: Fault[]
  tokens?: Fault[]
  /** Done before the request of that number is passed on. */
  meanwhile?: { before: number; act: () => Promise<unknown> } | undefined
  /** Calls are made with this access token instead of the client's. */
  token?: string | undefined
}

/** A platform behind faults. Requests for tokens have a script of their own. */
export type FaultyPlatform = {
  url: string
  /** Sets what happens to the next requests. */
  script(script: Script): void
  /** The requests since the script was set. */
  seen: { calls: Seen[]; tokens: Seen[] }
  /** The body of the last answer of the platform. */
  answered: Buffer
  close(): Promise<void>
}

/** In seconds, or as the date of the first whole second after them. */
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
