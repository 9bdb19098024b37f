import type { Actor } from '../../../actor.ts'
import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { columns } from './fields.ts'
import { type Move, moves } from './move-queries.ts'
import * as queries from './queries.ts'
import { appointmentStatisticsRoutes } from './statistics-routes.ts'

export function appointmentRoutes(on: On): void {
  appointmentStatisticsRoutes(on)

  on(contract.listAppointments, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { appointments: rows.map(present), pagination }
  })

  on(contract.listMissedAppointments, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.missed(actor.role, query), query, query)
    return { appointments: rows.map(present), pagination }
  })

  on(contract.bookAppointment, async (ctx, actor, { body }) => ({
    appointment: await actions.book(ctx, actor, await actions.addHeldFields(ctx, actor, body)),
  }))

  on(contract.readAppointment, (ctx, actor, { params }) => read(ctx, actor, params))

  on(contract.updateAppointment, async (ctx, actor, { params, body }) => {
    await actions.update(ctx, actor, params.id, body)
    return read(ctx, actor, params)
  })

  on(contract.cancelAppointment, async (ctx, actor, { params, body }) => {
    await actions.update(ctx, actor, params.id, { ...body, status: 'CANCELLED' })
    return read(ctx, actor, params)
  })

  on(contract.listAppointmentMoves, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(moves(actor.role), params, params.id)
    if (!row) throw notFound('Appointment')
    return { moves: row.moves.map(presentMove) }
  })

  on(contract.deleteAppointment, async (ctx, actor, { params }) => {
    await actions.remove(ctx, actor, params.id)
    return { ok: true as const }
  })
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Appointment')
  return { appointment: present(row) }
}

const presentMove = (row: Move) => ({
  from: { startTime: toIso(row.from_start), endTime: toIso(row.from_end) },
  to: { startTime: toIso(row.to_start), endTime: toIso(row.to_end) },
  movedBy: row.moved_by === null || row.moved_by_name === null ? null : { id: row.moved_by, name: row.moved_by_name },
  movedAt: toIso(row.moved_at),
})

/** PostgreSQL writes times in JSON with their offset. */
const toIso = (time: string) => new Date(time).toISOString()

const present = (row: queries.Shown) => ({
  ...toFields(columns, row),
  patient: { id: row.patient_id, name: row.patient_name },
  doctor: { id: row.doctor_id, name: row.doctor_name },
})
