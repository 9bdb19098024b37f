import { type Actor, isPractitioner } from '../../../actor.ts'
import { forbidden } from '../../../errors.ts'

export const certificateHolders = ['DOCTOR', 'DENTIST', 'ADMIN'] as const

/** The holder of a new certificate: the caller or the organisation. */
export const holders = ['SELF', 'ORGANISATION'] as const
export type Holder = (typeof holders)[number]

export const statuses = ['IN_USE', 'RETIRED'] as const

/** @throws {ApiError} 403 unless a practitioner replaces their own, or an administrator the organisation's */
export function assertMayHold({ role }: Actor, holder: Holder): void {
  if (holder === 'ORGANISATION' && role !== 'ADMIN')
    throw forbidden("Only administrators can replace the organisation's certificate.")
  if (holder === 'SELF' && !isPractitioner(role))
    throw forbidden('Only doctors and dentists can have their own certificate.')
}

/** @throws {ApiError} 403 unless it is the caller's own or the caller is an administrator */
export function assertMayRetire({ role, userId }: Actor, certificate: { user_id: string | null }): void {
  if (role !== 'ADMIN' && certificate.user_id !== userId)
    throw forbidden("Only administrators can retire the organisation's certificate.")
}
