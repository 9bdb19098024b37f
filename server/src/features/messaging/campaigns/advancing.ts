import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import type { Context, Services } from '../../../http/services.ts'
import { claimEffect } from '../../../jobs/effects.ts'
import { enqueue, type Recipient } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './advancing-queries.ts'
import { stop } from './enrolment-queries.ts'
import * as rules from './rules.ts'
import { loadStepFaults } from './step-faults.ts'

const JOB = 'drip-campaigns'

/** A batch of enrolments of all tenants whose next step is due, after the given one. */
export const due = ({ database }: Pick<Services, 'database'>, limit: number, after?: queries.Due) =>
  database.queryWithoutTenant(queries.due(limit, after))

/**
 * Sends the next step of an enrolment. Even a late run sends only one step, and the delay of the following step starts now. Stops
 * the enrolment if the recipient may no longer be written to.
 * @returns whether the enrolment changed
 */
export async function advance(ctx: Context<'config'>, { tenantId }: Actor, item: queries.Due): Promise<boolean> {
  const current = await queries.lockDue(ctx.db, item)
  if (!current) return false
  const { id, patient_id, unfit } = current
  ctx.setAuditSubject(id, patient_id ?? undefined)
  if (unfit) {
    defer(ctx.db, stop(tenantId, id, unfit))
    return true
  }
  const waiting = rules.stepsAfter(current.steps, current.last_step)
  if (!waiting[0] || waiting[0].delayHours > current.waited_hours) return false
  const faultsOf = await loadStepFaults(ctx, tenantId, waiting)
  for (const [at, step] of waiting.entries()) {
    // A step with faults waits; the campaign shows the faults.
    if (faultsOf(step).length > 0) return false
    // Steps can be reordered: skip steps that were sent before.
    if (!(await claimEffect(ctx, JOB, `${id} ${step.number}`))) continue
    send(ctx, item.campaign_id, current, step)
    defer(ctx.db, queries.recordStep(tenantId, id, step, at === waiting.length - 1))
    return true
  }
  defer(ctx.db, queries.complete(tenantId, id))
  return true
}

function send(ctx: UnitOfWork, campaignId: string, current: queries.Locked, step: rules.Step): void {
  enqueue(ctx, {
    to: recipientOf(current),
    templateCode: step.templateCode,
    purpose: 'MARKETING',
    variables: step.variables,
    about: [campaignId, current.id],
    channel: step.channel ?? undefined,
  })
}

function recipientOf({ patient_id, lead }: queries.Locked): Recipient {
  if (patient_id !== null) return { userId: patient_id }
  const { id, name, email, phone, metadata } = lead! // an enrolment has either a patient or a lead
  const addresses = { email: email ?? undefined, phone: phone ?? undefined }
  return { stranger: { leadId: id, name, ...addresses, language: rules.languageOf(metadata) } }
}
