import type { Actor } from '../../actor.ts'
import { forbidden } from '../../errors.ts'
import type { Patient } from '../../pdf/content.ts'

/** Who a patient is by their papers. */
export type Identity = Omit<Patient, 'name'>

export const nothingKnown: Identity = {
  birthDate: null,
  sex: null,
  nationalId: null,
  insurer: null,
  insuranceNumber: null,
}

/** What papers say that the staff has seen; who insures somebody is theirs to say. */
const ofPapers = ['birthDate', 'sex', 'nationalId'] as const

/** Whether an identity has something in it that papers say. */
export const saysPapers = (identity: Identity): boolean => ofPapers.some((name) => identity[name] !== null)

/** @throws {ApiError} 403 for a patient who would change what the staff has written down */
export function assertMayChange(actor: Actor, attested: boolean, before: Identity, after: Identity): void {
  if (actor.role !== 'PATIENT' || !attested) return
  const changed = ofPapers.filter((name) => before[name] !== after[name])
  if (changed.length > 0)
    throw forbidden(
      `The organisation has written down birthDate, sex and nationalId, for documents state them: leave ${changed.join(' and ')} as they are, or ask it to change them.`,
    )
}
