import { Auth, type AuthConfig, raw } from '@auth/core'
import { CredentialsSignin, MissingCSRF } from '@auth/core/errors'
import credentialsProvider from '@auth/core/providers/credentials'
import type { ResponseInternal } from '@auth/core/types'
import type { FastifyBaseLogger } from 'fastify'
import { getCookies, setCookie } from 'undici'
import { ApiError } from '../../errors.ts'
import { LONGEST_MS, ownAddress } from './rules.ts'

/** Where people sign in: our front door, which the server's pages take from there. */
const SIGN_IN_PAGE = '/'

/** What Auth.js calls the parts of its REST interface, as far as they are offered. */
export type Action = 'csrf' | 'providers' | 'session' | 'signin' | 'signout' | 'callback/credentials'

/** One request to the dispatcher. */
export type Visit = {
  action: Action
  method: 'GET' | 'POST'
  cookie: string | undefined
  form: Record<string, string>
  callbackUrl: string | undefined
}

/** What follows from it: a body, or where to go; and the `Set-Cookie` headers. */
type Outcome = { body: unknown; url: string | undefined; cookies: string[] }

/** What Auth.js leaves to us: who somebody is, and what a cookie stands for. */
export type Acts<Account, Session> = {
  recognise(given: { email: string; password: string }): Promise<Account | undefined>
  /** @returns the value of the cookie */
  begin(account: Account): Promise<string>
  resume(cookie: string): Promise<Session | undefined>
  end(session: Session): Promise<void>
  present(session: Session): Promise<object>
}

type Dispatcher = <Account extends { id: string }, Session>(
  visit: Visit,
  acts: Acts<Account, Session>,
) => Promise<Outcome>

/**
 * The dispatcher of Auth.js, whose cookies hold a random value instead of a signed token: what a value stands for is ours
 * to say, so that it stands for nothing once its session has ended. No variable of the environment has a say in it.
 */
export function authJs(options: { origin: string; secret: string; log: FastifyBaseLogger }): Dispatcher {
  const { origin, secret, log } = options
  const cookies = cookieNames(origin)
  const constant = {
    basePath: '/api/auth',
    secret,
    trustHost: true, // the address is the configured one, whatever the request says
    useSecureCookies: origin.startsWith('https:'),
    cookies,
    raw, // results and errors as values, instead of pages and redirects
    session: { strategy: 'jwt', maxAge: LONGEST_MS / 1000 },
    pages: { signIn: SIGN_IN_PAGE, signOut: SIGN_IN_PAGE, error: SIGN_IN_PAGE, verifyRequest: SIGN_IN_PAGE },
    // What it logs of errors quotes what was sent; we answer them, and log those that are ours.
    logger: { error: () => {}, debug: () => {}, warn: (code) => log.warn({ code }, 'sign-in') },
  } satisfies Partial<AuthConfig>

  return async <Account extends { id: string }, Session>(visit: Visit, acts: Acts<Account, Session>) => {
    const held = heldCookies(visit.cookie, Object.values(cookies))
    const presented = held.get(cookies.sessionToken.name)
    const { noted, orThrow } = firstFailure()
    // What this one visit finds out. Auth.js hands on no more than names and addresses.
    let entering: Account | undefined
    let session: Session | undefined

    const config: AuthConfig & { raw: typeof raw } = {
      ...constant,
      providers: [
        credentialsProvider({
          credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
          authorize: noted(async ({ email, password }) => {
            entering = await acts.recognise({ email: textOf(email), password: textOf(password) })
            return entering ? { id: entering.id } : null
          }),
        }),
      ],
      jwt: {
        decode: noted(async ({ token }) => {
          session = token ? await acts.resume(token) : undefined
          return session ? {} : null
        }),
        encode: noted(async () => {
          if (!entering) return presented ?? ''
          // A value that somebody else may have put there must not become that of a session, nor live on beside it.
          const earlier = presented === undefined ? undefined : await acts.resume(presented)
          if (earlier) await acts.end(earlier)
          return acts.begin(entering)
        }),
      },
      callbacks: {
        redirect: ({ url }) => ownAddress(url, origin),
        session: noted(async () => (await acts.present(session!)) as never), // called once decode found one; ours alone
      },
      events: {
        signOut: noted(async () => {
          if (session) await acts.end(session)
        }),
      },
    }
    const result = await Auth(requestOf(visit, origin, held), config).catch(orThrow)
    orThrow(undefined)
    return outcomeOf(result, cookies.callbackUrl.name, origin)
  }
}

/** Remembers the first error of what Auth.js calls, which it would log and answer in its own way. */
function firstFailure() {
  let failure: { error: unknown } | undefined
  return {
    noted:
      <I extends unknown[], O>(act: (...input: I) => Promise<O>) =>
      async (...input: I): Promise<O> => {
        try {
          return await act(...input)
        } catch (error) {
          failure ??= { error }
          throw error
        }
      },
    /** Throws what was remembered, else what Auth.js refused, if anything. */
    orThrow(refused: unknown): never | undefined {
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
      ? 'The csrfToken is missing, or not that of the cookie.'
      : 'No such e-mail and password.'
  return new ApiError(401, error.type, message, undefined, { 'WWW-Authenticate': 'Bearer realm="medina-care"' })
}

/** Bound to this host by their prefix where there is TLS (RFC 6265bis, section 4.1.3.2). */
function cookieNames(origin: string) {
  const prefix = origin.startsWith('https:') ? '__Host-' : ''
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

function requestOf({ action, method, form, callbackUrl }: Visit, origin: string, held: Map<string, string>): Request {
  const url = new URL(`/api/auth/${action}`, origin)
  const to = ownAddress(form.callbackUrl ?? callbackUrl, origin)
  url.searchParams.set('callbackUrl', to)
  return new Request(url, {
    method,
    headers: { cookie: [...held].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(method === 'POST' ? { body: new URLSearchParams({ ...form, callbackUrl: to }) } : {}),
  })
}

function outcomeOf(result: unknown, callbackCookie: string, origin: string): Outcome {
  // It answers with a page of its own only where it refuses its configuration, or fails.
  if (result instanceof Response) throw new Error('Auth.js could not carry out the request.')
  const { body, redirect, cookies = [] } = result as ResponseInternal
  return {
    body,
    url: redirect === undefined ? undefined : new URL(redirect, origin).href,
    // Where to go travels with each request; a cookie that remembers it would be one more thing to trust.
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
