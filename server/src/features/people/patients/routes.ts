import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { dependantRoutes } from './dependant-routes.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { identityRoutes } from './identity-routes.ts'
import * as queries from './queries.ts'
import type { Consent } from './rules.ts'

export function patientRoutes(on: On): void {
  on(contract.listPatients, async (ctx, actor, { query }) => {
    const { rows, pagination } = await actions.list(ctx, actor, query)
    return { patients: rows.map(present), pagination }
  })

  on(contract.readPatient, async (ctx, actor, { params }) => {
    const row = await actions.read(ctx, actor, params.id)
    return { patient: { ...present(row), lastActivityAt: row.last_activity.toISOString() } }
  })

  on(contract.readConsents, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.answersOf(actor.role), params, params.id)
    if (!row) throw notFound('Patient')
    return { consents: actions.answersOf(row).map(presentConsent) }
  })

  on(contract.updateConsents, async (ctx, actor, { params, body }) => {
    const consents = await actions.decide(ctx, actor, params.id, body.consents)
    return { consents: consents.map(presentConsent) }
  })

  on(contract.listConsentHistory, async (ctx, actor, { params, query }) => {
    if (!(await actions.isVisible(ctx, actor, params.id))) throw notFound('Patient')
    ctx.setAuditSubject(params.id, params.id)
    const { rows, pagination } = await ctx.readPage(queries.history, params, query)
    return { history: rows.map(presentVersion), pagination }
  })

  identityRoutes(on)
  dependantRoutes(on)
  disputeRoutes(on)
}

const present = (row: queries.Row) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  birthDate: row.birth_date,
  createdAt: row.created_at.toISOString(),
})

const presentConsent = ({ name, granted, version, at }: Consent) => ({
  name,
  granted,
  version,
  at: at?.toISOString() ?? null,
})

const presentVersion = (row: queries.Version) => ({
  name: row.name,
  granted: row.granted,
  version: row.version,
  at: row.at.toISOString(),
  decidedBy: { id: row.decided_by, name: row.decided_by_name },
  clientId: row.client_id,
})
