import type { On } from '../../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'

export function joinLinkRoutes(on: On): void {
  on(contract.createJoinLink, async (ctx, actor, { params, body }) => ({
    joinLink: await actions.create(ctx, actor, { appointmentId: params.id, ...body }),
  }))

  on(contract.revokeJoinLink, async (ctx, actor, { params, query }) => {
    await actions.revoke(ctx, actor, { appointmentId: params.id, ...query })
    return { ok: true as const }
  })
}
