import type { Actor } from '../../actor.ts'
import { forbidden, unprocessable } from '../../errors.ts'
import { localDay } from '../../lib/moroccan-time.ts'

/** What patients are asked for (decision: "Prescriptions, orders, labs, money"), in the order in which it is shown. */
export const consentNames = ['MARKETING', 'TELECONSULTATION', 'DATA_SHARING', 'RECORDING'] as const
export type ConsentName = (typeof consentNames)[number]

/** An answer as it stands. Version 0, of no time, is what nobody was asked: no. */
export type Consent = { name: ConsentName; granted: boolean; version: number; at: Date | null }

/** All four, where somebody gave some of them an answer. */
export const allConsents = (given: readonly Consent[]): Consent[] =>
  consentNames.map(
    (name) => given.find((consent) => consent.name === name) ?? { name, granted: false, version: 0, at: null },
  )

/** The answers after exactly `granted` are granted. Only one that is another than before is a new version. */
export const answered = (standing: readonly Consent[], granted: readonly ConsentName[], at: Date): Consent[] =>
  standing.map((consent) =>
    granted.includes(consent.name) === consent.granted
      ? consent
      : { name: consent.name, granted: !consent.granted, version: consent.version + 1, at },
  )

/** @throws {ApiError} 403 unless it is the patient or an administrator */
export function assertMayDecide(actor: Actor, patientId: string): void {
  if (actor.role !== 'ADMIN' && actor.userId !== patientId)
    throw forbidden('Patients decide what they consent to, or an administrator who writes down what they said.')
}

/** @throws {ApiError} 422 for a day to come */
export function assertPast(now: Date, path: string, day: string | null | undefined): void {
  if (day && day > localDay(now)) throw unprocessable([{ path: [path], message: 'must not lie in the future' }])
}
