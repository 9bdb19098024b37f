import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { forbidden } from '../../../errors.ts'
import type { Patient } from '../../../pdf/content.ts'

/** The identity of a patient according to official papers. */
export type Identity = Omit<Patient, 'name' | 'nameAr'> & { nameAr: string | null }

/** The fields to change; absent fields stay unchanged. */
export type IdentityChanges = { [F in keyof Identity]?: Identity[F] | undefined }

export const unknownIdentity: Identity = {
  birthDate: null,
  sex: null,
  nationalId: null,
  nameAr: null,
  insurer: null,
  insuranceNumber: null,
}

/** Fields that papers prove and the staff attests. The patient can always change the insurance fields. */
export const paperFields = ['birthDate', 'sex', 'nationalId', 'nameAr'] as const

/** Whether an identity has any paper field. */
export const hasPapers = (identity: Identity): boolean => paperFields.some((name) => identity[name] !== null)

export const applyChanges = (before: Identity, given: IdentityChanges): Identity => ({
  birthDate: given.birthDate === undefined ? before.birthDate : given.birthDate,
  sex: given.sex === undefined ? before.sex : given.sex,
  nationalId: given.nationalId === undefined ? before.nationalId : given.nationalId,
  nameAr: given.nameAr === undefined ? before.nameAr : given.nameAr,
  insurer: given.insurer === undefined ? before.insurer : given.insurer,
  insuranceNumber: given.insuranceNumber === undefined ? before.insuranceNumber : given.insuranceNumber,
})

/** Whether a change names any paper field. */
export const changesPapers = (given: IdentityChanges): boolean => paperFields.some((name) => given[name] !== undefined)

/**
 * Whether a change sets every paper field that is not null. Otherwise the staff would attest a value that only the patient
 * stated, such as the sex, by setting another one, such as the birth date.
 */
export const setsAllPapers = (given: IdentityChanges, identity: Identity): boolean =>
  paperFields.every((name) => identity[name] === null || given[name] !== undefined)

/** @param treats whether the caller treats the patient, other than in an emergency @throws {ApiError} 403 */
export function assertMayUpdate(actor: Actor, patientId: string, treats: boolean): void {
  const people = { own: patientId, treats }
  assertMay(access.patients.updateIdentity, actor, people, 'You may not change the identity of this patient.')
}

/** @throws {ApiError} 403 for a professional who would change an attested birth date: it determines when guardianships end */
export function assertMayCorrect({ role }: Actor, before: Identity, after: Identity): void {
  if (before.birthDate !== after.birthDate && hasRelation(access.patients.updateIdentity, role, 'treats'))
    throw forbidden('Only an administrator can change an attested birth date.')
}

/**
 * @throws {ApiError} 403 for a patient who would change data that the staff attested, and for a professional who would change an
 *   attested birth date
 */
export function assertMayChange(actor: Actor, attested: boolean, before: Identity, after: Identity): void {
  if (attested) assertMayCorrect(actor, before, after)
  if (!hasRelation(access.patients.updateIdentity, actor.role, 'own') || !attested) return
  const changed = paperFields.filter((name) => before[name] !== after[name])
  if (changed.length > 0)
    throw forbidden(
      `The organisation has attested birthDate, sex, nationalId and nameAr. Leave out ${changed.join(' and ')}, or ask the organisation to make the change.`,
    )
}
