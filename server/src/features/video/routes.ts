import type { On } from '../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'

export function videoRoutes(on: On): void {
  on(contract.issueVideoToken, async (ctx, actor, { body }) => {
    const { token, url, roomId, expiresAt } = await actions.issueToken(ctx, actor, body)
    return { ok: true as const, token, url, roomId, expiresAt: expiresAt.toISOString() }
  })
}
