import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { completeAt, setLastStep } from './advancing-queries.ts'
import type { createCampaign, updateCampaign } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { loadStepFaults } from './step-faults.ts'

export { advance, due } from './advancing.ts'

type Campaign = Omit<queries.Row, 'patient_id'>

/** @throws {ApiError} 422 for unknown templates and wrong variables */
export async function create(
  ctx: Context<'config'>,
  { tenantId }: Actor,
  { name, enabled, steps }: Input<typeof createCampaign>['body'],
): Promise<Campaign> {
  const faults = await templateFaults(ctx, tenantId, steps)
  if (faults.length > 0) throw unprocessable(faults)
  const id = newId('cmp')
  ctx.setAuditSubject(id)
  return queries.insert(ctx.db, { tenantId, id, name, enabled, ...rules.numberSteps([], steps, 0) })
}

/**
 * Changes the given fields of a campaign. Enrolments continue after the last sent step.
 * @throws {ApiError} 404; 422 as in `create`, and for unknown step numbers
 */
export async function update(
  ctx: Context<'config'>,
  { tenantId }: Actor,
  id: string,
  { name, enabled, steps }: Input<typeof updateCampaign>['body'],
): Promise<Campaign> {
  const current = await queries.lock(ctx.db, tenantId, id)
  if (!current) throw notFound('Campaign')
  const faults = steps
    ? [...rules.numberFaults(current.steps, steps), ...(await templateFaults(ctx, tenantId, steps))]
    : []
  if (faults.length > 0) throw unprocessable(faults)
  ctx.setAuditSubject(id)
  const sequence = steps && rules.numberSteps(current.steps, steps, current.steps_made)
  if (sequence) {
    for (const moved of rules.remapProgress(current.steps, sequence.steps))
      defer(ctx.db, setLastStep(tenantId, id, moved))
    defer(ctx.db, completeAt(tenantId, id, sequence.steps.at(-1)!.number))
  }
  const isEnabled = current.disabled_at === null
  return queries.update(ctx.db, tenantId, id, { name, sequence, enabled: enabled === isEnabled ? undefined : enabled })
}

/** The validation faults of the steps' templates and variables, with their paths in the request body. */
async function templateFaults(
  ctx: Context<'config'>,
  tenantId: string,
  steps: readonly rules.GivenStep[],
): Promise<Fault[]> {
  const faultsOf = await loadStepFaults(ctx, tenantId, steps)
  return steps.flatMap((step, at) =>
    faultsOf(step).map(({ path, message }) => ({ path: ['steps', at, ...path], message })),
  )
}
