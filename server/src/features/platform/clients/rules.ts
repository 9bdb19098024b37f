import type { Actor, Scope } from '../../../actor.ts'
import { conflict, type Fault, forbidden } from '../../../errors.ts'

export const statuses = ['ENABLED', 'DISABLED'] as const
export type Status = (typeof statuses)[number]

/** Grace period of the previous secret, as for webhooks. */
export const DEFAULT_GRACE_HOURS = 24
export const MAX_GRACE_HOURS = 168

/** Checks the scopes of a client: callers can add only scopes that they hold. */
export const scopeFaults = (actor: Actor, wanted: readonly string[], held: readonly string[] = []): Fault[] =>
  wanted.flatMap((scope, at) =>
    actor.scopes.has(scope) || held.includes(scope)
      ? []
      : [{ path: ['scopes', at], message: `${scope} is not a scope of your own token, so you cannot give it` }],
  )

/**
 * Prevents privilege escalation: the secret gives access to the client's scopes, so the caller must hold them.
 * @throws {ApiError} 403 naming the missing scopes
 */
export function assertMayHoldSecret(actor: Actor, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !actor.scopes.has(scope))
  if (missing.length > 0) throw forbidden(`The client has scopes that your own token does not: ${missing.join(', ')}.`)
}

/** The refusal of a new address for the events of a client. */
export const waitsForPermission = (clientId: string) =>
  forbidden(
    'The client waits for the permission of its user. Until then, only that user can change where its events go.',
    {
      acting: { clientId, allowed: false },
    },
  )

/** @throws {ApiError} 409 for enabling a client that its user ended */
export function assertNotEnded({ ended_at }: { ended_at: Date | null }, { status }: Change): void {
  if (ended_at && status === 'ENABLED') throw conflict('The user of this client ended it. Create another client.')
}

type Change = { scopes?: Scope[] | undefined; status?: Status | undefined }

/** @throws {ApiError} 409 for a change that the caller could not undo */
export function assertNotLockedOut(actor: Actor, clientId: string, { scopes, status }: Change): void {
  if (clientId !== actor.clientId) return
  if (status === 'DISABLED') throw conflict('A client cannot disable itself. Use another client.')
  if (scopes && !scopes.includes('clients:manage'))
    throw conflict('A client cannot remove its own clients:manage scope. Use another client.')
}

/** Whether a new secret can act at once: the client's user creates it in their own session, or the client for itself. */
export const isByUser = (actor: Actor, client: { id: string; user_id: string }): boolean =>
  actor.userId === client.user_id && (actor.session !== false || actor.clientId === client.id)
