import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { paginationOf } from '../../../lib/fields.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { columns } from './fields.ts'
import * as queries from './queries.ts'

export function appointmentRoutes(on: On): void {
  on(contract.listAppointments, async (ctx, actor, { query }) => {
    const { rows, total } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { appointments: rows.map(present), pagination: paginationOf(query, total) }
  })

  on(contract.listMissedAppointments, async (ctx, actor, { query }) => {
    const { rows, total } = await ctx.readPage(queries.missed(actor.role, query), query, query)
    return { appointments: rows.map(present), pagination: paginationOf(query, total) }
  })

  on(contract.bookAppointment, async (ctx, actor, { body }) => ({ appointment: await actions.book(ctx, actor, body) }))

  on(contract.readAppointment, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Appointment')
    return { appointment: present(row) }
  })

  on(contract.updateAppointment, async (ctx, actor, { params, body }) => ({
    appointment: await actions.update(ctx, actor, params.id, body),
  }))

  on(contract.deleteAppointment, async (ctx, actor, { params }) => {
    await actions.remove(ctx, actor, params.id)
    return { ok: true as const }
  })
}

const present = (row: queries.Shown) => ({
  ...toFields(columns, row),
  patient: { id: row.patient_id, name: row.patient_name },
  doctor: { id: row.doctor_id, name: row.doctor_name },
})
