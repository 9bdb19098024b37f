import { Auth, type AuthConfig, raw } from '@auth/core'
import { CredentialsSignin, MissingCSRF } from '@auth/core/errors'
import credentialsProvider from '@auth/core/providers/credentials'
import type { ResponseInternal } from '@auth/core/types'
import type { FastifyBaseLogger } from 'fastify'
import { getCookies, setCookie } from 'undici'
import { ApiError } from '../../../errors.ts'
import { cookiePrefix, type OwnCookie } from '../../../http/own-cookie.ts'
import { CHALLENGE_MS, PASSKEY_MS } from '../second-factors/actions.ts'
import { CHOICE_MS, LIFETIME_MS, redirectTarget } from './rules.ts'

/** Auth.js adds `callbackUrl`. */
const SIGN_IN_PAGE = '/signin'

/** The offered actions of the Auth.js REST API. */
export type Action =
  | 'csrf'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'callback/credentials'
  | 'callback/second-factor'
  | 'callback/passkey'
  | 'callback/organization'

/** One request to the dispatcher. */
export type AuthRequest = {
  action: Action
  method: 'GET' | 'POST'
  cookie: string | undefined
  form: Record<string, string>
  callbackUrl: string | undefined
}

/** The result: a body or a redirect URL, and the `Set-Cookie` headers. */
type Outcome = { body: unknown; url: string | undefined; cookies: string[] }

/** The parts that Auth.js delegates: authentication and sessions. */
export type AuthHandlers<Account, Session> = {
  authenticate(given: { email: string; password: string; organization: string | undefined }): Promise<Account>
  /** @param challenge the value of the browser's cookie */
  proveSecondFactor(code: string, challenge: string | undefined): Promise<Account>
  provePasskey(
    given: { credential: string; organization: string | undefined },
    challenge: string | undefined,
  ): Promise<Account>
  /** @param cookies the values of the browser's cookies */
  choose(organization: string, cookies: { choice: string | undefined; session: string | undefined }): Promise<Account>
  /** @param earlier the session of the browser, which ends. @returns the value of the cookie */
  createSession(account: Account, earlier: Session | undefined): Promise<string>
  resume(cookie: string): Promise<Session | undefined>
  end(session: Session): Promise<void>
  present(session: Session): Promise<object>
}

type Dispatcher = <Account extends { id: string }, Session>(
  request: AuthRequest,
  handlers: AuthHandlers<Account, Session>,
) => Promise<Outcome>

/**
 * The dispatcher of Auth.js. Its cookies hold a random value instead of a signed token, so that sessions can be
 * revoked. It ignores environment variables.
 */
export function authJs(options: { origin: string; secret: string; log: FastifyBaseLogger }): Dispatcher {
  const { origin, secret, log } = options
  const cookies = cookieNames(origin)
  const choiceName = cookiePrefix(origin) + choiceCookie.name
  const challengeName = cookiePrefix(origin) + challengeCookie.name
  const passkeyName = cookiePrefix(origin) + passkeyCookie.name
  const constant = {
    basePath: '/api/auth',
    secret,
    trustHost: true, // the origin is configured, not taken from the request
    useSecureCookies: origin.startsWith('https:'),
    cookies,
    raw, // results and errors as values, instead of pages and redirects
    session: { strategy: 'jwt', maxAge: LIFETIME_MS / 1000 },
    pages: { signIn: SIGN_IN_PAGE, signOut: SIGN_IN_PAGE, error: SIGN_IN_PAGE, verifyRequest: SIGN_IN_PAGE },
    // Auth.js would log input with its errors. Errors are answered here, and internal errors are logged.
    logger: { error: () => {}, debug: () => {}, warn: (code) => log.warn({ code }, 'sign-in') },
  } satisfies Partial<AuthConfig>

  return async <Account extends { id: string }, Session>(
    request: AuthRequest,
    handlers: AuthHandlers<Account, Session>,
  ) => {
    const held = heldCookies(request.cookie, [
      ...Object.values(cookies),
      { name: choiceName },
      { name: challengeName },
      { name: passkeyName },
    ])
    const presented = held.get(cookies.sessionToken.name)
    const { recording, rethrow } = firstFailure()
    // The state of this request is kept here, because Auth.js passes on only names and addresses.
    let account: Account | undefined
    let session: Session | undefined

    const organizationProvider = credentialsProvider({
      id: 'organization',
      credentials: { organization: {} },
      authorize: recording(async ({ organization }) => {
        account = await handlers.choose(textOf(organization), { choice: held.get(choiceName), session: presented })
        return { id: account.id }
      }),
    })
    const secondFactorProvider = credentialsProvider({
      id: 'second-factor',
      credentials: { code: {} },
      authorize: recording(async ({ code }) => {
        account = await handlers.proveSecondFactor(textOf(code), held.get(challengeName))
        return { id: account.id }
      }),
    })
    const passkeyProvider = credentialsProvider({
      id: 'passkey',
      credentials: { credential: {}, organization: {} },
      authorize: recording(async ({ credential, organization }) => {
        const given = { credential: textOf(credential), organization: textOf(organization) || undefined }
        account = await handlers.provePasskey(given, held.get(passkeyName))
        return { id: account.id }
      }),
    })
    const config: AuthConfig & { raw: typeof raw } = {
      ...constant,
      providers: [
        credentialsProvider({
          credentials: { email: { type: 'email' }, password: { type: 'password' }, organization: {} },
          authorize: recording(async ({ email, password, organization }) => {
            const given = { email: textOf(email), password: textOf(password) }
            account = await handlers.authenticate({ ...given, organization: textOf(organization) || undefined })
            return { id: account.id }
          }),
        }),
        // Only in their own action, so that clients do not list these providers as ways to sign in.
        ...(request.action === 'callback/second-factor' ? [secondFactorProvider] : []),
        ...(request.action === 'callback/passkey' ? [passkeyProvider] : []),
        ...(request.action === 'callback/organization' ? [organizationProvider] : []),
      ],
      jwt: {
        decode: recording(async ({ token }) => {
          session = token ? await handlers.resume(token) : undefined
          return session ? {} : null
        }),
        encode: recording(async () => {
          if (!account) return presented ?? ''
          // Prevents session fixation: a presented value is never reused, and its session ends.
          const earlier = presented === undefined ? undefined : await handlers.resume(presented)
          return handlers.createSession(account, earlier)
        }),
      },
      callbacks: {
        redirect: ({ url }) => redirectTarget(url, origin),
        session: recording(async () => (await handlers.present(session!)) as never), // only called after decode found a session
      },
      events: {
        signOut: recording(async () => {
          if (session) await handlers.end(session)
        }),
      },
    }
    const result = await Auth(requestOf(request, origin, held), config).catch(rethrow)
    rethrow(undefined)
    return outcomeOf(result, cookies.callbackUrl.name, origin)
  }
}

/** Records the first error of a handler, because Auth.js would otherwise log and answer it in its own way. */
function firstFailure() {
  let failure: { error: unknown } | undefined
  return {
    recording:
      <I extends unknown[], O>(act: (...input: I) => Promise<O>) =>
      async (...input: I): Promise<O> => {
        try {
          return await act(...input)
        } catch (error) {
          failure ??= { error }
          throw error
        }
      },
    /** Throws the handler's error, or else the refusal of Auth.js if there is one. */
    rethrow(refused: unknown): never | undefined {
      if (failure) throw failure.error
      if (refused !== undefined) throw refusalOf(refused)
      return undefined
    },
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CredentialsSignin || error instanceof MissingCSRF)) return error
  const message =
    error instanceof MissingCSRF
      ? 'The csrfToken is missing or does not match its cookie.'
      : 'Wrong e-mail or password.'
  return new ApiError(401, error.type, message, undefined, BEARER)
}

export const BEARER = { 'WWW-Authenticate': 'Bearer realm="medina-care"' }

/** The cookie between the password and the choice of an organisation. */
export const choiceCookie: OwnCookie = { name: 'medina.organization-choice', maxAgeSec: CHOICE_MS / 1000 }

/** The cookie between the password and the second factor. */
export const challengeCookie: OwnCookie = { name: 'medina.second-factor', maxAgeSec: CHALLENGE_MS / 1000 }

/** The cookie of a browser that has requested options for a passkey. */
export const passkeyCookie: OwnCookie = { name: 'medina.passkey', maxAgeSec: PASSKEY_MS / 1000 }

function cookieNames(origin: string) {
  const prefix = cookiePrefix(origin)
  return {
    sessionToken: { name: `${prefix}authjs.session-token` },
    csrfToken: { name: `${prefix}authjs.csrf-token` },
    callbackUrl: { name: `${prefix}authjs.callback-url` },
  }
}

function heldCookies(header: string | undefined, known: { name: string }[]): Map<string, string> {
  const given = header === undefined ? {} : getCookies(new Headers({ cookie: header }))
  return new Map(known.flatMap(({ name }) => (given[name] ? [[name, given[name]]] : [])))
}

function requestOf(
  { action, method, form, callbackUrl }: AuthRequest,
  origin: string,
  held: Map<string, string>,
): Request {
  const url = new URL(`/api/auth/${action}`, origin)
  const to = redirectTarget(form.callbackUrl ?? callbackUrl, origin)
  url.searchParams.set('callbackUrl', to)
  return new Request(url, {
    method,
    headers: { cookie: [...held].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(method === 'POST' ? { body: new URLSearchParams({ ...form, callbackUrl: to }) } : {}),
  })
}

function outcomeOf(result: unknown, callbackCookie: string, origin: string): Outcome {
  // Auth.js returns a page only if it fails or rejects its configuration.
  if (result instanceof Response) throw new Error('Auth.js failed to process the request.')
  const { body, redirect, cookies = [] } = result as ResponseInternal
  return {
    body,
    url: redirect === undefined ? undefined : new URL(redirect, origin).href,
    // The redirect target is part of each request, so its cookie is dropped.
    cookies: setCookies(cookies.filter(({ name }) => name !== callbackCookie)),
  }
}

function setCookies(cookies: NonNullable<ResponseInternal['cookies']>): string[] {
  const headers = new Headers()
  for (const { name, value, options } of cookies) {
    const { expires, maxAge } = options
    setCookie(headers, {
      name,
      value,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: options.secure === true,
      ...(expires && { expires }),
      ...(maxAge !== undefined && { maxAge }),
    })
  }
  return headers.getSetCookie()
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
