import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './identity-queries.ts'
import * as rules from './identity-rules.ts'
import { assertPast } from './rules.ts'

/**
 * Replaces the identity of a patient.
 * @throws {ApiError} 404 unless the patient is visible, 422 for a birth date in the future, 403 for a patient who would
 *   change data that the staff attested
 */
export async function identify(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  identity: rules.Identity,
): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor, patientId)
  if (!current) throw notFound('Patient')
  ctx.setAuditSubject(patientId, patientId)
  rules.assertMayIdentify(actor, patientId)
  const now = ctx.clock.now()
  assertPast(now, 'birthDate', identity.birthDate)
  rules.assertMayChange(actor, current.attested_by !== null, identityFrom(current), identity)
  const kept: queries.StoredIdentity = {
    birth_date: identity.birthDate,
    sex: identity.sex,
    national_id: identity.nationalId,
    insurer: identity.insurer,
    insurance_number: identity.insuranceNumber,
    attested_by: attestedBy(actor, current, identity),
    updated_at: now,
  }
  const { tenantId: tenant_id, userId: updated_by } = actor
  defer(ctx.db, queries.keep({ ...kept, tenant_id, patient_id: patientId, updated_by }))
  return { ...current, ...kept }
}

/** Patients neither attest their identity nor revoke an attestation. */
function attestedBy(actor: Actor, current: queries.Row, identity: rules.Identity): string | null {
  if (hasRelation(access.patients.updateIdentity, actor.role, 'own')) return current.attested_by
  return rules.hasPapers(identity) ? actor.userId : null
}

/** The identity of a patient, without a check that the caller may see it; every field is null until it is recorded. */
export async function identityOf(ctx: UnitOfWork, patientId: string): Promise<rules.Identity> {
  const row = await queries.find(ctx.db, ctx.trail.tenantId, patientId)
  return row ? identityFrom(row) : rules.unknownIdentity
}

/** The fields that documents state. */
export const identityFrom = (row: queries.Row): rules.Identity => ({
  birthDate: row.birth_date,
  sex: row.sex,
  nationalId: row.national_id,
  insurer: row.insurer,
  insuranceNumber: row.insurance_number,
})
