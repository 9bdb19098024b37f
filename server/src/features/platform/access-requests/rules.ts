import { type Plan, type Scope, scopes } from '../../../actor.ts'
import type { Config } from '../../../config.ts'
import { conflict } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'

export const statuses = ['PENDING', 'GRANTED', 'REFUSED'] as const
export type Status = (typeof statuses)[number]

/** Decisions are final, but an organisation can make a new request. */
const transitions: Transitions<Status> = { PENDING: ['GRANTED', 'REFUSED'], GRANTED: [], REFUSED: [] }

/** An organisation can be given every scope except the one for access requests, which the operator alone manages. */
export const grantable = (Object.keys(scopes) as Scope[]).filter((scope) => scope !== 'access_requests:manage')

/** The Starter plan is limited to the sandbox (specification: "Limits"). */
export const planFault = (mode: Config['mode'], plan: Plan): string | undefined =>
  mode === 'production' && plan === 'STARTER'
    ? 'must be PRO or ENTERPRISE: STARTER is limited to the sandbox'
    : undefined

/** @throws {ApiError} 409 if the request is already decided */
export function assertTransition(from: Status, to: Status): void {
  if (!transitions[from].includes(to))
    throw conflict(`A request that is ${from} cannot become ${to}.`, transitionDetails(transitions, from, to))
}

/** @throws {ApiError} 409 for a sandbox-only request in production */
export function assertRightInstallation(mode: Config['mode'], sandboxOnly: boolean): void {
  if (mode === 'production' && sandboxOnly)
    throw conflict('This request is for the sandbox only. Grant it on the sandbox installation, and refuse it here.')
}

/** @throws {ApiError} 409 for an administrator without an e-mail address */
export function assertReachable({ name, email }: { name: string; email: string | null }): {
  name: string
  email: string
} {
  if (email === null) throw conflict('The administrator of the organisation has no e-mail address.')
  return { name, email }
}
