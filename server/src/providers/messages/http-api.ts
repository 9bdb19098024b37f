import { Readable } from 'node:stream'
import { Pool } from 'undici'
import { MessageProviderError, MessageRefused } from './index.ts'

/** An unused connection is closed before most servers would close it: what is sent into a closing one is in doubt. */
const IDLE_MS = 2000
const IDLE_AT_MOST_MS = 10_000
const CONNECT_MS = 10_000

/** Answers are short; of one that is not, no more than this is read. */
const READ_BYTES = 64 * 1024

/** The longest wait that a provider may ask for. */
const WAIT_AT_MOST_SEC = 24 * 3600

/** `json` is undefined where the answer is none, or was not read to its end. */
export type Answer = { status: number; retryAfterSec: number | undefined; json: unknown }

export type Question = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** A provider's HTTP interface. Redirects are answers like any other: credentials go to no other place. */
export class HttpApi {
  readonly #path: string
  readonly #pool: Pool

  /** @param base what every path begins with */
  constructor(base: string) {
    const { origin, pathname } = new URL(base)
    this.#path = pathname.replace(/\/$/, '')
    this.#pool = new Pool(origin, {
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_AT_MOST_MS,
      connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
      // One deadline covers everything, and it is the caller's.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** @throws {MessageProviderError} where no answer came; in doubt once a body has begun to leave */
  async ask({ method, path, headers, body }: Question, signal: AbortSignal): Promise<Answer> {
    let left = false
    // Asked for when there is a connection to write it to, and not before.
    const leaving = function* (text: string) {
      left = true
      yield Buffer.from(text)
    }
    try {
      const response = await this.#pool.request({
        method,
        path: this.#path + path,
        headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        body: body === undefined ? null : Readable.from(leaving(body)),
        signal,
      })
      const retryAfterSec = waitOf(response.headers['retry-after'])
      return { status: response.statusCode, retryAfterSec, json: await read(response.body) }
    } catch (cause) {
      throw new MessageProviderError(codeOf(cause, left, signal), { inDoubt: left, cause })
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}

type Word = MessageRefused['code'] | MessageProviderError['code']

/** What the codes of a provider's errors mean. */
export const meanings = (codes: Partial<Record<Word, number[]>>): Map<number, Word> =>
  new Map(Object.entries(codes).flatMap(([word, numbers]) => numbers.map((number) => [number, word as Word])))

/**
 * What an answer means that is no success, by its status where nothing more is known. A provider that says it failed has
 * not taken the message; a gateway in front of it does not know, nor does whoever answers nonsense.
 * @param word what its code means
 */
export function failureOf(answer: Answer, word?: Word): MessageRefused | MessageProviderError {
  const { status, retryAfterSec, json } = answer
  const cause = new Error(`It answered ${status}.`)
  const said = word ?? wordOf(answer)
  if (said === 'invalid_recipient' || said === 'blocked' || said === 'rejected')
    return new MessageRefused(said, { cause })
  const nonsense = status < 300 || (status !== 503 && status >= 500 && json === undefined)
  const inDoubt = word === undefined && (nonsense || status === 502 || status === 504)
  return new MessageProviderError(said, { cause, inDoubt, ...(retryAfterSec !== undefined && { retryAfterSec }) })
}

function wordOf({ status, json }: Answer): Word {
  if (status === 401 || status === 403) return 'auth_failed'
  if (status === 429) return 'rate_limited'
  return status >= 400 && status < 500 && json !== undefined ? 'rejected' : 'service_unavailable'
}

function codeOf(cause: unknown, left: boolean, signal: AbortSignal): MessageProviderError['code'] {
  const { code } = cause as NodeJS.ErrnoException // what undici and the system throw
  if (signal.aborted || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout'
  return left ? 'service_unavailable' : 'connection_refused'
}

async function read(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > READ_BYTES) return undefined // leaving ends the stream
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
