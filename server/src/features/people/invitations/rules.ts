import { type AccountRole, isProfessional, roles } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'

/** Roles that an administrator may offer. Patients register, or are registered. */
export const invitable = roles.filter((role): role is Exclude<AccountRole, 'PATIENT'> => !['PATIENT'].includes(role))
export type Invitable = (typeof invitable)[number]

export const isVerifiable = (role: AccountRole): boolean => isProfessional(role)

export const statuses = ['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const
export type Status = (typeof statuses)[number]

/** Lifetime of a link. */
export const LINK_LIFE_MS = 7 * 24 * 3600 * 1000

/** @throws {ApiError} 409 for an invitation that was accepted or revoked */
export function assertOpen(status: Status, to: string): void {
  if (status === 'PENDING' || status === 'EXPIRED') return
  throw conflict(`The invitation is ${status}.`, { state: { from: status, to, allowed: [] } })
}
