import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'

/** @throws {ApiError} 403 unless the caller is the patient */
export function assertMayReview(actor: Actor, { patient_id }: { patient_id: string }): void {
  assertMay(access.reviews.write, actor, { own: patient_id }, 'Only the patient may review an appointment.')
}
