import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, tooManyRequests } from '../../../errors.ts'

/** An answer of the API. */
// biome-ignore lint/suspicious/noExplicitAny: each page knows the bodies of the operations that it calls.
export type Answer = { status: number; body: any; retryAfterSec: number }

type Call = { json?: object; form?: Record<string, string>; token?: string }

/** Calls the API for a visitor, and passes the cookies that it sets on to their browser. */
export type Api = (method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, call?: Call) => Promise<Answer>

/**
 * Returns the API as a visitor of the pages calls it. The pages are clients of the API, so permissions, limits and audit rows
 * are the same. Calls stay within the process, and carry the visitor's address, browser and cookies.
 */
export function apiFor(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Api {
  const { cookie = '', origin, 'sec-fetch-site': site, 'user-agent': agent } = request.headers
  const forwarded = { origin, 'sec-fetch-site': site, 'user-agent': agent, host: request.host }
  const headers = Object.fromEntries(Object.entries(forwarded).filter(([, value]) => value !== undefined))
  const newCookies = new Map<string, string>()
  return async (method, path, { json, form, token } = {}) => {
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const payload = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json)
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...headers,
        cookie: [cookie, ...[...newCookies].map(([name, value]) => `${name}=${value}`)]
          .filter((pair) => pair !== '')
          .join('; '),
        'x-request-id': request.id,
        ...(payload !== undefined && { 'content-type': type }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(payload !== undefined && { payload }),
    })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    reply.header('Set-Cookie', cookies)
    for (const line of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      newCookies.set(name!, value!)
    }
    return {
      status: answer.statusCode,
      body: answer.body === '' ? undefined : JSON.parse(answer.body),
      retryAfterSec: Number(answer.headers['retry-after'] ?? 0),
    }
  }
}

/** Signs in with the form of Auth.js. */
export async function signIn(
  api: Api,
  given: { email: string; password: string; callbackUrl: string },
): Promise<Answer> {
  const form = { ...given, csrfToken: await csrfToken(api) }
  return api('POST', '/api/auth/callback/credentials', { form })
}

/** Completes a sign-in with the code of the second factor. */
export async function proveSecondFactor(api: Api, given: { code: string; callbackUrl: string }): Promise<Answer> {
  const form = { ...given, csrfToken: await csrfToken(api) }
  return api('POST', '/api/auth/callback/second-factor', { form })
}

/** The options for a sign-in with a passkey. */
export const passkeyOptions = (api: Api): Promise<Answer> => api('POST', '/api/auth/passkey/options', { form: {} })

/** Signs in with a passkey. */
export async function signInByPasskey(api: Api, given: { credential: string; callbackUrl: string }): Promise<Answer> {
  const form = { ...given, csrfToken: await csrfToken(api) }
  return api('POST', '/api/auth/callback/passkey', { form })
}

/** Chooses or changes the organisation. */
export async function enterOrganization(
  api: Api,
  given: { organization: string; callbackUrl: string },
): Promise<Answer> {
  const form = { ...given, csrfToken: await csrfToken(api) }
  return api('POST', '/api/auth/callback/organization', { form })
}

export async function signOut(api: Api): Promise<Answer> {
  return api('POST', '/api/auth/signout', { form: { csrfToken: await csrfToken(api), callbackUrl: '/signin' } })
}

const csrfToken = async (api: Api): Promise<string> => (await read(api, '/api/auth/csrf')).csrfToken

/** The session of the browser; null without one. */
export const sessionOf = (api: Api) => read(api, '/api/auth/session')

/**
 * Reads a resource that the visitor may always read.
 * @throws {ApiError} 429 beyond a limit, or another status after a failure; the error becomes a page
 */
export const read = async (api: Api, path: string, call?: Call) => bodyOf(await api('GET', path, call), path)

/** The body of an answer. @throws {ApiError} as `read` */
export function bodyOf({ status, body, retryAfterSec }: Answer, path: string): Answer['body'] {
  if (status === 200) return body
  if (status === 429) throw tooManyRequests(retryAfterSec)
  throw new ApiError(status, 'UNAVAILABLE', `${path} answered ${status}.`)
}

/** A path of this site for a link; undefined for an address on another host. */
export function localPath(given: string | undefined): string | undefined {
  if (given === undefined || !given.startsWith('/') || !URL.canParse(given, LOCAL)) return undefined
  const { origin, pathname, search, hash } = new URL(given, LOCAL)
  return origin === LOCAL ? pathname.replace(/^\/+/, '/') + search + hash : undefined
}
const LOCAL = 'http://local.invalid'

/**
 * The path to which a sign-in or sign-out redirects. Only the path, because the server may be reached under several addresses.
 */
export function targetOf({ body }: Answer): string {
  const { pathname, search, hash } = new URL(body.url)
  // A path that begins with two slashes would name another host.
  return pathname.replace(/^\/+/, '/') + search + hash
}
