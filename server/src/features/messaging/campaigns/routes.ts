import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { enrol, stop } from './enrolling.ts'
import * as enrolmentContract from './enrolment-contract.ts'
import * as enrolments from './enrolment-queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { loadStepFaults } from './step-faults.ts'

export function campaignRoutes(on: On): void {
  on(contract.listCampaigns, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { campaigns: await presentAll(ctx, actor, rows), pagination }
  })

  on(contract.createCampaign, async (ctx, actor, { body }) => read(ctx, actor, await actions.create(ctx, actor, body)))

  on(contract.readCampaign, (ctx, actor, { params }) => read(ctx, actor, params))

  on(contract.updateCampaign, async (ctx, actor, { params, body }) =>
    read(ctx, actor, await actions.update(ctx, actor, params.id, body)),
  )

  on(enrolmentContract.enrolInCampaign, async (ctx, actor, { params, body }) => {
    const { enrolled, refused } = await enrol(ctx, actor, params.id, body)
    return { enrolled: enrolled.map(presentRecipient), refused }
  })

  on(enrolmentContract.listEnrolments, async (ctx, actor, { params, query }) => {
    if (!(await queries.exists(ctx.db, actor.tenantId, params.id))) throw notFound('Campaign')
    ctx.setAuditSubject(params.id)
    const filters = { ...params, ...query }
    const { rows, pagination } = await ctx.readPage(enrolments.listing(actor.role, filters), filters, query)
    return { enrolments: rows.map(presentEnrolment), pagination }
  })

  on(enrolmentContract.readEnrolment, (ctx, actor, { params }) => readEnrolment(ctx, actor, params))

  on(enrolmentContract.stopEnrolment, async (ctx, actor, { params, body }) => {
    await stop(ctx, actor, params.id, body)
    return readEnrolment(ctx, actor, params)
  })
}

/** Campaigns with the current faults of each step. */
async function presentAll(ctx: Context<'config'>, { tenantId }: Actor, rows: queries.Row[]) {
  const faultsOf = await loadStepFaults(
    ctx,
    tenantId,
    rows.flatMap(({ steps }) => steps),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    enabled: row.disabled_at === null,
    steps: row.steps.map((step) => ({ ...step, faults: faultsOf(step) })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

async function read(ctx: Context<'config'>, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Campaign')
  const { active, completed, stopped } = row
  const [campaign] = await presentAll(ctx, actor, [row])
  return { campaign: { ...campaign!, enrolments: { active, completed, stopped } } }
}

async function readEnrolment(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(enrolments.one(actor.role), { id }, id)
  if (!row) throw notFound('Enrolment')
  return { enrolment: presentEnrolment(row) }
}

const presentRecipient = (row: enrolments.Enrolled) => ({ id: row.id, patientId: row.patient_id, leadId: row.lead_id })

const presentEnrolment = (row: enrolments.Row) => ({
  ...presentRecipient(row),
  campaignId: row.campaign_id,
  name: row.name,
  state: row.state,
  stopReason: row.stop_reason,
  stepsSent: row.steps_sent,
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  nextAt: rules.nextAt(row)?.toISOString() ?? null,
  consentSource: row.consent_source,
  enrolledBy: row.enrolled_by,
  enrolledAt: row.enrolled_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})
