import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import { flagOf } from './rules.ts'

export function labOrderRoutes(on: On): void {
  on(contract.listLabOrders, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { labOrders: rows.map(present), pagination }
  })

  on(contract.submitLabOrder, async (ctx, actor, { body }) =>
    presentChanged(ctx, actor, await actions.submit(ctx, actor, body)),
  )

  on(contract.readLabOrder, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Lab order')
    return { labOrder: present(row) }
  })

  on(contract.updateLabOrder, async (ctx, actor, { params, body }) =>
    presentChanged(ctx, actor, await actions.changeStatus(ctx, actor, params.id, body.status)),
  )

  on(contract.cancelLabOrder, async (ctx, actor, { params }) =>
    presentChanged(ctx, actor, await actions.changeStatus(ctx, actor, params.id, 'CANCELLED')),
  )

  on(contract.chooseLaboratory, async (ctx, actor, { params, body }) =>
    presentChanged(ctx, actor, await actions.chooseLaboratory(ctx, actor, params.id, body.laboratoryId)),
  )

  on(contract.enterLabResults, async (ctx, actor, { params, body }) => {
    const entered = await actions.enterResults(ctx, actor, params.id, body)
    const row = await ctx.readOne(queries.resultOf(actor.role), params, params.id)
    return { labResult: row ? presentResult(row) : entered }
  })

  on(contract.readLabResult, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.resultOf(actor.role), params, params.id)
    if (!row) throw notFound('Lab result')
    return { labResult: presentResult(row) }
  })
}

/** The response after a change: the lab order, or only the changed fields if the caller may not read it. */
async function presentChanged<C extends { id: string }>(ctx: UnitOfWork, actor: Actor, changed: C) {
  const row = await ctx.readOne(queries.one(actor.role), { id: changed.id }, changed.id)
  return { labOrder: row ? present(row) : changed }
}

const present = (row: queries.Row) => ({
  id: row.id,
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  appointmentId: row.appointment_id,
  tests: row.tests,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  releasedAt: row.released_at?.toISOString() ?? null,
  laboratoryId: row.laboratory_id,
  doctor: row.doctor_id && row.doctor_name ? { id: row.doctor_id, name: row.doctor_name } : null,
  laboratory: row.laboratory_id && row.laboratory_name ? { id: row.laboratory_id, name: row.laboratory_name } : null,
  patient: { id: row.patient_id, name: row.patient_name },
  birthDate: row.birth_date,
  sex: row.sex,
})

const presentResult = (row: queries.ShownResult) => ({
  id: row.id,
  labOrderId: row.lab_order_id,
  enteredAt: row.entered_at.toISOString(),
  releasedAt: row.released_at?.toISOString() ?? null,
  results: row.results.map((value) => ({
    param: value.param,
    value: value.value,
    unit: value.unit,
    low: value.low,
    high: value.high,
    criticalLow: value.criticalLow,
    criticalHigh: value.criticalHigh,
    flag: flagOf(value),
  })),
})
