import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { enrolInCampaign, stopEnrolment } from './enrolment-contract.ts'
import * as enrolments from './enrolment-queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Refused = { id: string; reason: rules.Refusal }

/**
 * Enrols the recipients who may be written to, and returns the refused ones with the reason.
 * @throws {ApiError} 404, 422 for unknown patients and leads
 */
export async function enrol(
  ctx: UnitOfWork,
  { tenantId, userId }: Actor,
  campaignId: string,
  { patientIds, leadIds, consentSource }: Input<typeof enrolInCampaign>['body'],
): Promise<{ enrolled: enrolments.Enrolled[]; refused: Refused[] }> {
  queries.deferShareLock(ctx.db, tenantId, campaignId)
  if (!(await queries.exists(ctx.db, tenantId, campaignId))) throw notFound('Campaign')
  const patients = await enrolments.findPatients(ctx.db, { tenantId, campaignId, ids: patientIds })
  const leads = await enrolments.findLeads(ctx.db, { tenantId, campaignId, ids: leadIds })
  const faults = [...unknownFaults('patientIds', patientIds, patients), ...unknownFaults('leadIds', leadIds, leads)]
  if (faults.length > 0) throw unprocessable(faults)
  ctx.setAuditSubject(campaignId, patientIds)

  const refusals = new Map<string, rules.Refusal | undefined>([
    ...patients.map((patient) => [patient.id, rules.refusalOfPatient(patient)] as const),
    ...leads.map((lead) => [lead.id, rules.refusalOfLead(lead, consentSource !== undefined)] as const),
  ])
  const isEligible = (id: string) => refusals.get(id) === undefined
  const enrolled = await enrolments.insert(ctx.db, {
    tenantId,
    campaignId,
    patientIds: patientIds.filter(isEligible),
    leadIds: leadIds.filter(isEligible),
    consentSource: consentSource ?? null,
    enrolledBy: userId,
  })
  const enrolledIds = new Set(enrolled.map(({ patient_id, lead_id }) => patient_id ?? lead_id))
  // An eligible recipient who was not inserted was enrolled by a concurrent call.
  const refused = [...patientIds, ...leadIds]
    .filter((id) => !enrolledIds.has(id))
    .map((id) => ({ id, reason: refusals.get(id) ?? ('ALREADY_ENROLLED' as const) }))
  return { enrolled, refused }
}

const unknownFaults = (field: 'patientIds' | 'leadIds', named: string[], found: { id: string }[]): Fault[] => {
  const known = new Set(found.map(({ id }) => id))
  const kind = field === 'patientIds' ? 'patient' : 'lead'
  return named.flatMap((id, at) =>
    known.has(id) ? [] : [{ path: [field, at], message: `is not a ${kind} of this organisation` }],
  )
}

/**
 * Stops an enrolment permanently.
 * @throws {ApiError} 404, 409 when all steps have been sent
 */
export async function stop(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  id: string,
  { reason }: Input<typeof stopEnrolment>['body'],
): Promise<Pick<enrolments.Row, 'id' | 'state' | 'stop_reason'>> {
  const current = await enrolments.lock(ctx.db, tenantId, id)
  if (!current) throw notFound('Enrolment')
  ctx.setAuditSubject(id, current.patient_id ?? undefined)
  rules.assertMayStop(current.state)
  if (current.state === 'STOPPED') return current
  defer(ctx.db, enrolments.stop(tenantId, id, reason))
  return { id, state: 'STOPPED', stop_reason: reason }
}
