import { Call, type Meta, metaOf } from './call.ts'
import { apiError, ConnectionError, MedinaError, TimeoutError } from './errors.ts'
import { type PageQuery, Pages, pageOf } from './pages.ts'
import { mayRepeat, retryAfterOf, sleep, waitBefore } from './retry.ts'
import { Tokens } from './tokens.ts'
import { filled, queryOf, reasonOf, refusalIn } from './wire.ts'

/** Options of a call. */
export type Options = {
  /** Makes it safe to repeat the call. By default each call gets a new key, which all of its attempts use. */
  idempotencyKey?: string | undefined
  /** The timeout of each attempt, in milliseconds. */
  timeoutMs?: number | undefined
  /** Cancels the call, including its waits. */
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
}

/** Options of a call that changes a record. */
export type UpdateOptions = Options & {
  /** The `etag` of the read record. If the record has changed meanwhile, the call fails with `PreconditionFailed`. */
  ifMatch?: string | undefined
}

/** The arguments of hooks. They contain no ids, values or personal data. */
export type Attempt = { method: string /** The template: `/api/appointments/{id}`. */; path: string; attempt: number }

/** Callbacks for logs and traces. An error in a hook fails the call. */
export type Hooks = {
  onRequest?: (attempt: Attempt) => void
  onAnswer?: (attempt: Attempt & { status: number; durationMs: number; requestId: string | undefined }) => void
  /** Called before the wait for the next attempt. */
  onRetry?: (attempt: Attempt & { waitMs: number; status: number | undefined }) => void
}

/** The credentials of a client, which stay on a server. */
export type ClientCredentials = {
  clientId: string
  clientSecret: string
  /** The scopes of the token. By default all scopes of the client. */
  scope?: readonly string[] | undefined
}

/** Access tokens from another source, such as the session of a user in a browser. */
export type IssuedTokens = {
  /** Called when a token is missing, has expired, or was refused. @returns the token and the seconds until it expires */
  issueToken: () => Promise<{ access_token: string; expires_in: number }>
}

export type Settings = (ClientCredentials | IssuedTokens) & {
  /** The URL of the installation, such as `https://api.clinic.example`. */
  url: string
  /** The timeout of each attempt in milliseconds. By default 30,000. */
  timeoutMs?: number | undefined
  hooks?: Hooks | undefined
  /** Your program's name and version for `User-Agent`, such as `booking-page/2.1`. */
  userAgent?: string | undefined
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: typeof fetch | undefined
}

type Request = {
  path?: readonly string[]
  /** A full URL, instead of a path of the installation. */
  url?: string
  query?: object | undefined
  body?: unknown
  options?: UpdateOptions | undefined
  /** Whether it takes an Idempotency-Key. */
  keyed?: boolean
  /** Whether it needs no access token. */
  open?: boolean
}

const TIMEOUT_MS = 30_000

/** Sends requests, with the tokens, retries, idempotency keys and errors that all methods share. */
export class Http {
  readonly #settings: Settings
  readonly #url: string
  readonly #tokens: Tokens
  readonly #userAgent: { 'user-agent'?: string }

  constructor(settings: Settings, version: string) {
    this.#settings = settings
    this.#url = settings.url.replace(/\/+$/, '')
    const runtime = typeof process === 'object' && process.versions?.node ? ` node/${process.versions.node}` : ''
    // A browser sends its own User-Agent.
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

  /** A request for a signed URL. It needs no access token, which must not be sent there. */
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
        // The token was revoked or expired early: get a new one once, without counting a retry.
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
      // Read the body here, so that an incomplete response is retried, too.
      const bytes = await answered.arrayBuffer()
      response = new Response(answered.status === 204 || answered.status === 304 ? null : bytes, answered)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      if (timeout.aborted) return { error: new TimeoutError(`${attempt.method} ${attempt.path} timed out.`, { cause }) }
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
      `The response is not JSON${requestId ? ` (${requestId})` : ''}. Check the URL of the platform.`,
      {
        cause,
      },
    )
  }
}
