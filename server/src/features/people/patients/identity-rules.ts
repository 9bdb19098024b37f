import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { forbidden } from '../../../errors.ts'
import type { Patient } from '../../../pdf/content.ts'

/** The identity of a patient by official papers. */
export type Identity = Omit<Patient, 'name'>

/** The fields to change; absent ones stay. */
export type IdentityChanges = { [F in keyof Identity]?: Identity[F] | undefined }

export const unknownIdentity: Identity = {
  birthDate: null,
  sex: null,
  nationalId: null,
  insurer: null,
  insuranceNumber: null,
}

/** Fields that papers prove, attested by the staff. The insurance stays the patient's to change. */
export const paperFields = ['birthDate', 'sex', 'nationalId'] as const

/** Whether any field is set that papers prove. */
export const hasPapers = (identity: Identity): boolean => paperFields.some((name) => identity[name] !== null)

export const merged = (before: Identity, given: IdentityChanges): Identity => ({
  birthDate: given.birthDate === undefined ? before.birthDate : given.birthDate,
  sex: given.sex === undefined ? before.sex : given.sex,
  nationalId: given.nationalId === undefined ? before.nationalId : given.nationalId,
  insurer: given.insurer === undefined ? before.insurer : given.insurer,
  insuranceNumber: given.insuranceNumber === undefined ? before.insuranceNumber : given.insuranceNumber,
})

/** Whether a change names any field that papers prove. */
export const changesPapers = (given: IdentityChanges): boolean => paperFields.some((name) => given[name] !== undefined)

/** Whether a change states every such field that is not null: one that the patient stated is not attested by the others. */
export const statesPapers = (given: IdentityChanges, identity: Identity): boolean =>
  paperFields.every((name) => identity[name] === null || given[name] !== undefined)

/** For a patient whom the caller sees. @param treats not in an emergency alone @throws {ApiError} 403 */
export function assertMayIdentify(actor: Actor, patientId: string, treats: boolean): void {
  const people = { own: patientId, treats }
  assertMay(access.patients.updateIdentity, actor, people, 'You may not change the identity of this patient.')
}

/** @throws {ApiError} 403 for a professional who would change an attested birth date, by which guardianships end */
export function assertMayCorrect({ role }: Actor, before: Identity, after: Identity): void {
  if (before.birthDate !== after.birthDate && hasRelation(access.patients.updateIdentity, role, 'treats'))
    throw forbidden('An attested birth date is corrected by an administrator.')
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
      `The organisation recorded birthDate, sex and nationalId, which documents state: leave ${changed.join(' and ')} as they are, or ask it to change them.`,
    )
}
