import type { Actor } from '../../../actor.ts'
import { queueOnceADay } from '../../../messages/once.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { Locked } from './queries.ts'
import type { Status } from './rules.ts'

type Placed = Pick<Locked, 'id' | 'pharmacy_id' | 'pharmacy_name' | 'patient_id'>

/** Messages the pharmacy about a new order, unless it placed the order itself, and the patient about one of the staff. */
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
 * Messages the patient about a pharmacy that the staff chose, which reads the prescription. A pharmacy that orders for itself has a
 * code of the patient, and the internal hook reports the choice of the patient's application.
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
 * Messages the patient about a transfer by the staff, and both pharmacies: each pharmacy at most once a day about one prescription, because transfers can be repeated
 * back and forth.
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

/** The message to the patient by status. To a patient, cancelled and rejected are the same. */
const templates = {
  PREPARING: 'ORDER_PREPARING',
  READY: 'ORDER_READY',
  DELIVERED: 'ORDER_DELIVERED',
  CANCELLED: 'ORDER_CANCELLED',
  REJECTED: 'ORDER_CANCELLED',
} as const

/** Messages the patient about a status, and the pharmacy about a cancellation, except about their own actions. */
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

/** Messages the pharmacy that must not prepare the order or hand it over. */
export function notifyOfWithdrawal(ctx: UnitOfWork, { id, pharmacy_id, patient_name }: Locked): void {
  const variables = { patientName: patient_name }
  queueMessage(ctx, { to: { userId: pharmacy_id }, template: 'ORDER_WITHDRAWN', variables, about: [id] })
}

/** Updates by the internal hook come from the pharmacy's application. */
const isByPharmacy = (actor: Actor, { pharmacy_id }: Locked): boolean =>
  actor.userId === pharmacy_id || actor.clientId === 'internal'
