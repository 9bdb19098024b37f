import { type Actor, isPractitioner } from '../../actor.ts'
import { forbidden } from '../../errors.ts'

export const keepers = ['DOCTOR', 'DENTIST', 'ADMIN'] as const

/** Whose a certificate is to be: the caller's own, or that of the whole organisation. */
export const holders = ['SELF', 'ORGANISATION'] as const
export type Holder = (typeof holders)[number]

export const statuses = ['IN_USE', 'RETIRED'] as const

/** @throws {ApiError} 403 unless it is a practitioner's own, or an administrator's for the organisation */
export function assertMayHold({ role }: Actor, holder: Holder): void {
  if (holder === 'ORGANISATION' && role !== 'ADMIN')
    throw forbidden("The organisation's certificate is an administrator's to replace.")
  if (holder === 'SELF' && !isPractitioner(role))
    throw forbidden('Only doctors and dentists sign with a certificate of their own.')
}

/** @throws {ApiError} 403 unless it is the caller's own, or an administrator asks */
export function assertMayRetire({ role, userId }: Actor, certificate: { user_id: string | null }): void {
  if (role !== 'ADMIN' && certificate.user_id !== userId)
    throw forbidden("The organisation's certificate is an administrator's to retire.")
}
