import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function orderRoutes(on: On): void {
  on(contract.listOrders, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { orders: rows.map(present), pagination }
  })

  on(contract.placeOrder, async (ctx, actor, { body }) => read(ctx, actor, await actions.place(ctx, actor, body)))

  on(contract.readOrder, (ctx, actor, { params }) => read(ctx, actor, params))

  on(contract.updateOrder, async (ctx, actor, { params, body }) =>
    read(ctx, actor, await actions.changeStatus(ctx, actor, params.id, body)),
  )

  on(contract.cancelOrder, async (ctx, actor, { params }) =>
    read(ctx, actor, await actions.changeStatus(ctx, actor, params.id, { status: 'CANCELLED' })),
  )

  on(contract.changePharmacy, async (ctx, actor, { params, body }) =>
    read(ctx, actor, await actions.changePharmacy(ctx, actor, params.id, body)),
  )

  on(contract.createPickupCode, async (ctx, actor, { params }) => {
    const { expiresAt, ...code } = await actions.createPickupCode(ctx, actor, params.id)
    return { pickupCode: { ...code, expiresAt: expiresAt.toISOString() } }
  })
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Order')
  return { order: present(row) }
}

const present = (row: queries.Row) => ({
  id: row.id,
  prescriptionId: row.prescription_id,
  pharmacyId: row.pharmacy_id,
  patientId: row.patient_id,
  deliveryRequested: row.delivery_requested,
  status: row.status,
  dispensed: row.dispensed,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  prescription: { id: row.prescription_id, medication: row.medication },
  pharmacy: { id: row.pharmacy_id, name: row.pharmacy_name },
  patient: row.patient_id !== null && row.patient_name !== null ? { id: row.patient_id, name: row.patient_name } : null,
})
