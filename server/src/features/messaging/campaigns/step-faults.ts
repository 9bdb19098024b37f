import type { Context } from '../../../http/services.ts'
import type { VariableFault } from '../../../messages/variables.ts'
import { findDeclarations } from '../templates/actions.ts'
import * as rules from './rules.ts'

/**
 * Looks up the templates of steps.
 * @returns a function that returns the faults of a step; a step with faults cannot be sent
 */
export async function loadStepFaults(
  { db, config }: Context<'config'>,
  tenantId: string,
  steps: readonly rules.GivenStep[],
): Promise<(step: rules.GivenStep) => VariableFault[]> {
  const codes = new Set(steps.map(({ templateCode }) => templateCode))
  const declarations = await findDeclarations(db, tenantId, [...codes])
  const allowHttp = config.mode === 'sandbox'
  return (step) => rules.stepFaults(step, declarations.get(step.templateCode), { allowHttp })
}
