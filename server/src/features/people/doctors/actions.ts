import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { updateDoctor } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { languageCodes } from './contract.ts'
export { cityNames, specialtyNames, spellingsOfCity, spellingsOfSpecialty } from './rules.ts'

/**
 * Creates or updates a practitioner's profile. A trigger updates the public directory in the same transaction.
 * @throws {ApiError} 404 unless the user is a practitioner of the tenant; 422 for missing fields; 403 for a field that the caller
 *   may not change
 */
export async function saveProfile(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { isTele, licenceNumber, ...rest }: Input<typeof updateDoctor>['body'],
): Promise<queries.Practitioner> {
  const current = await queries.lock(ctx.db, actor.tenantId, id)
  if (!current) throw notFound('Doctor')
  ctx.setAuditSubject(id)
  const profile = rules.apply(queries.profileOf(current), { ...rest, is_tele: isTele, licence_number: licenceNumber })
  rules.assertMayChange(actor, { ...current, verified: current.verified_at !== null }, profile)
  await (current.slug === null
    ? queries.insertProfile(ctx.db, actor.tenantId, id, profile, rules.slugOf(current.name))
    : queries.updateProfile(ctx.db, actor.tenantId, id, profile))
  return (await queries.find(ctx.db, actor.tenantId, id))!
}
