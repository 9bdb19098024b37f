import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'

export function membershipRoutes(on: On): void {
  on(contract.leaveOrganization, async (ctx, actor) => {
    await actions.leave(ctx, actor)
    return { ok: true as const }
  })
}
