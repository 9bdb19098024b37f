import type { Context } from '../../context.ts'
import type { VariableFault } from '../../messages/variables.ts'
import { declaredOf } from '../templates/actions.ts'
import * as rules from './rules.ts'

/**
 * Looks up what the templates of some steps take now.
 * @returns what keeps one of them from being sent; nothing where nothing does
 */
export async function faultsAmong(
  { db, config }: Pick<Context, 'db' | 'config'>,
  tenantId: string,
  steps: readonly rules.GivenStep[],
): Promise<(step: rules.GivenStep) => VariableFault[]> {
  const codes = new Set(steps.map(({ templateCode }) => templateCode))
  const declarations = await declaredOf(db, tenantId, [...codes])
  const allowHttp = config.mode === 'sandbox'
  return (step) => rules.stepFaults(step, declarations.get(step.templateCode), { allowHttp })
}
