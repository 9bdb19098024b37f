import { type Actor, scopes } from '../../../actor.ts'
import { deferLock } from '../../../db/transaction.ts'
import type { EventKind } from '../../../events/catalog.ts'
import type { Context, Services } from '../../../http/services.ts'
import * as appointments from '../../care/appointments/actions.ts'
import * as labOrders from '../../care/lab-orders/actions.ts'
import * as prescriptions from '../../care/prescriptions/actions.ts'
import * as invoices from '../../money/invoices/actions.ts'
import * as patients from '../../people/patients/actions.ts'
import * as registrations from '../../people/registrations/actions.ts'
import * as reviews from '../../people/reviews/actions.ts'
import * as queries from './queries.ts'
import { HOUR_MS, MINUTE_MS } from './rules.ts'
import { type Cast, castOf } from './trigger-cast.ts'

const VISIT_MIN = 15
const FEE_MAD = 30_000

/** The context that the actions need. */
type ActionContext = Context<'config' | 'payments' | 'rooms' | 'vault'>
/** A person with the context of their own call. */
type Participant = { ctx: ActionContext; actor: Actor }
type Scene = Record<'admin' | 'doctor' | 'patient', Participant>

/** The cause of each kind of event, performed by the actions that also serve the API. */
const causes: Record<EventKind, (scene: Scene) => Promise<unknown>> = {
  'appointment.created': book,
  'appointment.updated': async (scene) => change(scene.doctor, await book(scene), { status: 'CONFIRMED' }),
  'appointment.cancelled': async (scene) => change(scene.patient, await book(scene), { status: 'CANCELLED' }),
  'appointment.completed': visit,
  'prescription.created': prescribe,
  'prescription.signed': prescribe,
  'lab_order.created': orderTests,
  'lab_order.status_changed': async (scene) => moveTests(scene, await orderTests(scene), 'COLLECTED'),
  'lab_result.published': (scene) => publish(scene, { param: 'Potassium', value: 4.2 }),
  'lab_result.critical_alert': (scene) => publish(scene, { param: 'Potassium', value: 6.8 }),
  'payment.succeeded': pay,
  'payment.refunded': refund,
  'review.created': async (scene) => {
    const appointmentId = await visit(scene)
    const { ctx, actor } = scene.patient
    await reviews.review(ctx, actor, appointmentId, { rating: 5, comment: 'À l’écoute, explications claires.' })
  },
  'patient.created': ({ admin }) =>
    registrations.registerPatient(admin.ctx, admin.actor, {
      ...{ name: 'Ilyas Zerouali', birthDate: '1990-04-12', sex: 'M', nationalId: null, phone: null, email: null },
      ...{ nameAr: null, language: 'fr', insurer: null, insuranceNumber: null, differentPerson: true },
    }),
  'patient.consent_updated': async ({ patient: { ctx, actor } }) => {
    const { userId, tenantId } = actor
    const given = await patients.hasConsent(ctx.db, tenantId, userId, 'MARKETING')
    await patients.decide(ctx, actor, userId, given ? [] : ['MARKETING'])
  },
}

/** Triggers an event of a kind. @returns the id of the transaction that records it, for `eventsOf` */
export async function trigger(ctx: ActionContext, actor: Actor, kind: EventKind): Promise<string> {
  const { tenantId } = actor
  deferLock(ctx.db, 'trigger', tenantId) // two calls could choose the same time, or create the same people
  const cast = await castOf(ctx, tenantId)
  await causes[kind](sceneOf(ctx, actor, cast))
  return queries.currentTransaction(ctx.db)
}

/** The events that a committed transaction recorded, in order. */
export async function eventsOf({ database }: Pick<Services, 'database'>, recorded: { tenantId: string; xid: string }) {
  const { rows } = await database.onLane(recorded.tenantId, queries.eventsOf(recorded))
  return rows as { id: string; event: EventKind }[]
}

function sceneOf(ctx: ActionContext, admin: Actor, { doctorId, patientId }: Cast): Scene {
  const as = (userId: string, role: 'DOCTOR' | 'PATIENT'): Participant => {
    const actor = { ...admin, userId, role, actsFor: [userId], maySign: true, scopes: new Set(Object.keys(scopes)) }
    return { actor, ctx: { ...ctx, trail: { ...ctx.trail, userId, actsFor: [userId] } } }
  }
  return { admin: { ctx, actor: admin }, doctor: as(doctorId, 'DOCTOR'), patient: as(patientId, 'PATIENT') }
}

/** Books the first free quarter of an hour in the doctor's calendar, at least an hour ahead. */
async function book({ admin: { ctx, actor }, doctor, patient }: Scene): Promise<string> {
  const parties = { doctorId: doctor.actor.userId, patientId: patient.actor.userId }
  const soonMs = ctx.clock.nowMs() + HOUR_MS
  const from = new Date(Math.ceil(soonMs / (VISIT_MIN * MINUTE_MS)) * VISIT_MIN * MINUTE_MS)
  const slot = { tenantId: actor.tenantId, ...parties, from, minutes: VISIT_MIN }
  const startTime = await appointments.findFreeTime(ctx.db, slot)
  const endTime = new Date(startTime.getTime() + VISIT_MIN * MINUTE_MS)
  return (await appointments.book(ctx, actor, { ...parties, startTime, endTime, pastVisit: false })).id
}

const change = ({ ctx, actor }: Participant, id: string, body: Parameters<typeof appointments.update>[3]) =>
  appointments.update(ctx, actor, id, body)

async function visit(scene: Scene): Promise<string> {
  const id = await book(scene)
  await change(scene.doctor, id, { status: 'COMPLETED' })
  return id
}

/** Issues a prescription. Doctors of the sandbox always sign. */
async function prescribe(scene: Scene): Promise<void> {
  const { ctx, actor } = scene.doctor
  const appointmentId = await book(scene)
  await prescriptions.issue(ctx, actor, {
    ...{ patientId: scene.patient.actor.userId, appointmentId },
    ...{ medication: 'Paracétamol 1 g, comprimé', dosage: '1 comprimé trois fois par jour', instructions: 'Au besoin' },
  })
}

async function orderTests(scene: Scene): Promise<string> {
  const { ctx, actor } = scene.doctor
  const about = { patientId: scene.patient.actor.userId, appointmentId: await book(scene) }
  return (await labOrders.submit(ctx, actor, { ...about, tests: ['Ionogramme'] })).id
}

const moveTests = ({ doctor: { ctx, actor } }: Scene, id: string, status: labOrders.Status) =>
  labOrders.changeStatus(ctx, actor, id, status)

async function publish(scene: Scene, result: { param: string; value: number }): Promise<void> {
  const { ctx, actor } = scene.doctor
  const id = await orderTests(scene)
  const limits = { unit: 'mmol/L', low: 3.5, high: 5.1, criticalLow: 2.8, criticalHigh: 6.2 }
  await labOrders.enterResults(ctx, actor, id, { results: [{ ...result, ...limits }] })
  await moveTests(scene, id, 'RELEASED')
}

/** Pays an invoice in cash, because a card is charged outside the transaction. */
async function pay({ admin: { ctx, actor }, patient }: Scene): Promise<string> {
  const invoice = { patientId: patient.actor.userId, amountMAD: FEE_MAD, description: 'Consultation' }
  const { id } = await invoices.create(ctx, actor, invoice)
  await invoices.takePayment(ctx, actor, { params: { id }, query: {}, body: { method: 'CASH', amountMAD: FEE_MAD } })
  return id
}

async function refund(scene: Scene): Promise<void> {
  const { ctx, actor } = scene.admin
  const id = await pay(scene)
  await invoices.refund(ctx, actor, { params: { id }, query: {}, body: { amountMAD: FEE_MAD } })
}
