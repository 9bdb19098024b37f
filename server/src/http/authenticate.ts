import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import { ApiError, tooManyRequests, unauthorized } from '../errors.ts'
import { sameSecret } from '../lib/secrets.ts'
import type { Verdict } from '../providers/cache/index.ts'
import { withCaller } from './caller.ts'
import type { Services } from './services.ts'

/**
 * Authenticates a request by its access token.
 * @throws {ApiError} 401 without a valid token (counted by address), 429 above the plan's limits
 */
export async function authenticate(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  let actor: Actor
  try {
    actor = await services.tokens.actor(bearerToken(request.headers.authorization))
  } catch (error) {
    await admitAddress(services, request, reply)
    throw error
  }
  const verdict = services.limits.checkClient(actor)
  const known = verdict instanceof Promise ? await verdict : verdict
  setLimitHeaders(reply, known)
  if (!known.admitted) throw withCaller(actor, tooManyRequests(known.retryAfterSec))
  return actor
}

/** Authenticates a request again, with the current status of its token. @throws {ApiError} 401 if the token is revoked */
export const reauthenticate = ({ tokens }: Services, request: FastifyRequest): Promise<Actor> =>
  tokens.reload(bearerToken(request.headers.authorization))

/** Counts a request without a token by its address. @throws {ApiError} 429 above the limit */
export function admitAddress(
  { limits }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): undefined | Promise<void> {
  const verdict = limits.checkAddress(request.ip)
  if (verdict instanceof Promise) return verdict.then((known) => admit(reply, known))
  admit(reply, verdict)
}

/** Counts a public form, in addition to `admitAddress`. @throws {ApiError} 429 above the limit for forms */
export async function admitForm({ limits }: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  admit(reply, await limits.checkForm(request.ip))
}

/**
 * Counts wrong secrets by address. Call it once a secret has been checked, before answering; where the check is
 * expensive, also before it, with `wrong: false`.
 * @throws {ApiError} 429 after too many wrong guesses in the last minute, even if this one is right
 */
export async function countGuess(
  { limits }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: { wrong: boolean },
): Promise<void> {
  const verdict = await limits.checkGuess(request.ip, outcome)
  if (!verdict.admitted) admit(reply, verdict) // otherwise the headers keep the count of the address's calls
}

/**
 * Authenticates a request by a shared secret in a header.
 * @throws {ApiError} 403 without a valid secret, 429 for an address that calls or guesses too often
 */
export const bySecret =
  (services: Services, header: `X-${string}`, secrets: readonly string[]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const given = request.headers[header.toLowerCase()]
    const right = typeof given === 'string' && secrets.some((secret) => sameSecret(secret, given))
    await Promise.all([admitAddress(services, request, reply), countGuess(services, request, reply, { wrong: !right })])
    if (!right) throw new ApiError(403, 'FORBIDDEN', `${header} is missing or wrong.`)
  }

/** Sets the rate-limit headers from the address's counter, without counting. */
export async function setAddressLimitHeaders(
  { limits }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  setLimitHeaders(reply, await limits.peekAddress(request.ip))
}

/** The token of an Authorization header. @throws {ApiError} 401 without one */
export function bearerToken(header: string | undefined): string {
  if (header === undefined || !/^bearer /i.test(header)) throw unauthorized()
  return header.slice('Bearer '.length).trim()
}

function admit(reply: FastifyReply, verdict: Verdict): void {
  setLimitHeaders(reply, verdict)
  if (!verdict.admitted) throw tooManyRequests(verdict.retryAfterSec)
}

/** On a refused call, X-RateLimit-Reset is the same as Retry-After: the seconds until the next call is admitted. */
function setLimitHeaders(reply: FastifyReply, { admitted, limit, remaining, resetSec, retryAfterSec }: Verdict): void {
  reply
    .header('X-RateLimit-Limit', limit)
    .header('X-RateLimit-Remaining', remaining)
    .header('X-RateLimit-Reset', admitted ? resetSec : Math.max(1, retryAfterSec))
}
