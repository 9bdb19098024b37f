import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { forbidden, unprocessable } from '../../../errors.ts'
import { localDay } from '../../../lib/moroccan-time.ts'

/** Consents (decision: "Prescriptions, orders, labs, money"), in the order in which they are shown. */
export const consentNames = ['MARKETING', 'TELECONSULTATION', 'DATA_SHARING', 'RECORDING'] as const
export type ConsentName = (typeof consentNames)[number]

/** A current answer. Version 0, without a time, is the default: no. */
export type Consent = { name: ConsentName; granted: boolean; version: number; at: Date | null }

/** All consents, with the default for those without an answer. */
export const allConsents = (given: readonly Consent[]): Consent[] =>
  consentNames.map(
    (name) => given.find((consent) => consent.name === name) ?? { name, granted: false, version: 0, at: null },
  )

/** The answers after `granted` are granted and all others withdrawn. Only a changed answer gets a new version. */
export const consentsAfter = (current: readonly Consent[], granted: readonly ConsentName[], at: Date): Consent[] =>
  current.map((consent) =>
    granted.includes(consent.name) === consent.granted
      ? consent
      : { name: consent.name, granted: !consent.granted, version: consent.version + 1, at },
  )

/** @throws {ApiError} 403 for a search by telephone number, unless the caller may read contact data of patients */
export function assertMaySearch({ role, scopes }: Actor, { phone }: { phone?: string | undefined }): void {
  if (phone === undefined) return
  if (hasRelation(access.patients.read, role, 'treats'))
    throw forbidden('You may not read telephone numbers of patients. Search by name, national id or birth date.')
  if (!scopes.has('users:read'))
    throw forbidden('The scope users:read is required to search by telephone number, because it reads contact data.')
}

/** @throws {ApiError} 403 unless the caller is the patient or an administrator */
export function assertMayDecide(actor: Actor, patientId: string): void {
  const message = 'Only the patient or an administrator may change consents.'
  assertMay(access.patients.decideConsents, actor, { own: patientId }, message)
}

/** @throws {ApiError} 422 for a day in the future */
export function assertPast(now: Date, path: string, day: string | null | undefined): void {
  if (day && day > localDay(now))
    throw unprocessable([{ path: [path], message: 'must not lie in the future', code: 'not_past' }])
}
