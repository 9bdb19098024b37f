import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, tooManyRequests } from '../../../errors.ts'

/** An answer of the API. */
// biome-ignore lint/suspicious/noExplicitAny: each page knows the bodies of the operations that it calls.
export type Answer = { status: number; body: any; retryAfterSec: number }

type Call = { json?: object; form?: Record<string, string>; token?: string }

/** Calls the API for a visitor, and gives their browser the cookies that it sets. */
export type Api = (method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, call?: Call) => Promise<Answer>

/**
 * The pages are clients of the API: what a person may do, its limits and its audit rows are the same here as there. They
 * call it within the process, in the name of the visitor's address and browser.
 */
export function apiFor(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Api {
  const { cookie = '', origin, 'sec-fetch-site': site, 'user-agent': agent } = request.headers
  const passedOn = { origin, 'sec-fetch-site': site, 'user-agent': agent, host: request.host }
  const own = Object.fromEntries(Object.entries(passedOn).filter(([, value]) => value !== undefined))
  const set = new Map<string, string>()
  return async (method, path, { json, form, token } = {}) => {
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const payload = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json)
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...own,
        cookie: [cookie, ...[...set].map(([name, value]) => `${name}=${value}`)].filter((one) => one !== '').join('; '),
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
      set.set(name!, value!)
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

/** Gives the code of the second factor. */
export async function proveSecondFactor(api: Api, given: { code: string; callbackUrl: string }): Promise<Answer> {
  const form = { ...given, csrfToken: await csrfToken(api) }
  return api('POST', '/api/auth/callback/second-factor', { form })
}

/** Options for a sign-in by a passkey. */
export const passkeyOptions = (api: Api): Promise<Answer> => api('POST', '/api/auth/passkey/options', { form: {} })

/** Signs in by a passkey. */
export async function signInByPasskey(api: Api, given: { credential: string; callbackUrl: string }): Promise<Answer> {
  const form = { ...given, csrfToken: await csrfToken(api) }
  return api('POST', '/api/auth/callback/passkey', { form })
}

/** Chooses or changes the organisation. */
export async function enter(api: Api, given: { organization: string; callbackUrl: string }): Promise<Answer> {
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
 * The body of an answer that only a limit or a failure refuses.
 * @throws {ApiError} with the status of the refusal, which becomes a page
 */
export async function read(api: Api, path: string, call?: Call) {
  const { status, body, retryAfterSec } = await api('GET', path, call)
  if (status === 200) return body
  if (status === 429) throw tooManyRequests(retryAfterSec)
  throw new ApiError(status, 'UNAVAILABLE', `${path} answered ${status}.`)
}

/** A path of this site, as a link: another host is ignored. */
export function localPath(given: string | undefined): string | undefined {
  if (given === undefined || !given.startsWith('/') || !URL.canParse(given, LOCAL)) return undefined
  const { origin, pathname, search, hash } = new URL(given, LOCAL)
  return origin === LOCAL ? pathname.replace(/^\/+/, '/') + search + hash : undefined
}
const LOCAL = 'http://local.invalid'

/** Where the dispatcher sends the browser: a path, because the server may be reached at other addresses too. */
export function targetOf({ body }: Answer): string {
  const { pathname, search, hash } = new URL(body.url)
  // Two slashes would begin the name of another host.
  return pathname.replace(/^\/+/, '/') + search + hash
}
