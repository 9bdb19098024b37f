import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { addPatient } from '../accounts/actions.ts'
import { start } from '../guardians/actions.ts'
import type { registerDependant } from './dependant-contract.ts'
import * as identities from './identity-queries.ts'
import { unknownIdentity } from './identity-rules.ts'
import { assertPast } from './rules.ts'

/**
 * Makes the record of a person for whom the caller acts.
 * @throws {ApiError} 404 unless the caller is the guardian, 422 for a birth date in the future or that does not fit the kind,
 *   409 beyond the limit of dependants
 */
export async function register(
  ctx: UnitOfWork,
  actor: Actor,
  guardianId: string,
  { name, birthDate, sex, kind }: Input<typeof registerDependant>['body'],
) {
  // No one registers dependants for their own dependant.
  if (!may(access.guardianships.register, actor, { own: guardianId === actor.userId })) throw notFound('Patient')
  const now = ctx.clock.now()
  assertPast(now, 'birthDate', birthDate)
  const dependantId = addPatient(ctx, { name, email: null })
  const { tenantId: tenant_id, userId: updated_by } = actor
  const { insurer, insuranceNumber: insurance_number, nationalId: national_id } = unknownIdentity
  const unattested = { insurer, insurance_number, national_id, attested_by: null }
  const row = { ...unattested, birth_date: birthDate, sex, updated_at: now }
  defer(ctx.db, identities.keep({ ...row, tenant_id, patient_id: dependantId, updated_by }))
  return start(ctx, actor, { guardianId, dependantId, kind }, null)
}
