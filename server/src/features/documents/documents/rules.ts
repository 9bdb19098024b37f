import { assertMay, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, assertAllowedToSign } from '../../../actor.ts'
import { conflict, unprocessable } from '../../../errors.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { type Template, templates } from '../../../pdf/content.ts'

/** The number of days after the examination within which rest may start. */
const REST_BEGINS_WITHIN_DAYS = 30
const DAY_MS = 86_400_000

/** @throws {ApiError} 422 unless rest starts within 30 days after the examination */
export function assertRestStart({ from }: { from: string }, examinedAt: Date): void {
  const earliest = localDay(examinedAt)
  const latest = localDay(new Date(examinedAt.getTime() + REST_BEGINS_WITHIN_DAYS * DAY_MS))
  if (from < earliest || from > latest)
    throw unprocessable([
      {
        path: ['data', 'rest', 'from'],
        message: `must be between the day of the appointment, ${earliest}, and ${latest}`,
      },
    ])
}

/** @throws {ApiError} 403 unless the caller is the practitioner of the appointment */
export function assertMayCertify(actor: Actor, { doctor_id }: { doctor_id: string }): void {
  const message = 'Only the practitioner of the appointment may issue a certificate.'
  assertMay(access.documents.certify, actor, { author: doctor_id }, message)
  assertAllowedToSign(actor)
}

/** @throws {ApiError} 403 unless the caller is a participant of the appointment or an administrator */
export function assertMayAttest(
  actor: Actor,
  { doctor_id, patient_id }: { doctor_id: string; patient_id: string },
): void {
  const message = 'Only a participant of the appointment or an administrator may generate an attestation.'
  assertMay(access.documents.attest, actor, { own: patient_id, author: doctor_id }, message)
}

/** An addressee such as "Son employeur". It cannot state dates, numbers or findings, which the organisation would then sign. */
const addressee = /^[\p{L}\p{M} '’-]{1,40}$/u

/**
 * Only the practitioner and administrators may write free text.
 * @throws {ApiError} 422 for other callers, unless it is an addressee
 */
export function assertPurpose(actor: Actor, { doctor_id }: { doctor_id: string }, purpose: string | null): void {
  if (purpose === null || addressee.test(purpose) || may(access.documents.cancel, actor, { author: doctor_id })) return
  throw unprocessable([{ path: ['data', 'purpose'], message: 'must be an addressee: at most 40 letters and spaces' }])
}

type Visit = { status: string; start_time: Date; by_video: boolean }

/** @throws {ApiError} 409 if the examination did not take place: the appointment was cancelled or missed, or has not started */
export function assertExamined(visit: Visit, now: Date): void {
  const { status } = visit
  if (status === 'CANCELLED' || status === 'NO_SHOW')
    throw conflict(`The appointment is ${status}. A certificate needs an examination that took place.`)
  if (hasNotStarted(visit, now))
    throw conflict('The appointment has not started. A certificate needs an examination that took place.')
}

/**
 * A visit that was completed before its start time counts only if doctor and patient met by video.
 * @throws {ApiError} 409 for a visit that has not taken place
 */
export function assertStarted(visit: Visit, now: Date): void {
  if (hasNotStarted(visit, now))
    throw conflict('The appointment has not started. An attestation needs a visit that took place.')
}

const hasNotStarted = ({ status, start_time, by_video }: Visit, now: Date): boolean =>
  start_time > now && !(by_video && status !== 'SCHEDULED' && status !== 'CONFIRMED')

/** @throws {ApiError} 403 unless the caller is the document's practitioner or an administrator */
export function assertMayCancel(actor: Actor, { practitioner_id }: { practitioner_id: string | null }): void {
  const message = 'Only its practitioner or an administrator may cancel a document.'
  assertMay(access.documents.cancel, actor, { author: practitioner_id }, message)
}

/** Whether the caller may generate a cancelled document again: the users who may cancel it. */
export const mayRegenerate = (actor: Actor, { practitionerId }: { practitionerId: string | null }): boolean =>
  may(access.documents.cancel, actor, { author: practitionerId })

/** @throws {ApiError} 409 if the document was cancelled */
export function assertNotWithdrawn(withdrawn: boolean): void {
  if (withdrawn)
    throw conflict('This document was cancelled. Only its practitioner or an administrator can generate it again.')
}

/** The name of the downloaded file, without patient data. The digest distinguishes files of a document rendered concurrently. */
export const fileNameOf = (template: Template, serial: string, sha256: string): string =>
  `${templates[template].fileName}-${serial}-${sha256.slice(0, 8)}.pdf`
