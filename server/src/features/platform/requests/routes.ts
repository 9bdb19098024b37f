import type { On } from '../../../http/operation.ts'
import { MAX_ENDPOINTS } from '../webhooks/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import type * as queries from './queries.ts'

export function requestRoutes(on: On): void {
  on(contract.listRequests, async (ctx, actor, { query }, call) => {
    const { rows, nextCursor } = await actions.list(ctx, actor, query, call)
    return { requests: rows.map(present), nextCursor }
  })

  on(contract.readUsage, async (ctx, actor, { query }) => {
    const { since, clients, webhooks, quota } = await actions.usage(ctx, actor, query)
    const limits = {
      perMinute: quota.perMinute,
      perDay: Number.isFinite(quota.perDay) ? quota.perDay : null,
      webhooks: MAX_ENDPOINTS,
    }
    const shown = clients.map((client) => ({ ...client, hours: client.hours.map(presentHour) }))
    return { usage: { plan: actor.plan, limits, webhooks, since: since.toISOString(), clients: shown } }
  })
}

const present = (row: queries.Row) => ({
  id: row.id,
  at: row.at.toISOString(),
  clientId: row.client_id,
  method: row.method,
  path: row.path,
  operation: row.operation,
  status: row.status,
  code: row.code,
  faultPaths: row.fault_paths,
  durationMs: row.duration_ms,
  requestId: row.request_id,
})

const presentHour = ({ hour, requests, errors }: queries.Hour) => ({ at: hour.toISOString(), requests, errors })
