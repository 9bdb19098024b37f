import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { type Fault, forbidden } from '../../../errors.ts'

const REFUSAL = 'Only the patient or an administrator may do this.'

/** Why a professional may read the file of a patient. */
export const bases = [
  'BOOKED_BY_PATIENT',
  'VISITED',
  'REFERRED',
  'REGISTERED',
  'CONSENTED',
  'EMERGENCY',
  'ADMINISTRATION',
] as const

/** The bases that a patient or an administrator can state. */
export const statedBases = ['CONSENTED', 'REFERRED', 'REGISTERED'] as const
export type StatedBasis = (typeof statedBases)[number]

/** For how many hours an emergency, or an administrator's reason, opens a file. */
export const EMERGENCY_HOURS = 24

/** How long before and after a visit booked by the staff the professional can read the file, to prepare and finish entries. */
export const OPENS_BEFORE_HOURS = 24
export const CLOSES_AFTER_DAYS = 7
const HOUR_MS = 3_600_000

/** The period in which a visit booked by the staff opens the file. The same as `opensAt` and `closesAt` in SQL. */
export const openingOf = ({ start_time, end_time }: { start_time: Date; end_time: Date }, now: Date) => ({
  validFrom: new Date(Math.max(now.getTime(), start_time.getTime() - OPENS_BEFORE_HOURS * HOUR_MS)),
  validUntil: new Date(end_time.getTime() + CLOSES_AFTER_DAYS * 24 * HOUR_MS),
})

type Times = { until: Date; endedAt: Date | null; opensAt: Date | null }

/** Whether a relationship is in force. The same as `relationshipInForce` in SQL. */
export const isInForce = ({ until, endedAt, opensAt }: Times, now: Date): boolean =>
  endedAt === null && until > now && (opensAt === null || opensAt <= now)

/** @throws {ApiError} 403 unless the caller is the patient or an administrator */
export function assertMayEnd(actor: Actor, patientId: string): void {
  assertMay(access.relationships.end, actor, { own: patientId }, REFUSAL)
}

/** @throws {ApiError} 403 for a patient who states anything but consent, and for an administrator who states consent */
export function assertMayState(actor: Actor, patientId: string, basis: StatedBasis): void {
  assertMay(access.relationships.state, actor, { own: patientId }, REFUSAL)
  const { consent, refer } = access.relationships
  if (basis === 'CONSENTED') assertMay(consent, actor, { own: patientId }, 'Only the patient can state CONSENTED.')
  else assertMay(refer, actor, {}, 'Patients can state only CONSENTED.')
}

/** @throws {ApiError} 403 if the installation has disabled emergency access */
export function assertEmergencyAccess(enabled: boolean): void {
  if (!enabled) throw forbidden('Emergency access is disabled on this installation.')
}

/** @throws {ApiError} 403 for an access that was ended: for a day, it cannot be opened again */
export function assertNotEnded({ ended }: { ended: boolean }): void {
  if (!ended) return
  throw forbidden(`Your access to this file was ended. You can open it again ${EMERGENCY_HOURS} hours later.`)
}

/** The error for an administrator who has not opened the file with a reason. */
export const needsReason = (patientId: string) =>
  forbidden(`Clinical content needs a reason. State it at POST /api/patients/${patientId}/administrative-access.`)

/** The fault of a body with a patient whom the caller does not treat. Unknown patients get the same fault. */
export const untreated: Fault = {
  path: ['patientId'],
  message: 'is not a patient whom the caller treats: the patient must first accept an appointment, or consent',
}
