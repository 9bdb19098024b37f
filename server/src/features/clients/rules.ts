import type { Actor, Scope } from '../../actor.ts'
import { conflict, type Fault, forbidden } from '../../errors.ts'

export const statuses = ['ENABLED', 'DISABLED'] as const
export type Status = (typeof statuses)[number]

/** Hours that the secret before goes on working: by default, and at most (as for webhooks). */
export const DEFAULT_GRACE_HOURS = 24
export const MAX_GRACE_HOURS = 168

/** What is wrong with scopes that a caller wants to give: nobody gives what they do not hold. */
export const scopeFaults = (actor: Actor, wanted: readonly string[], held: readonly string[] = []): Fault[] =>
  wanted.flatMap((scope, at) =>
    actor.scopes.has(scope) || held.includes(scope)
      ? []
      : [{ path: ['scopes', at], message: `${scope} is not a scope of your own token, so you cannot give it` }],
  )

/**
 * Whoever gets hold of a client's secret may do what the client may, so it takes a token that may do as much.
 * @throws {ApiError} 403 naming the scopes that are missing
 */
export function assertMayHoldSecret(actor: Actor, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !actor.scopes.has(scope))
  if (missing.length > 0)
    throw forbidden(`The client holds scopes that your own token does not: ${missing.join(', ')}.`)
}

type Change = { scopes?: Scope[] | undefined; status?: Status | undefined }

/** @throws {ApiError} 409 for a change after which the caller could not undo it */
export function assertNotLockedOut(actor: Actor, clientId: string, { scopes, status }: Change): void {
  if (clientId !== actor.clientId) return
  if (status === 'DISABLED') throw conflict('You are calling with this client. Disable it with another one.')
  if (scopes && !scopes.includes('clients:manage'))
    throw conflict('You are calling with this client. Take clients:manage from it with another one.')
}
