import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { deferUserLock } from '../../../db/users.ts'
import { notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { addPatient } from '../accounts/actions.ts'
import { startGuardianship } from '../guardians/actions.ts'
import type { registerDependant } from './dependant-contract.ts'
import { recordIdentity } from './identity-actions.ts'
import { unknownIdentity } from './identity-rules.ts'

/**
 * Creates the record of a dependant and makes the caller their guardian.
 * @throws {ApiError} 404 unless the caller is the guardian; 422 for a birth date that is in the future or does not fit the kind;
 *   409 beyond the limit of dependants
 */
export async function register(
  ctx: UnitOfWork,
  actor: Actor,
  guardianId: string,
  { name, birthDate, sex, kind }: Input<typeof registerDependant>['body'],
) {
  // A guardian cannot register dependants for their own dependants.
  if (!may(access.guardianships.register, actor, { own: guardianId === actor.userId })) throw notFound('Patient')
  // Lock the guardian before possible duplicates, in the same order as an identity change, to avoid deadlocks.
  deferUserLock(ctx.db, actor.tenantId, guardianId)
  const dependantId = addPatient(ctx, { name, email: null })
  recordIdentity(ctx, actor, dependantId, { ...unknownIdentity, birthDate, sex }, { attested: false })
  return startGuardianship(ctx, actor, { guardianId, dependantId, kind }, null)
}
