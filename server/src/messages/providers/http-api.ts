import { Readable } from 'node:stream'
import { Pool } from 'undici'
import { MessageProviderError, MessageRefused } from './index.ts'

/** Shorter than most servers' keep-alive timeout: a request sent into a closing connection is in doubt. */
const IDLE_MS = 2000
const IDLE_AT_MOST_MS = 10_000
const CONNECT_MS = 10_000

/** Answers are short. Only this much of a longer answer is read. */
const READ_BYTES = 64 * 1024

/** The maximum for a provider's Retry-After. */
const WAIT_AT_MOST_SEC = 24 * 3600

/** `json` is undefined for an answer that is not JSON, or was not read to its end. */
export type Answer = { status: number; retryAfterSec: number | undefined; json: unknown }

export type ApiRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** A client of a provider's HTTP API. It does not follow redirects, which would send credentials elsewhere. */
export class HttpApi {
  readonly #path: string
  readonly #pool: Pool

  /** @param base the prefix of every path */
  constructor(base: string) {
    const { origin, pathname } = new URL(base)
    this.#path = pathname.replace(/\/$/, '')
    this.#pool = new Pool(origin, {
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_AT_MOST_MS,
      connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
      // The caller's deadline covers everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** @throws {MessageProviderError} if there is no answer; in doubt if sending the body had begun */
  async request({ method, path, headers, body }: ApiRequest, signal: AbortSignal): Promise<Answer> {
    let wasSent = false
    // The stream is read only once there is a connection to write to.
    const bodyStream = function* (text: string) {
      wasSent = true
      yield Buffer.from(text)
    }
    try {
      const response = await this.#pool.request({
        method,
        path: this.#path + path,
        headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        body: body === undefined ? null : Readable.from(bodyStream(body)),
        signal,
      })
      const retryAfterSec = waitOf(response.headers['retry-after'])
      return { status: response.statusCode, retryAfterSec, json: await read(response.body) }
    } catch (cause) {
      throw new MessageProviderError(codeOf(cause, wasSent, signal), { inDoubt: wasSent, cause })
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}

type Code = MessageRefused['code'] | MessageProviderError['code']

/** Maps a provider's error numbers to codes. */
export const codesByNumber = (codes: Partial<Record<Code, number[]>>): Map<number, Code> =>
  new Map(Object.entries(codes).flatMap(([code, numbers]) => numbers.map((number) => [number, code as Code])))

/**
 * Maps an unsuccessful answer to an error, by the provider's code or else by the status. If the provider reports a failure, it
 * has not taken the message. After an error of a gateway, or an answer that makes no sense, the outcome is unknown.
 * @param known the meaning of the provider's code
 */
export function failureOf(answer: Answer, known?: Code): MessageRefused | MessageProviderError {
  const { status, retryAfterSec, json } = answer
  const cause = new Error(`It answered ${status}.`)
  const code = known ?? codeByStatus(answer)
  if (code === 'invalid_recipient' || code === 'blocked' || code === 'rejected')
    return new MessageRefused(code, { cause })
  const nonsense = status < 300 || (status !== 503 && status >= 500 && json === undefined)
  const inDoubt = known === undefined && (nonsense || status === 502 || status === 504)
  return new MessageProviderError(code, { cause, inDoubt, ...(retryAfterSec !== undefined && { retryAfterSec }) })
}

function codeByStatus({ status, json }: Answer): Code {
  if (status === 401 || status === 403) return 'auth_failed'
  if (status === 429) return 'rate_limited'
  return status >= 400 && status < 500 && json !== undefined ? 'rejected' : 'service_unavailable'
}

function codeOf(cause: unknown, wasSent: boolean, signal: AbortSignal): MessageProviderError['code'] {
  const { code } = cause as NodeJS.ErrnoException // undici and the system set it
  if (signal.aborted || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout'
  return wasSent ? 'service_unavailable' : 'connection_refused'
}

async function read(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > READ_BYTES) return undefined // returning ends the stream
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function waitOf(given: string | string[] | undefined): number | undefined {
  if (typeof given !== 'string') return undefined
  const sec = /^\d{1,9}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000)
  return Number.isNaN(sec) ? undefined : Math.min(Math.max(sec, 0), WAIT_AT_MOST_SEC)
}
