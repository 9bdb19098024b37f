import { Call, type Meta, metaOf } from './call.ts'
import { apiError, ConnectionError, MedinaError, TimeoutError } from './errors.ts'
import { type PageQuery, Pages, pageOf } from './pages.ts'
import { mayRepeat, retryAfterOf, sleep, waitBefore } from './retry.ts'
import { Tokens } from './tokens.ts'
import { filled, queryOf, reasonOf, refusalIn } from './wire.ts'

/** Settings of one call. */
export type Options = {
  /** Makes a repeat of the call safe. By default one is made for each call, and kept over its attempts. */
  idempotencyKey?: string | undefined
  /** Milliseconds of each attempt. */
  timeoutMs?: number | undefined
  /** Gives up. */
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
}

/** Settings of a call that changes a record. */
export type UpdateOptions = Options & {
  /** The `etag` of the record as it was read: if it has changed meanwhile, the call fails with `PreconditionFailed`. */
  ifMatch?: string | undefined
}

/** What hooks see: no ids, no values, no personal data. */
export type Attempt = { method: string /** The template: `/api/appointments/{id}`. */; path: string; attempt: number }

/** For logs and traces. An error that a hook throws fails the call. */
export type Hooks = {
  onRequest?: (attempt: Attempt) => void
  onAnswer?: (attempt: Attempt & { status: number; durationMs: number; requestId: string | undefined }) => void
  /** Before the wait for the next attempt. */
  onRetry?: (attempt: Attempt & { waitMs: number; status: number | undefined }) => void
}

/** The credentials of a client, which stay on a server. */
export type ClientCredentials = {
  clientId: string
  clientSecret: string
  /** The scopes of the token; by default all that the client has. */
  scope?: readonly string[] | undefined
}

/** Access tokens from elsewhere, such as the session of a person in a browser. */
export type IssuedTokens = {
  /** Called when a token is needed, has expired, or was refused. @returns the token and the seconds until it expires */
  issueToken: () => Promise<{ access_token: string; expires_in: number }>
}

export type Settings = (ClientCredentials | IssuedTokens) & {
  /** The installation: `https://api.clinic.example`. */
  url: string
  /** Milliseconds of each attempt; 30,000 by default. */
  timeoutMs?: number | undefined
  hooks?: Hooks | undefined
  /** Named in `User-Agent`: `booking-page/2.1`. */
  userAgent?: string | undefined
  /** Instead of the global one, for a proxy say. */
  fetch?: typeof fetch | undefined
}

type Request = {
  path?: readonly string[]
  /** Instead of a path of the installation. */
  url?: string
  query?: object | undefined
  body?: unknown
  options?: UpdateOptions | undefined
  /** Takes an Idempotency-Key. */
  keyed?: boolean
  /** Needs no access token. */
  open?: boolean
}

const TIMEOUT_MS = 30_000

/** Sends requests by the rules that every method shares: tokens, repeats, keys, errors. */
export class Http {
  readonly #settings: Settings
  readonly #url: string
  readonly #tokens: Tokens
  readonly #userAgent: { 'user-agent'?: string }

  constructor(settings: Settings, version: string) {
    this.#settings = settings
    this.#url = settings.url.replace(/\/+$/, '')
    const runtime = typeof process === 'object' && process.versions?.node ? ` node/${process.versions.node}` : ''
    // A browser sends its own.
    this.#userAgent =
      'window' in globalThis
        ? {}
        : {
            'user-agent': `${settings.userAgent ? `${settings.userAgent} ` : ''}medina-care-javascript/${version}${runtime}`,
          }
    this.#tokens = new Tokens(() => this.#issueToken())
  }

  send<T>(method: string, path: string, request: Request, take?: string | null): Call<T> {
    return new Call(
      this.#answer(method, path, request).then(async ({ response, meta }) => {
        const answer = await jsonOf(response, meta)
        return { data: (take === null ? undefined : take === undefined ? answer : answer[take]) as T, meta }
      }),
    )
  }

  file(method: string, path: string, request: Request): Call<Uint8Array<ArrayBuffer>> {
    return new Call(
      this.#answer(method, path, request).then(async ({ response, meta }) => ({
        data: new Uint8Array(await response.arrayBuffer()),
        meta,
      })),
    )
  }

  /** A file behind a signed URL, which works without a token and would get it otherwise. */
  download(url: string, options?: Options): Call<Uint8Array<ArrayBuffer>> {
    return this.file('GET', '/files/{tenant}/{subject}/{name}', { url, options, open: true })
  }

  pages<T>(method: string, path: string, request: Request, take: string): Pages<T> {
    const fetchPage = async (query: PageQuery) => {
      const { data, meta } = await this.send<Record<string, unknown>>(method, path, { ...request, query }).withMeta()
      return pageOf<T>(data, take, query, meta)
    }
    return new Pages<T>(fetchPage, { ...request.query })
  }

  async #answer(method: string, path: string, request: Request): Promise<{ response: Response; meta: Meta }> {
    const { body, options = {} } = request
    const url = request.url ?? `${this.#url}${filled(path, request.path ?? [])}${queryOf(request.query)}`
    const headers: Record<string, string> = { accept: 'application/json', ...this.#userAgent }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (request.keyed) headers['idempotency-key'] = options.idempotencyKey ?? globalThis.crypto.randomUUID()
    if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch
    Object.assign(headers, options.headers)
    // A redirect would turn a POST into a GET.
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    let hasNewToken = false
    for (let attempt = 1; ; attempt++) {
      const token = request.open ? undefined : await this.#tokens.get()
      if (token) headers.authorization = `Bearer ${token.value}`
      const outcome = await this.#attempt(url, init, { method, path, attempt }, options)
      const status = 'response' in outcome ? outcome.response.status : undefined
      if ('response' in outcome && outcome.response.ok)
        return { response: outcome.response, meta: metaOf(outcome.response.status, outcome.response.headers) }
      if (status === 401 && token && !token.isNew && !hasNewToken) {
        // Revoked or expired before its time: fetched anew once, which counts as no repeat.
        this.#tokens.refused(token.value)
        hasNewToken = true
        attempt--
        continue
      }
      const retryAfter = 'response' in outcome ? retryAfterOf(outcome.response.headers) : undefined
      const isFinal = status !== undefined && !mayRepeat(status)
      const waitMs = isFinal ? undefined : waitBefore(attempt, retryAfter)
      if (waitMs === undefined) {
        if ('error' in outcome) throw outcome.error
        throw apiError(await refusalIn(outcome.response, attempt, retryAfter))
      }
      this.#settings.hooks?.onRetry?.({ method, path, attempt, waitMs, status })
      await sleep(waitMs, options.signal)
    }
  }

  async #attempt(
    url: string,
    init: RequestInit,
    attempt: Attempt,
    { signal, timeoutMs }: Options,
  ): Promise<{ response: Response } | { error: MedinaError }> {
    const { hooks, fetch = globalThis.fetch, timeoutMs: usual = TIMEOUT_MS } = this.#settings
    signal?.throwIfAborted()
    hooks?.onRequest?.(attempt)
    const startedAt = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs ?? usual)
    let response: Response
    try {
      const answered = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      // Read here, so that an answer that breaks off or hangs is repeated as well.
      const bytes = await answered.arrayBuffer()
      response = new Response(answered.status === 204 || answered.status === 304 ? null : bytes, answered)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      if (timeout.aborted)
        return { error: new TimeoutError(`${attempt.method} ${attempt.path} was not answered in time.`, { cause }) }
      if (!(cause instanceof TypeError)) throw cause // fetch rejects with TypeErrors
      return { error: new ConnectionError(`${attempt.method} ${attempt.path}: ${reasonOf(cause)}`, { cause }) }
    }
    hooks?.onAnswer?.({
      ...attempt,
      status: response.status,
      durationMs: performance.now() - startedAt,
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
    return { response }
  }

  async #issueToken(): Promise<{ access_token: string; expires_in: number }> {
    if ('issueToken' in this.#settings) return this.#settings.issueToken()
    const { clientId, clientSecret, scope } = this.#settings
    return this.send('POST', '/api/auth/token', {
      open: true,
      body: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        ...(scope && { scope: scope.join(' ') }),
      },
    })
  }
}

async function jsonOf(response: Response, { requestId }: Meta): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch (cause) {
    throw new MedinaError(
      `The answer is not JSON${requestId ? ` (${requestId})` : ''}: is the URL that of the platform?`,
      {
        cause,
      },
    )
  }
}
