import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'

export function credentialLinkRoutes(on: On): void {
  on(contract.createCredentialLink, (ctx, actor, { params, body }) =>
    actions.createForClient(ctx, actor, params.id, body.graceHours),
  )
}
