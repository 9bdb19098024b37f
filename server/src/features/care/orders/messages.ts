import type { Actor } from '../../../actor.ts'
import { queueOnceADay } from '../../../messages/once.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { Locked } from './queries.ts'
import type { Status } from './rules.ts'

type Placed = Pick<Locked, 'id' | 'pharmacy_id' | 'pharmacy_name' | 'patient_id'>

/** Notifies the pharmacy of a new order that it did not place itself, and the patient of an order that the staff placed. */
export function notifyOfOrder(
  ctx: UnitOfWork,
  actor: Actor,
  { patient_name, ...order }: Placed & Pick<Locked, 'patient_name'>,
): void {
  const { id, pharmacy_id } = order
  if (actor.userId === pharmacy_id) return
  notifyOfChoice(ctx, actor, order)
  queueMessage(ctx, {
    to: { userId: pharmacy_id },
    template: 'ORDER_CREATED',
    variables: { patientName: patient_name },
    about: [id],
  })
}

/**
 * Notifies the patient that the staff chose a pharmacy, which can now read the prescription. The internal hook is exempt: it
 * reports the choice that the patient made in an application.
 */
function notifyOfChoice(ctx: UnitOfWork, actor: Actor, { id, pharmacy_name, patient_id }: Omit<Placed, 'pharmacy_id'>) {
  if (actor.actsFor.includes(patient_id) || actor.clientId === 'internal') return
  queueMessage(ctx, {
    to: { userId: patient_id },
    template: 'PHARMACY_CHOSEN',
    variables: { pharmacyName: pharmacy_name },
    about: [id],
  })
}

/**
 * Notifies both pharmacies of a transfer, and the patient if the staff made it. Orders can be transferred back and forth, so each
 * pharmacy gets at most one message a day about a prescription.
 */
export function notifyOfTransfer(
  ctx: UnitOfWork,
  actor: Actor,
  { id, prescription_id, pharmacy_id, patient_id, patient_name }: Locked,
  next: Pick<Locked, 'id' | 'pharmacy_id' | 'pharmacy_name'>,
): void {
  notifyOfChoice(ctx, actor, { ...next, patient_id })
  const common = { variables: { patientName: patient_name }, about: prescription_id }
  queueOnceADay(ctx, { ...common, userId: pharmacy_id, template: 'ORDER_WITHDRAWN', alsoAbout: id })
  queueOnceADay(ctx, { ...common, userId: next.pharmacy_id, template: 'ORDER_CREATED', alsoAbout: next.id })
}

/** The patient's message for each status. A patient gets the same message for CANCELLED and REJECTED. */
const templates = {
  PREPARING: 'ORDER_PREPARING',
  READY: 'ORDER_READY',
  DELIVERED: 'ORDER_DELIVERED',
  CANCELLED: 'ORDER_CANCELLED',
  REJECTED: 'ORDER_CANCELLED',
} as const

/** Notifies the patient of a new status, and the pharmacy of a cancellation, except of their own actions. */
export function notifyOfStatus(ctx: UnitOfWork, actor: Actor, order: Locked, to: Status): void {
  if (to === 'PENDING') return // the initial status
  const template = templates[to]
  const about = [order.id]
  if (actor.userId !== order.patient_id) {
    const variables = { pharmacyName: order.pharmacy_name }
    queueMessage(ctx, { to: { userId: order.patient_id }, template, variables, about })
  }
  if (template === 'ORDER_CANCELLED' && !isByPharmacy(actor, order)) notifyOfWithdrawal(ctx, order)
}

/** Notifies the pharmacy that it must no longer prepare the order or hand it over. */
function notifyOfWithdrawal(ctx: UnitOfWork, { id, pharmacy_id, patient_name }: Locked): void {
  const variables = { patientName: patient_name }
  queueMessage(ctx, { to: { userId: pharmacy_id }, template: 'ORDER_WITHDRAWN', variables, about: [id] })
}

/** Updates by the internal hook come from the pharmacy's application. */
const isByPharmacy = (actor: Actor, { pharmacy_id }: Locked): boolean =>
  actor.userId === pharmacy_id || actor.clientId === 'internal'
