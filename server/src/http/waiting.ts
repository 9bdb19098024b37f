import type { Actor } from '../actor.ts'
import { tooManyRequests } from '../errors.ts'
import { MAX_WAITING } from '../events/arrivals.ts'
import type { Call } from './call.ts'
import type { Context } from './services.ts'

/** The longest time that a call may wait. */
export const MAX_WAIT_SEC = 25

/**
 * Reserves one of the waiting calls that a client may have.
 * @returns a function that releases it
 * @throws {ApiError} 429 if too many calls of the client are waiting
 */
export function reserveWait({ arrivals }: Context<'arrivals'>, { tenantId, clientId }: Actor, sec: number): () => void {
  const release = arrivals.reserve(`${tenantId}/${clientId}`, sec * 1000)
  if (typeof release !== 'number') return release
  throw tooManyRequests(release / 1000, `At most ${MAX_WAITING} calls of a client may wait at a time.`)
}

/**
 * Whether the caller has the same permissions as when the call began to wait.
 * @throws {ApiError} 401 if the token is revoked or has expired
 */
export async function hasSamePermissions(call: Call, actor: Actor): Promise<boolean> {
  const permissionsOf = ({ role, userId, mayAct, actsFor, scopes }: Actor) =>
    JSON.stringify([role, userId, mayAct, actsFor.toSorted(), [...scopes].toSorted()])
  return permissionsOf(await call.reauthenticate()) === permissionsOf(actor)
}
