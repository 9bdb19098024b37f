import type { Actor } from '../../actor.ts'
import { forbidden } from '../../errors.ts'

/** @throws {ApiError} 403 for everybody but the patient, whoever else may know of the appointment */
export function assertMayReview(actor: Actor, { patient_id }: { patient_id: string }): void {
  if (actor.userId !== patient_id) throw forbidden('Only its patient may review an appointment.')
}
