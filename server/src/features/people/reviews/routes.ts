import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function reviewRoutes(on: On): void {
  on(contract.listReviews, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { reviews: rows.map(present), pagination }
  })

  on(contract.reviewAppointment, async (ctx, actor, { params, body }) => {
    await actions.review(ctx, actor, params.id, body)
    return read(ctx, actor, params)
  })

  on(contract.readReview, (ctx, actor, { params }) => read(ctx, actor, params))
}

/** @param id the id of the appointment */
async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.oneByAppointment(actor.role), { id }, id)
  if (!row) throw notFound('Review')
  return { review: present(row) }
}

const present = (row: queries.Row) => ({
  id: row.id,
  appointmentId: row.appointment_id,
  doctorId: row.doctor_id,
  patientId: row.patient_id,
  rating: row.rating,
  comment: row.comment,
  createdAt: row.created_at.toISOString(),
  doctor: { id: row.doctor_id, name: row.doctor_name },
  patient: { id: row.patient_id, name: row.patient_name },
})
