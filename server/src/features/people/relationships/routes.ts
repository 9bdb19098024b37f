import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function relationshipRoutes(on: On): void {
  on(contract.listRelationships, async (ctx, actor, { params, query }) => {
    if (!(await actions.maySeeRelationships(ctx, actor, params.id))) throw notFound('Patient')
    ctx.setAuditSubject(params.id, params.id)
    const { rows, pagination } = await ctx.readPage(queries.listing, params, query)
    return { relationships: rows.map(present), pagination }
  })

  on(contract.stateRelationship, async (ctx, actor, { params, body }) => {
    await actions.stateRelationship(ctx, actor, params, body.basis)
    return { ok: true as const }
  })

  on(contract.endRelationship, async (ctx, actor, { params }) => {
    await actions.endRelationship(ctx, actor, params)
    return { ok: true as const }
  })

  on(contract.openInEmergency, async (ctx, actor, { params, body }) => ({
    emergencyAccess: await actions.openInEmergency(ctx, actor, params.id, body.reason),
  }))

  on(contract.openAsAdministrator, async (ctx, actor, { params, body }) => ({
    administrativeAccess: await actions.openAsAdministrator(ctx, actor, params.id, body.reason),
  }))
}

const present = (row: queries.Row) => ({
  professional: { id: row.professional_id, name: row.professional_name },
  bases: row.bases,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  active: row.active,
  emergencies: row.emergencies.map(({ at, until, reason }) => ({
    at: new Date(at).toISOString(),
    until: new Date(until).toISOString(),
    reason,
  })),
})
