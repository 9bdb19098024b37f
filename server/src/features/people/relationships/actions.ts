import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, assertAllowedToSign } from '../../../actor.ts'
import { defer, deferLock, rowsOf } from '../../../db/transaction.ts'
import { deferUserLock } from '../../../db/users.ts'
import { notFound } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as contacts from './contact-queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { insertNewlyBooked, insertNewlyBookedByStaff, openingOf } from './contact-queries.ts'
export { newestPatientsOf, patientsOf, treats, treatsRegularly } from './queries.ts'
export { needsReason, untreated } from './rules.ts'

type Appointment = { id: string; doctor_id: string; patient_id: string; start_time: Date; end_time: Date }
type NamedAppointment = Appointment & { doctor_name: string }

const sourceOf = (ctx: UnitOfWork, { id, doctor_id, patient_id }: Appointment) => ({
  tenantId: ctx.trail.tenantId,
  professionalId: doctor_id,
  patientId: patient_id,
  appointmentId: id,
})

/** Whether the caller acts as the patient or a guardian, not as the staff. */
const isOwn = ({ role }: Actor): boolean => hasRelation(access.relationships.consent, role, 'own')

/**
 * Call it when the patient, or the staff on their behalf, has moved or accepted an appointment. If a booking by the staff gives
 * the professional new access to the file, the patient is notified.
 */
export async function recordAcceptance(
  ctx: Context<'config'>,
  actor: Actor,
  appointment: NamedAppointment,
): Promise<void> {
  const { start_time: startTime, end_time: endTime } = appointment
  const source = sourceOf(ctx, appointment)
  const opens = !isOwn(actor) && (await contacts.findStaffBookingOpens(ctx.db, { ...source, startTime, endTime }))
  const { careRelationshipMonths: months } = ctx.config
  if (isOwn(actor)) defer(ctx.db, contacts.insertBooked({ ...source, startTime, months }))
  else if (endTime <= ctx.clock.now()) withdrawStaffBooking(ctx, appointment.id)
  else defer(ctx.db, contacts.insertBookedByStaff({ ...source, startTime, endTime }))
  if (opens) notifyOfOpening(ctx, appointment)
}

/** Notifies the patient that a visit booked by the staff gives the professional access to their file. */
export function notifyOfOpening(ctx: UnitOfWork, appointment: NamedAppointment): void {
  const { patient_id: patientId, doctor_name: doctorName } = appointment
  const variables = { doctorName, ...rules.openingOf(appointment, ctx.clock.now()) }
  queueMessage(ctx, { to: { userId: patientId }, template: 'VISIT_OPENS_FILE', variables, about: [patientId] })
}

/** Call it when a visit took place. @param metInRoom whether patient and professional were both in its video room */
export function recordVisit(ctx: Context<'config'>, appointment: Appointment, metInRoom: boolean): void {
  const { careRelationshipMonths: months } = ctx.config
  const visit = { ...sourceOf(ctx, appointment), endTime: appointment.end_time, months, metInRoom }
  defer(ctx.db, contacts.insertVisited(visit))
}

/** Call it when an appointment is cancelled or missed. Access from the patient's own booking continues. */
export const withdrawStaffBooking = ({ db, trail }: UnitOfWork, sourceId: string): void =>
  defer(db, contacts.closeStaffBooking({ tenantId: trail.tenantId, sourceId }))

/** Call it when an appointment is deleted. */
export const withdrawAppointment = (ctx: UnitOfWork, { tenantId, userId: by }: Actor, sourceId: string): void =>
  defer(ctx.db, contacts.endBySource({ tenantId, sourceId, by }))

/** Call it when a professional, or the front desk for them, has registered a patient. */
export function recordRegistration(ctx: Context<'config'>, professionalId: string, patientId: string): void {
  const { careRelationshipMonths: months } = ctx.config
  const pair = { tenantId: ctx.trail.tenantId, professionalId, patientId }
  defer(ctx.db, queries.insertStated({ ...pair, basis: 'REGISTERED', months }))
}

/** Whether the patient was registered by the professional, or by the front desk for them. */
export const hasRegistered = (ctx: UnitOfWork, professionalId: string, patientId: string): Promise<boolean> =>
  queries.findRegistered(ctx.db, { tenantId: ctx.trail.tenantId, professionalId, patientId })

/** Whether a user is a professional who can treat patients. */
export const canTreat = (ctx: UnitOfWork, professionalId: string): Promise<boolean> =>
  queries.findPractitioner(ctx.db, ctx.trail.tenantId, professionalId)

/** Whether a professional treats a patient. */
export const isTreating = (ctx: UnitOfWork, professionalId: string, patientId: string): Promise<boolean> =>
  queries.findTreats(ctx.db, { tenantId: ctx.trail.tenantId, professionalId, patientId })

/** Whether a professional treats a patient other than in an emergency. Attesting, invoicing, certifying and booking need it. */
export const isTreatingRegularly = (ctx: UnitOfWork, professionalId: string, patientId: string): Promise<boolean> =>
  queries.findTreatsRegularly(ctx.db, { tenantId: ctx.trail.tenantId, professionalId, patientId })

/** Whether an administrator has opened the file of a patient. */
export const hasOpened = (ctx: UnitOfWork, { tenantId, userId: professionalId }: Actor, patientId: string) =>
  queries.findOpened(ctx.db, { tenantId, professionalId, patientId })

/** Ends all relationships of a professional who leaves. */
export const endAllOf = ({ db, trail: { tenantId } }: UnitOfWork, professionalId: string): void =>
  defer(db, queries.endAllOf({ tenantId, professionalId }))

/** Whether the caller may see the relationships of a patient. */
export const maySeeRelationships = (ctx: UnitOfWork, actor: Actor, patientId: string): Promise<boolean> =>
  queries.maySeeRelationships(ctx.db, actor, patientId)

/** The parameters of the path of a relationship. */
type PathParams = { id: string; professionalId: string }

/**
 * States that a professional treats a patient. Stating it again extends it. If an administrator states it, the patient and the
 * other administrators are notified, unless the professional already has access from more than a booking by the staff.
 * @throws {ApiError} 404 unless the patient is visible and the professional exists; 403 for a basis that the caller may not state
 */
export async function stateRelationship(
  ctx: Context<'config'>,
  actor: Actor,
  { id: patientId, professionalId }: PathParams,
  basis: rules.StatedBasis,
): Promise<void> {
  const pair = { patientId, professionalId }
  const { patient: patientName, professional: doctorName } = await queries.findNames(ctx.db, actor, pair)
  if (patientName === null || doctorName === null) throw notFound('Relationship')
  rules.assertMayState(actor, patientId, basis)
  if (basis !== 'CONSENTED' && !(await queries.findTreatsLastingly(ctx.db, { tenantId: actor.tenantId, ...pair }))) {
    const message = { about: [patientId], variables: { doctorName } }
    queueMessage(ctx, { ...message, to: { userId: patientId }, template: 'RELATIONSHIP_STATED' })
    queueMessage(ctx, {
      about: [patientId],
      variables: { doctorName, patientName },
      to: { allAdministrators: true, except: actor.userId },
      template: 'RELATIONSHIP_STATED_REPORT',
    })
  }
  const { careRelationshipMonths: months } = ctx.config
  defer(ctx.db, queries.insertStated({ tenantId: actor.tenantId, ...pair, basis, months }))
  ctx.setAuditSubject(patientId, patientId)
}

/**
 * Ends the access of a professional or administrator to a patient's file, and removes them from the patient's rooms.
 * @throws {ApiError} 404 unless the patient is visible and a relationship is in force
 */
export async function endRelationship(
  ctx: Context<'rooms'>,
  actor: Actor,
  { id: patientId, professionalId }: PathParams,
): Promise<void> {
  const { tenantId, userId } = actor
  if (!(await queries.maySeeRelationships(ctx.db, actor, patientId))) throw notFound('Relationship')
  rules.assertMayEnd(actor, patientId)
  // Joining a room takes the same lock, so a concurrent join is either refused, or seen and removed after the commit.
  deferUserLock(ctx.db, tenantId, professionalId)
  if (!(await queries.end(ctx.db, { tenantId, professionalId, patientId }, userId))) throw notFound('Relationship')
  ctx.rooms.removeFromRoomsOf(ctx.db, { tenantId, identity: professionalId, patientId })
  ctx.setAuditSubject(patientId, patientId)
}

/**
 * Opens the file of a patient without a relationship, and notifies the patient and the administrators. If emergency access is
 * already in force, returns it and sends no messages.
 * @throws {ApiError} 403 if emergency access is disabled, if it was ended within the last 24 hours, or for a client that may not
 *   sign, because the professional must declare the emergency in person; 404 for an unknown patient
 */
export async function openInEmergency(ctx: Context<'config'>, actor: Actor, patientId: string, reason: string) {
  assertAllowedToSign(actor)
  const { opened, names, until, isNew } = await open(ctx, actor, patientId, { basis: 'EMERGENCY', reason })
  if (!isNew) return opened
  const message = { about: [patientId], variables: { doctorName: names.professional, validUntil: until } }
  queueMessage(ctx, { ...message, to: { userId: patientId }, template: 'EMERGENCY_ACCESS' })
  queueMessage(ctx, {
    about: [patientId],
    variables: { ...message.variables, patientName: names.patient },
    to: { allAdministrators: true },
    template: 'EMERGENCY_ACCESS_REPORT',
  })
  return opened
}

/**
 * Opens the clinical content of a patient to an administrator, and notifies the patient and the other administrators. If the
 * access is already in force, returns it and sends no messages.
 * @throws {ApiError} 403 if access with a reason is disabled, or was ended within the last 24 hours; 404 for an unknown patient
 */
export async function openAsAdministrator(ctx: Context<'config'>, actor: Actor, patientId: string, reason: string) {
  const { opened, names, until, isNew } = await open(ctx, actor, patientId, { basis: 'ADMINISTRATION', reason })
  if (!isNew) return opened
  const message = { about: [patientId], variables: { administratorName: names.professional, validUntil: until } }
  queueMessage(ctx, { ...message, to: { userId: patientId }, template: 'ADMINISTRATIVE_ACCESS' })
  queueMessage(ctx, {
    about: [patientId],
    variables: { ...message.variables, patientName: names.patient },
    to: { allAdministrators: true, except: actor.userId },
    template: 'ADMINISTRATIVE_ACCESS_REPORT',
  })
  return opened
}

type Opening = { basis: 'EMERGENCY' | 'ADMINISTRATION'; reason: string }

async function open(ctx: Context<'config'>, actor: Actor, patientId: string, { basis, reason }: Opening) {
  rules.assertEmergencyAccess(ctx.config.emergencyAccess)
  const { tenantId, userId: professionalId } = actor
  type Names = { patient: string; professional: string }
  const [names] = await rowsOf<Names>(ctx.db, queries.findForOpening({ tenantId, userId: professionalId, patientId }))
  if (!names) throw notFound('Patient')
  ctx.setAuditSubject(patientId, patientId)
  const pair = { tenantId, professionalId, patientId }
  deferLock(ctx.db, 'opening', tenantId, professionalId, patientId) // concurrent calls must not open it twice
  const [last] = await rowsOf<queries.LastOpening>(ctx.db, queries.findLastOpening({ ...pair, basis }))
  if (last) rules.assertNotEnded(last)
  if (last && !last.ended) return { opened: toResponse(patientId, last), names, until: last.until, isNew: false }
  const id = newId(basis === 'EMERGENCY' ? 'emg' : 'adm')
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + rules.EMERGENCY_HOURS * 3_600_000)
  defer(ctx.db, queries.insertOpening({ ...pair, id, basis, reason, now }))
  return { opened: toResponse(patientId, { id, reason, since: now, until }), names, until, isNew: true }
}

const toResponse = (patientId: string, { id, reason, since, until }: Omit<queries.LastOpening, 'ended'>) => ({
  ...{ id, patientId, reason },
  ...{ since: since.toISOString(), until: until.toISOString() },
})

/** The professionals who have access to only one of two patients, and would have access to both after a merge. */
export const findGaining = ({ db, trail: { tenantId } }: UnitOfWork, ids: readonly string[]) =>
  queries.findGaining(db, tenantId, ids)
