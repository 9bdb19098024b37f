import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConnectionTimeoutError, createClient, SocketClosedUnexpectedlyError } from '@redis/client'
import { type Cache, CacheError, type Rule, type Subject, type Use, type Verdict } from './index.ts'
import { MemoryCache } from './memory.ts'

/** How long a request waits for Redis before this process decides. */
const ANSWER_MS = 100
/** The connection is closed after this time without a prompt answer. */
const LATE_MS = 1000
const CONNECT_MS = 1000
/** Interval of connection attempts, plus a jitter of up to half, so that servers do not reconnect all at once. */
const RETRY_MS = 1000

const script = readFileSync(new URL('count.lua', import.meta.url), 'utf8')
const scriptSha1 = createHash('sha1').update(script).digest('hex')

const newClient = (url: string) =>
  createClient({
    url,
    name: 'medina-care',
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // Reconnection is handled here, so that there is one state and not two.
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 }, // none: the driver's timeout ends when a command is sent, not when it is answered
  })

type Client = ReturnType<typeof newClient>
type Log = { warn(about: object, message: string): void }

/**
 * Counts in Redis or Valkey, for all servers of an installation. While Redis is unavailable or slow, this process counts.
 * After one late answer, requests do not wait for Redis until an answer is prompt again. Uses are still sent, so that a short
 * delay loses no count. After a second without a prompt answer the connection is closed; reconnection is tried every second.
 */
export class RedisCache implements Cache {
  #url: string
  #log: Log
  /**
   * This server's own admissions, and the subjects that Redis refuses. Always recorded, so that this process can take
   * over in the middle of a minute, and Redis may lose its data.
   */
  #own = new MemoryCache()
  #client: Client | undefined
  /** Closes the connection after late answers; undefined while answers are prompt. */
  #late: NodeJS.Timeout | undefined
  /** Why there is no client. */
  #unavailable: CacheError | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  private constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  /** Connects once; on failure it continues without Redis and keeps trying. */
  static async open(url: string, log: Log): Promise<RedisCache> {
    const cache = new RedisCache(url, log)
    await cache.#connect()
    return cache
  }

  count(subject: Subject, rule: Rule, use: Use): Verdict | Promise<Verdict> {
    const client = this.#client
    if (!client) return this.#own.count(subject, rule, use)
    const answer = this.#inTime(client, runCount(client, subject, rule, use))
    if (this.#late) {
      answer.then(
        (shared) => this.#own.applyVerdict(subject, rule, use, shared),
        () => {}, // noted by #inTime
      )
      return this.#own.count(subject, rule, use)
    }
    return answer.then(
      (shared) => this.#judge(shared, subject, rule, use),
      () => this.#own.count(subject, rule, use),
    )
  }

  #judge(shared: Verdict, subject: Subject, rule: Rule, use: Use): Verdict {
    this.#own.applyVerdict(subject, rule, use, shared)
    if (!shared.admitted) return shared
    // One server's admissions never exceed all servers' admissions, so this refuses only if Redis has lost data.
    const own = this.#own.count(subject, rule, use)
    return own.admitted ? shared : own
  }

  async ping(): Promise<void> {
    const client = this.#client
    if (!client) throw this.#unavailable ?? new CacheError('service_unavailable')
    try {
      await this.#inTime(client, probe(client))
    } catch (error) {
      throw asCacheError(error)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#late)
    this.#client?.destroy()
    this.#client = undefined
    await this.#own.close()
  }

  async #connect(): Promise<void> {
    const client = newClient(this.#url)
    client.on('error', (error) => this.#lose(client, error))
    try {
      await inTime(CONNECT_MS, client.connect())
      await inTime(ANSWER_MS, probe(client))
    } catch (error) {
      client.destroy()
      this.#noteUnavailable(error)
      return
    }
    if (this.#closed) return client.destroy()
    this.#client = client
    if (this.#unavailable) this.#log.warn({}, 'the cache is available again; the servers count requests together')
    this.#unavailable = undefined
  }

  /** Awaits an answer; a late one or an error updates the state of the connection. */
  #inTime<T>(client: Client, answer: Promise<T>): Promise<T> {
    return inTime(ANSWER_MS, answer).then(
      (value) => {
        this.#notePrompt(client)
        return value
      },
      (error) => {
        if (error instanceof TooLate) this.#noteLate(client)
        else this.#lose(client, error)
        throw error
      },
    )
  }

  #notePrompt(client: Client): void {
    if (!this.#late || client !== this.#client) return
    clearTimeout(this.#late)
    this.#late = undefined
  }

  #noteLate(client: Client): void {
    if (this.#late || client !== this.#client) return
    // Probes once more first, because there may have been no request since.
    this.#late = setTimeout(() => {
      inTime(ANSWER_MS, probe(client)).then(
        () => this.#notePrompt(client),
        (error) => this.#lose(client, error),
      )
    }, LATE_MS).unref()
  }

  /** Destroys the connection; pending answers reject. */
  #lose(client: Client, error: unknown): void {
    if (client !== this.#client) return
    this.#client = undefined
    clearTimeout(this.#late)
    this.#late = undefined
    client.destroy()
    this.#noteUnavailable(error)
  }

  #noteUnavailable(error: unknown): void {
    if (this.#closed) return
    if (!this.#unavailable)
      this.#log.warn({ err: error }, 'the cache is unavailable; each server counts requests by itself')
    this.#unavailable = asCacheError(error)
    this.#retry = setTimeout(() => this.#connect(), RETRY_MS * (1 + Math.random() / 2)).unref()
  }
}

/** The braces are a Redis hash tag, which keeps all keys of one subject on one node of a cluster. */
const keyOf = ({ kind, name }: Subject) => `medina:count:{${kind}/${name}}`

async function runCount(client: Client, subject: Subject, rule: Rule, { nowMs, counts }: Use): Promise<Verdict> {
  const { perMinute, perDay, burstTo, burstMs } = rule
  const perDayOrNone = perDay === Number.POSITIVE_INFINITY ? -1 : perDay
  const numbers = [nowMs, counts ? 1 : 0, perMinute, perDayOrNone, burstTo, burstMs]
  const [admitted, remaining, resetSec, retryAfterSec] = await runScript(client, keyOf(subject), numbers.map(String))
  return { admitted: admitted === 1, limit: perMinute, remaining, resetSec, retryAfterSec }
}

type Numbers = [admitted: number, remaining: number, resetSec: number, retryAfterSec: number]

async function runScript(client: Client, key: string, values: string[]): Promise<Numbers> {
  try {
    return await client.sendCommand<Numbers>(['EVALSHA', scriptSha1, '1', key, ...values])
  } catch (error) {
    // A restarted Redis does not have the script; EVAL loads it.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand<Numbers>(['EVAL', script, '1', key, ...values])
  }
}

/** Counts a use: a Redis that answers PING may refuse to write (out of memory, a replica, a full disk). */
async function probe(client: Client): Promise<void> {
  const rule = { perMinute: Number.MAX_SAFE_INTEGER, perDay: Number.POSITIVE_INFINITY, burstTo: 0, burstMs: 0 }
  const subject: Subject = { kind: 'address', name: 'health' }
  const { admitted } = await runCount(client, subject, rule, { nowMs: Date.now(), counts: true })
  if (!admitted) throw new CacheError('service_unavailable')
}

class TooLate extends Error {
  override name = 'TooLate'
  constructor(ms: number) {
    super(`No answer within ${ms} ms.`)
  }
}

/** Rejects after a timeout; a later answer is ignored. */
function inTime<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // If this process was blocked, the answer may have arrived but not been read yet: read it first.
    const timer = setTimeout(() => setImmediate(() => reject(new TooLate(ms))), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function asCacheError(error: unknown): CacheError {
  if (error instanceof CacheError) return error
  return new CacheError(codeOf(error), { cause: error })
}

function codeOf(error: unknown): CacheError['code'] {
  if (error instanceof TooLate || error instanceof ConnectionTimeoutError) return 'timeout'
  if (error instanceof SocketClosedUnexpectedlyError) return 'connection_refused'
  if (!(error instanceof Error)) return 'service_unavailable'
  if (/^(NOAUTH|WRONGPASS|NOPERM)\b/.test(error.message)) return 'auth_failed'
  const { code } = error as NodeJS.ErrnoException // set on system errors
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE'
    ? 'connection_refused'
    : 'service_unavailable'
}
