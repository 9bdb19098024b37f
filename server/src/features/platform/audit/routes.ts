import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import type * as queries from './queries.ts'
import { verifyNext } from './verification.ts'

export function auditRoutes(on: On): void {
  on(contract.listAudit, async (ctx, _actor, { query }) => {
    const { userId: byUserId, outcome, ...others } = query
    const byOutcome = outcome === 'OK' ? { ok: true as const } : { otherOutcome: outcome }
    const { rows, pagination } = await actions.search(ctx, { ...others, byUserId, ...byOutcome })
    return { audit: rows.map(present), pagination }
  })

  on(contract.verifyAudit, async (ctx, actor, { query }) => ({ verification: await verifyNext(ctx, actor, query) }))
}

const present = (row: queries.Row) => ({
  id: row.id,
  at: row.at.toISOString(),
  userId: row.user_id,
  userName: row.user_name,
  clientId: row.client_id,
  operation: row.operation,
  outcome: row.outcome,
  subjectId: row.subject_id,
  patientIds: row.patient_ids,
  address: row.address,
  requestId: row.request_id,
  sealed: row.sealed,
})
