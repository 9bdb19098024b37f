import type { On } from '../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'

export function handoverRoutes(on: On): void {
  on(contract.handOverClient, (ctx, actor, { params, body }) =>
    actions.handOver(ctx, actor, params.id, body.graceHours),
  )
}
