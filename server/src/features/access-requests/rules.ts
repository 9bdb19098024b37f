import { type Plan, type Scope, scopes } from '../../actor.ts'
import type { Config } from '../../config.ts'
import { conflict } from '../../errors.ts'
import { type Transitions, wrongState } from '../../lib/transitions.ts'

export const statuses = ['PENDING', 'GRANTED', 'REFUSED'] as const
export type Status = (typeof statuses)[number]

/** A decision stands; who wants another asks again. */
export const transitions: Transitions<Status> = { PENDING: ['GRANTED', 'REFUSED'], GRANTED: [], REFUSED: [] }

/** Requests for access are the operator's to answer; every other scope may be given to an organisation. */
export const grantable = (Object.keys(scopes) as Scope[]).filter((scope) => scope !== 'access_requests:manage')

/** The Starter plan is limited to the sandbox (specification: "Limits"). */
export const planFault = (mode: Config['mode'], plan: Plan): string | undefined =>
  mode === 'production' && plan === 'STARTER'
    ? 'must be PRO or ENTERPRISE: STARTER is limited to the sandbox'
    : undefined

/** @throws {ApiError} 409 once it was decided */
export function assertTransition(from: Status, to: Status): void {
  if (!transitions[from].includes(to))
    throw conflict(`A request that is ${from} cannot become ${to}.`, wrongState(transitions, from, to))
}

/** @throws {ApiError} 409 for somebody who asked for the sandbox alone, anywhere else */
export function assertRightInstallation(mode: Config['mode'], sandboxOnly: boolean): void {
  if (mode === 'production' && sandboxOnly)
    throw conflict('This request is for the sandbox alone. Grant it on the sandbox installation, and refuse it here.')
}
