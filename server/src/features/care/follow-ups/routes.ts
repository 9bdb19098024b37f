import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { paginationOf } from '../../../lib/fields.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function followUpRoutes(on: On): void {
  on(contract.listFollowUps, async (ctx, actor, { query }) => {
    const { rows, total } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { followUps: rows.map(present), pagination: paginationOf(query, total) }
  })

  on(contract.proposeFollowUp, async (ctx, actor, { body }) => ({
    followUp: presentStatus(await actions.propose(ctx, actor, body)),
  }))

  on(contract.readFollowUp, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Follow-up')
    return { followUp: present(row) }
  })

  on(contract.acceptFollowUp, async (ctx, actor, { params, body }) => ({
    followUp: presentStatus(await actions.accept(ctx, actor, params.id, body)),
  }))

  on(contract.declineFollowUp, async (ctx, actor, { params }) => ({
    followUp: presentStatus(await actions.decline(ctx, actor, params.id)),
  }))

  on(contract.cancelFollowUp, async (ctx, actor, { params }) => ({
    followUp: presentStatus(await actions.cancel(ctx, actor, params.id)),
  }))
}

const present = (row: queries.Row) => ({
  ...toFields(queries.columns, row),
  doctor: { id: row.doctor_id, name: row.doctor_name },
  patient: { id: row.patient_id, name: row.patient_name },
})

const presentStatus = (row: Pick<queries.Row, 'id' | 'status' | 'appointment_id'>) => ({
  id: row.id,
  status: row.status,
  appointmentId: row.appointment_id,
})
