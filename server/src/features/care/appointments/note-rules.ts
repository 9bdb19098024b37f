import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import { isAtDesk, isFinal, type Parties, type Status } from './rules.ts'

/** The current notes and their last author. `notes_by_patient`: the last author is a patient. */
type CurrentNotes = { notes: string | null; notes_by: string | null; notes_by_patient: boolean }
const noNotes: CurrentNotes = { notes: null, notes_by: null, notes_by_patient: false }

/**
 * The professional may always change the notes. Others may write notes if there are none, and change the notes that they wrote;
 * the patient may also change those of a guardian.
 * @throws {ApiError} 403 if the caller may not write notes
 */
export function assertMayWriteNotes(
  actor: Actor,
  { doctorId, patientId }: Parties,
  { notes, notes_by, notes_by_patient }: CurrentNotes = noNotes,
): void {
  const atDesk = 'The front desk neither reads nor writes the notes of an appointment.'
  const ofOthers = 'Only the professional and the author of the notes can change them.'
  const isFree = notes === null
  const own = isFree || notes_by_patient ? patientId : null
  const author = isFree || notes_by === actor.userId ? actor.userId : doctorId
  assertMay(access.appointments.writeNotes, actor, { own, author }, isAtDesk(actor) ? atDesk : ofOthers)
}

/** @throws {ApiError} 409 if a patient writes notes after the appointment has ended */
export function assertMayNote(actor: Actor, status: Status): void {
  if (hasRelation(access.appointments.update, actor.role, 'own') && isFinal(status))
    throw conflict(`An appointment that is ${status} does not accept notes from the patient.`)
}
