import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { queueMessage } from '../../messages/queue.ts'
import type { Held } from './queries.ts'
import type { Status } from './rules.ts'

/** Tells the pharmacy of an order, unless it placed it itself. */
export function tellOfOrder(
  ctx: Context,
  actor: Actor,
  { id, pharmacy_id, patient_name }: Pick<Held, 'id' | 'pharmacy_id' | 'patient_name'>,
): void {
  if (actor.userId === pharmacy_id) return
  queueMessage(ctx, {
    to: { userId: pharmacy_id },
    template: 'ORDER_CREATED',
    variables: { patientName: patient_name },
    about: [id],
  })
}

/** What the patient is told of a state. For somebody who waits for medicines, cancelled and rejected are the same. */
const told = {
  PREPARING: 'ORDER_PREPARING',
  READY: 'ORDER_READY',
  DELIVERED: 'ORDER_DELIVERED',
  CANCELLED: 'ORDER_CANCELLED',
  REJECTED: 'ORDER_CANCELLED',
} as const

/** Tells the patient how far an order is, and the pharmacy that it is off; neither of what they did themselves. */
export function tellOfMove(ctx: Context, actor: Actor, order: Held, to: Status): void {
  if (to === 'PENDING') return // nothing comes back to it
  const template = told[to]
  const about = [order.id]
  if (actor.userId !== order.patient_id) {
    const variables = { pharmacyName: order.pharmacy_name }
    queueMessage(ctx, { to: { userId: order.patient_id }, template, variables, about })
  }
  if (template === 'ORDER_CANCELLED' && !isOfPharmacy(actor, order)) {
    const variables = { patientName: order.patient_name }
    queueMessage(ctx, { to: { userId: order.pharmacy_id }, template: 'ORDER_WITHDRAWN', variables, about })
  }
}

/** What another application of the installation reports of an order, the pharmacy's has done. */
const isOfPharmacy = (actor: Actor, { pharmacy_id }: Held): boolean =>
  actor.userId === pharmacy_id || actor.clientId === 'internal'
