import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { tooManyRequests, unauthorized } from '../errors.ts'
import type { Verdict } from './rate-limit.ts'

/**
 * The caller of a request that needs a token.
 * @throws {ApiError} 401 without a genuine token (counted by address), 429 above the plan's limits
 */
export async function authenticate(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const actor = await known(services, request).catch((error) => {
    countAddress(services, request, reply)
    throw error
  })
  const verdict = services.limits.ofClient(actor.tenantId, actor.clientId, actor.plan)
  showLimits(reply, verdict)
  if (!verdict.admitted) throw tooManyRequests(verdict.retryAfterSec)
  return actor
}

const known = async ({ tokens }: Services, request: FastifyRequest) =>
  tokens.actor(bearerToken(request.headers.authorization))

/** Counts a request without a token by its address. @throws {ApiError} 429 above the limit */
export function countAddress({ limits }: Services, request: FastifyRequest, reply: FastifyReply): void {
  const verdict = limits.ofAddress(request.ip)
  showLimits(reply, verdict)
  if (!verdict.admitted) throw tooManyRequests(verdict.retryAfterSec)
}

/** @throws {ApiError} 429 for an address that guessed wrong too often in the last minute */
export function assertMayGuess({ limits }: Services, request: FastifyRequest, reply: FastifyReply): void {
  const verdict = limits.ofGuesses(request.ip)
  if (verdict.admitted) return
  showLimits(reply, verdict)
  throw tooManyRequests(verdict.retryAfterSec)
}

function bearerToken(header: string | undefined): string {
  // No more than a look: what is no token of ours is found out by its signature.
  if (header === undefined || !/^bearer /i.test(header)) throw unauthorized()
  return header.slice('Bearer '.length).trim()
}

function showLimits(reply: FastifyReply, { limit, remaining, resetSec }: Verdict): void {
  reply
    .header('X-RateLimit-Limit', limit)
    .header('X-RateLimit-Remaining', remaining)
    .header('X-RateLimit-Reset', resetSec)
}
