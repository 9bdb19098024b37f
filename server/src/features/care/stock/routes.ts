import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { fold } from '../../../lib/fold.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import { daysAfter } from './rules.ts'

export function stockRoutes(on: On): void {
  on(contract.listLots, async (ctx, actor, { query }) => {
    const { medication, expiringWithinDays: days, includeEmpty, pharmacyId } = query
    const filters: queries.Filters = {
      pharmacyId,
      medication: medication && fold(medication),
      expiresBy: days === undefined ? undefined : daysAfter(localDay(ctx.clock.now()), days),
      nonEmpty: includeEmpty ? undefined : true,
    }
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, filters), filters, query)
    return { lots: rows.map(present), pagination }
  })

  on(contract.receiveLot, async (ctx, actor, { body }) => read(ctx, actor, await actions.receive(ctx, actor, body)))

  on(contract.readLot, (ctx, actor, { params }) => read(ctx, actor, params))

  on(contract.updateLot, async (ctx, actor, { params, body }) =>
    read(ctx, actor, await actions.correct(ctx, actor, params.id, body)),
  )

  on(contract.moveStock, async (ctx, actor, { params, body }) => ({
    movement: await actions.recordMovement(ctx, actor, params.id, body),
  }))

  on(contract.listMovements, async (ctx, actor, { params, query }) => {
    if (!(await queries.isVisible(ctx.db, actor, params.id))) throw notFound('Lot')
    ctx.setAuditSubject(params.id)
    const { rows, pagination } = await ctx.readPage(queries.movements, params, query)
    return { movements: rows.map(presentMovement), pagination }
  })
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Lot')
  return { lot: present(row) }
}

const present = (row: queries.Row) => ({
  id: row.id,
  pharmacyId: row.pharmacy_id,
  medication: row.medication,
  lotNumber: row.lot_number,
  quantity: row.quantity,
  expiresOn: row.expires_on,
  receivedAt: row.received_at.toISOString(),
  pharmacy: { id: row.pharmacy_id, name: row.pharmacy_name },
})

const presentMovement = (row: queries.Movement) => ({
  n: row.n,
  delta: row.delta,
  reason: row.reason,
  quantity: row.quantity,
  note: row.note,
  at: row.at.toISOString(),
  by: { id: row.created_by, name: row.created_by_name },
})
