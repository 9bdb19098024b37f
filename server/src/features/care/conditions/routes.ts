import { toFields } from '../../../db/fields.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export function conditionRoutes(on: On): void {
  on(contract.listConditions, async (ctx, actor, { params, query }) => {
    await actions.assertOpen(ctx, actor, params.id)
    ctx.setAuditSubject(params.id, params.id)
    rules.assertMayRead(actor, params.id)
    const filters = { ...params, ...query }
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, filters), filters, query)
    return { conditions: rows.map(present), pagination }
  })

  on(contract.recordCondition, async (ctx, actor, { params, body }) => ({
    condition: present(await actions.record(ctx, actor, params.id, body)),
  }))

  on(contract.updateCondition, async (ctx, actor, { params, body }) => ({
    condition: present(await actions.update(ctx, actor, params.id, body)),
  }))

  on(contract.strikeCondition, async (ctx, actor, { params, body }) => ({
    condition: present(await actions.strike(ctx, actor, params.id, body.reason)),
  }))

  on(contract.deleteCondition, async (ctx, actor, { params }) => {
    await actions.remove(ctx, actor, params.id)
    return { ok: true as const }
  })
}

const present = (row: queries.Row) => ({
  ...toFields(queries.columns, row),
  recordedBy: { id: row.recorded_by, name: row.recorded_by_name },
  struck: row.struck_at && {
    by: { id: row.struck_by!, name: row.struck_by_name! }, // set together
    at: row.struck_at.toISOString(),
    reason: row.strike_reason!,
  },
})
