import type { Actor } from '../../../actor.ts'
import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function followUpRoutes(on: On): void {
  on(contract.listFollowUps, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { followUps: rows.map(present), pagination }
  })

  on(contract.proposeFollowUp, async (ctx, actor, { body }) =>
    read(ctx, actor, await actions.propose(ctx, actor, body)),
  )

  on(contract.readFollowUp, (ctx, actor, { params }) => read(ctx, actor, params))

  on(contract.acceptFollowUp, async (ctx, actor, { params, body }) =>
    read(ctx, actor, await actions.accept(ctx, actor, params.id, body)),
  )

  on(contract.declineFollowUp, async (ctx, actor, { params }) =>
    read(ctx, actor, await actions.decline(ctx, actor, params.id)),
  )

  const cancel = async (ctx: UnitOfWork, actor: Actor, { params }: { params: { id: string } }) =>
    read(ctx, actor, await actions.cancel(ctx, actor, params.id))
  on(contract.cancelFollowUp, cancel)
  on(contract.updateFollowUp, cancel)
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Follow-up')
  return { followUp: present(row) }
}

const present = (row: queries.Row) => ({
  ...toFields(queries.columns, row),
  doctor: { id: row.doctor_id, name: row.doctor_name },
  patient: { id: row.patient_id, name: row.patient_name },
})
