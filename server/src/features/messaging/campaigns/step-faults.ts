import type { Context } from '../../../http/services.ts'
import type { VariableFault } from '../../../messages/variables.ts'
import { declaredOf } from '../templates/actions.ts'
import * as rules from './rules.ts'

/**
 * Looks up the templates of steps.
 * @returns a function that returns the faults that keep a step from being sent
 */
export async function faultsAmong(
  { db, config }: Context<'config'>,
  tenantId: string,
  steps: readonly rules.GivenStep[],
): Promise<(step: rules.GivenStep) => VariableFault[]> {
  const codes = new Set(steps.map(({ templateCode }) => templateCode))
  const declarations = await declaredOf(db, tenantId, [...codes])
  const allowHttp = config.mode === 'sandbox'
  return (step) => rules.stepFaults(step, declarations.get(step.templateCode), { allowHttp })
}
