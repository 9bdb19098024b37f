import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import { type Fault, notFound, unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import { newId } from '../../lib/ids.ts'
import { completeAt, standAt } from './advancing-queries.ts'
import type { createCampaign, updateCampaign } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { faultsAmong } from './step-faults.ts'

export { advance, due } from './advancing.ts'

type Changed = Omit<queries.Shown, 'patient_id'>

/** @throws {ApiError} 422 for steps of unknown templates, or whose variables are not what those take */
export async function create(
  ctx: Context,
  { tenantId }: Actor,
  { name, enabled, steps }: Input<typeof createCampaign>['body'],
): Promise<Changed> {
  const faults = await templateFaults(ctx, tenantId, steps)
  if (faults.length > 0) throw unprocessable(faults)
  const id = newId('cmp')
  ctx.concerns(id)
  return queries.insert(ctx.db, { tenantId, id, name, enabled, ...rules.numbered([], steps, 0) })
}

/**
 * Changes what is given of a campaign. Whoever is enrolled goes on behind the step that they were sent last.
 * @throws {ApiError} 404, 422 as `create` and for numbers of steps that it does not have
 */
export async function change(
  ctx: Context,
  { tenantId }: Actor,
  id: string,
  { name, enabled, steps }: Input<typeof updateCampaign>['body'],
): Promise<Changed> {
  const held = await queries.hold(ctx.db, tenantId, id)
  if (!held) throw notFound('Campaign')
  const faults = steps
    ? [...rules.numberFaults(held.steps, steps), ...(await templateFaults(ctx, tenantId, steps))]
    : []
  if (faults.length > 0) throw unprocessable(faults)
  ctx.concerns(id)
  const sequence = steps && rules.numbered(held.steps, steps, held.steps_made)
  if (sequence) {
    for (const moved of rules.movedTo(held.steps, sequence.steps)) later(ctx.db, standAt(tenantId, id, moved))
    later(ctx.db, completeAt(tenantId, id, sequence.steps.at(-1)!.number))
  }
  const isEnabled = held.disabled_at === null
  return queries.update(ctx.db, tenantId, id, { name, sequence, enabled: enabled === isEnabled ? undefined : enabled })
}

/** What keeps steps from being sent, as faults of the body that gives them. */
async function templateFaults(ctx: Context, tenantId: string, steps: readonly rules.GivenStep[]): Promise<Fault[]> {
  const faultsOf = await faultsAmong(ctx, tenantId, steps)
  return steps.flatMap((step, at) =>
    faultsOf(step).map(({ path, message }) => ({ path: ['steps', at, ...path], message })),
  )
}
