import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConnectionTimeoutError, createClient, SocketClosedUnexpectedlyError } from '@redis/client'
import { type Cache, CacheError, type Rule, type Subject, type Use, type Verdict } from './index.ts'
import { MemoryCache } from './memory.ts'

/** How long a request waits for Redis before this process judges by itself. */
const PATIENCE_MS = 100
/** For so long answers may be late before the connection is given up. */
const LATE_MS = 1000
const CONNECT_MS = 1000
/** Between two tries to reach it again; up to half as long again, so that servers do not come all at once. */
const RETRY_MS = 1000

const script = readFileSync(new URL('count.lua', import.meta.url), 'utf8')
const scriptSha1 = createHash('sha1').update(script).digest('hex')

const newClient = (url: string) =>
  createClient({
    url,
    name: 'medina-care',
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // Whether and when to try again is decided here, so that there is one state and not two.
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 }, // none: the driver's would end when a command is sent, whatever its answer does
  })

type Client = ReturnType<typeof newClient>
type Log = { warn(about: object, message: string): void }

/**
 * Counts in Redis or Valkey, for all servers of an installation. While it is away or slow this process judges for itself.
 * One late answer, and nobody waits until one comes in time again; requests are still sent, so that a moment's delay costs
 * no count. When none has for a second, the connection is given up and a new one is tried every second.
 */
export class RedisCache implements Cache {
  #url: string
  #log: Log
  /**
   * What this server admitted itself and whom Redis refuses, always: so it can take over in the middle of a minute, and
   * Redis may come back empty.
   */
  #own = new MemoryCache()
  #client: Client | undefined
  /** Ends the patience with answers that are late; undefined while they come in time. */
  #late: NodeJS.Timeout | undefined
  /** Why there is no client. */
  #away: CacheError | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  private constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  /** Connected, or on its own and trying to be. */
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
        (shared) => this.#own.heed(subject, rule, use, shared),
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
    this.#own.heed(subject, rule, use, shared)
    if (!shared.admitted) return shared
    // What one server admitted is never more than what all did, so this refuses only where Redis has forgotten.
    const own = this.#own.count(subject, rule, use)
    return own.admitted ? shared : own
  }

  async ping(): Promise<void> {
    const client = this.#client
    if (!client) throw this.#away ?? new CacheError('service_unavailable')
    try {
      await this.#inTime(client, tryOut(client))
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
      await inTime(PATIENCE_MS, tryOut(client))
    } catch (error) {
      client.destroy()
      this.#noteAway(error)
      return
    }
    if (this.#closed) return client.destroy()
    this.#client = client
    if (this.#away) this.#log.warn({}, 'the cache is back; requests are counted together again')
    this.#away = undefined
  }

  /** An answer that comes in time. One that does not, or is an error, says something of the connection. */
  #inTime<T>(client: Client, answer: Promise<T>): Promise<T> {
    return inTime(PATIENCE_MS, answer).then(
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
    // Asked once more then, for there may have been no request since.
    this.#late = setTimeout(() => {
      inTime(PATIENCE_MS, tryOut(client)).then(
        () => this.#notePrompt(client),
        (error) => this.#lose(client, error),
      )
    }, LATE_MS).unref()
  }

  /** Nobody waits for this connection any more: those who do are told. */
  #lose(client: Client, error: unknown): void {
    if (client !== this.#client) return
    this.#client = undefined
    clearTimeout(this.#late)
    this.#late = undefined
    client.destroy()
    this.#noteAway(error)
  }

  #noteAway(error: unknown): void {
    if (this.#closed) return
    if (!this.#away)
      this.#log.warn({ err: error }, 'the cache is away; each server counts requests for itself meanwhile')
    this.#away = asCacheError(error)
    this.#retry = setTimeout(() => this.#connect(), RETRY_MS * (1 + Math.random() / 2)).unref()
  }
}

/** The braces keep whatever belongs to one subject on one node of a cluster. */
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
    // A Redis that was restarted does not know the script yet, and learns it by running it once.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand<Numbers>(['EVAL', script, '1', key, ...values])
  }
}

/** Counts something, for a Redis may well answer PING and refuse to write (out of memory, a replica, a full disk). */
async function tryOut(client: Client): Promise<void> {
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

/** The answer, unless it takes too long. What then still comes is nobody's any more. */
function inTime<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // Where this process was held up itself, the answer may have arrived and wait to be read: that comes first.
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
  const { code } = error as NodeJS.ErrnoException // set on what the system reports
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE'
    ? 'connection_refused'
    : 'service_unavailable'
}
