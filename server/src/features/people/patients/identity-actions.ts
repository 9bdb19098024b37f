import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { adaptToBirthDate, assertVerified } from '../guardians/actions.ts'
import { isTreatingRegularly } from '../relationships/actions.ts'
import * as queries from './identity-queries.ts'
import * as rules from './identity-rules.ts'
import { assertPast } from './rules.ts'

/**
 * Changes the given fields of the identity of a patient.
 * @throws {ApiError} 404 unless the patient is visible; 422 for a birth date in the future; 403 for a patient who would
 *   change data that the staff attested; 409 for the staff while a guardian is unverified
 */
export async function updateIdentity(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  given: rules.IdentityChanges,
): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor, patientId)
  if (!current) throw notFound('Patient')
  ctx.setAuditSubject(patientId, patientId)
  rules.assertMayUpdate(actor, patientId, await mayAttest(ctx, actor, patientId))
  const before = identityFrom(current)
  const identity = rules.applyChanges(before, given)
  assertPast(ctx.clock.now(), 'birthDate', identity.birthDate)
  rules.assertMayChange(actor, current.attested_by !== null, before, identity)
  const attested = attestedBy(actor, current, given, identity)
  if (attested !== null) await assertVerified(ctx, patientId)
  const saved = save(ctx, actor, patientId, identity, attested)
  if (identity.birthDate !== current.birth_date)
    await adaptToBirthDate(ctx, patientId, identity.birthDate, { byStaff: !isOwn(actor) })
  return { ...current, ...saved }
}

/** Whether a professional may attest the identity of a visible patient. Emergency access alone is not enough. */
export const mayAttest = async (ctx: UnitOfWork, { role, userId }: Actor, patientId: string): Promise<boolean> =>
  hasRelation(access.patients.updateIdentity, role, 'treats') && isTreatingRegularly(ctx, userId, patientId)

/** Attests the identity of a patient. The patient must be locked, and the permission checked. */
export async function attest(
  ctx: UnitOfWork,
  actor: Actor,
  current: queries.Row,
  identity: rules.Identity,
): Promise<void> {
  const { patient_id: patientId, birth_date: birthDate } = current
  save(ctx, actor, patientId, identity, actor.userId)
  if (identity.birthDate !== birthDate) await adaptToBirthDate(ctx, patientId, identity.birthDate, { byStaff: true })
}

function save(
  { db, clock }: UnitOfWork,
  { tenantId: tenant_id, userId: updated_by }: Actor,
  patient_id: string,
  { birthDate, sex, nationalId, nameAr, insurer, insuranceNumber }: rules.Identity,
  attested_by: string | null,
): queries.StoredIdentity {
  const saved: queries.StoredIdentity = {
    birth_date: birthDate,
    sex,
    national_id: nationalId,
    name_ar: nameAr,
    insurer,
    insurance_number: insuranceNumber,
    attested_by,
    updated_at: clock.now(),
  }
  defer(db, queries.upsert({ ...saved, tenant_id, patient_id, updated_by }))
  return saved
}

/** Whether the caller changes their own identity or, as a guardian, the identity of a dependant. */
const isOwn = ({ role }: Actor): boolean => hasRelation(access.patients.updateIdentity, role, 'own')

/**
 * Saves the first identity of a patient.
 * @param attested whether the staff saw the papers
 * @throws {ApiError} 422 for a birth date in the future
 */
export function recordIdentity(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  identity: rules.Identity,
  { attested }: { attested: boolean },
): void {
  assertPast(ctx.clock.now(), 'birthDate', identity.birthDate)
  save(ctx, actor, patientId, identity, attested ? actor.userId : null)
}

/**
 * The user who attests the identity after a change, or null. Changes by the patient keep the attestation as it is. A change by
 * the staff attests it if it sets every paper field that is not null, or if the identity was attested before.
 */
function attestedBy(
  actor: Actor,
  { attested_by: before }: queries.Row,
  given: rules.IdentityChanges,
  identity: rules.Identity,
): string | null {
  if (isOwn(actor) || !rules.changesPapers(given)) return before
  if (!rules.hasPapers(identity)) return null
  return before !== null || rules.setsAllPapers(given, identity) ? actor.userId : null
}

/** The identity of a patient, without an access check. Fields are null until they are recorded. */
export async function identityOf(ctx: UnitOfWork, patientId: string): Promise<rules.Identity> {
  const row = await queries.find(ctx.db, ctx.trail.tenantId, patientId)
  return row ? identityFrom(row) : rules.unknownIdentity
}

/** The identity in a row. */
export const identityFrom = (row: queries.Row): rules.Identity => ({
  birthDate: row.birth_date,
  sex: row.sex,
  nationalId: row.national_id,
  nameAr: row.name_ar,
  insurer: row.insurer,
  insuranceNumber: row.insurance_number,
})
