import type { Actor } from '../actor.ts'
import { tooManyRequests } from '../errors.ts'
import { MAX_WAITING } from '../events/arrivals.ts'
import type { Call } from './call.ts'
import type { Context } from './services.ts'

/** The longest time for which a call waits. */
export const MAX_WAIT_SEC = 25

/**
 * Reserves one of the waiting calls of a client.
 * @returns a function that releases it
 * @throws {ApiError} 429 if too many calls of the client wait
 */
export function reserveWait({ arrivals }: Context<'arrivals'>, { tenantId, clientId }: Actor, sec: number): () => void {
  const release = arrivals.reserve(`${tenantId}/${clientId}`, sec * 1000)
  if (typeof release !== 'number') return release
  throw tooManyRequests(release / 1000, `At most ${MAX_WAITING} calls of a client may wait at a time.`)
}

/**
 * Whether the caller still has the rights with which the call began to wait, and reads with.
 * @throws {ApiError} 401 if the token was revoked or has expired
 */
export async function isUnchanged(call: Call, actor: Actor): Promise<boolean> {
  const rights = ({ role, userId, mayAct, actsFor, scopes }: Actor) =>
    JSON.stringify([role, userId, mayAct, actsFor.toSorted(), [...scopes].toSorted()])
  return rights(await call.reauthenticate()) === rights(actor)
}
