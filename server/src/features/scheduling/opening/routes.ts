import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { timeOf } from '../../../lib/time-of-day.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function openingRoutes(on: On): void {
  on(contract.readOpening, (ctx, _, { params }) => read(ctx, params))

  on(contract.replaceOpening, async (ctx, actor, { params, body }) => {
    await actions.replace(ctx, actor, params.id, body.rules)
    return read(ctx, params)
  })

  on(contract.listExceptions, async (ctx, actor, { params, query }) => {
    await actions.assertDoctor(ctx, actor, params.id)
    const { rows, pagination } = await ctx.readPage(queries.exceptions, params, query)
    return { exceptions: rows.map(presentException), pagination }
  })

  on(contract.addException, async (ctx, actor, { params, body }) => {
    const { row, affected } = await actions.addTo(ctx, actor, params.id, body)
    return { exception: presentException(row), affected }
  })

  on(contract.removeException, async (ctx, actor, { params }) => {
    await actions.removeFrom(ctx, actor, params.id, params.exceptionId)
    return { ok: true as const }
  })
}

async function read(ctx: UnitOfWork, { id }: { id: string }) {
  const row = await ctx.readOne(queries.opening, { id }, id)
  if (!row) throw notFound('Doctor')
  return { opening: { doctorId: row.doctor_id, rules: row.rules.map(presentRule) } }
}

const presentRule = ({ fromMin, toMin, ...rule }: queries.Rule) => ({
  ...rule,
  from: timeOf(fromMin),
  to: timeOf(toMin),
})

const presentException = (row: queries.Exception) => ({
  id: row.id,
  doctorId: row.doctor_id,
  placeId: row.place_id,
  kind: row.kind,
  firstDay: row.first_day,
  lastDay: row.last_day,
  from: row.from_min === null ? null : timeOf(row.from_min),
  to: row.to_min === null ? null : timeOf(row.to_min),
  modes: row.modes,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
})
