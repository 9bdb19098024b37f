import type { Actor } from '../../../actor.ts'
import { forbidden } from '../../../errors.ts'

/** @throws {ApiError} 403 unless the caller is the patient */
export function assertMayReview(actor: Actor, { patient_id }: { patient_id: string }): void {
  if (actor.userId !== patient_id) throw forbidden('Only the patient may review an appointment.')
}
