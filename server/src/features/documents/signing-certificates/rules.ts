import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'

/** The holder of a new certificate: the caller or the organisation. */
export const holders = ['SELF', 'ORGANISATION'] as const
export type Holder = (typeof holders)[number]

export const statuses = ['IN_USE', 'RETIRED'] as const

/** @throws {ApiError} 403 unless a practitioner replaces their own, or an administrator the organisation's */
export function assertMayHold(actor: Actor, holder: Holder): void {
  const { replaceOwn, replaceShared } = access.signingCertificates
  if (holder === 'ORGANISATION')
    assertMay(replaceShared, actor, {}, "Only administrators can replace the organisation's certificate.")
  else assertMay(replaceOwn, actor, { own: true }, 'Only doctors and dentists can have their own certificate.')
}

/** @throws {ApiError} 403 unless the certificate is the caller's own, or the caller is an administrator */
export function assertMayRetire(actor: Actor, { user_id: own }: { user_id: string | null }): void {
  const message = "Only administrators can retire the organisation's certificate."
  assertMay(access.signingCertificates.retire, actor, { own }, message)
}
