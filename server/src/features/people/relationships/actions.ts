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
export { patientsOf, treats, treatsRegularly } from './queries.ts'
export { needsReason, untreated } from './rules.ts'

type Appointment = { id: string; doctor_id: string; patient_id: string; start_time: Date; end_time: Date }
type NamedAppointment = Appointment & { doctor_name: string }

const groundOf = (ctx: UnitOfWork, { id, doctor_id, patient_id }: Appointment) => ({
  tenantId: ctx.trail.tenantId,
  professionalId: doctor_id,
  patientId: patient_id,
  appointmentId: id,
})

/** Whether the caller decides as the patient, not as the staff for them. */
const isOwn = ({ role }: Actor): boolean => hasRelation(access.relationships.consent, role, 'own')

/**
 * Call it when the patient, or the staff for them, moved or accepted an appointment. The patient is notified of the file that the
 * staff opens.
 */
export async function recordAcceptance(
  ctx: Context<'config'>,
  actor: Actor,
  appointment: NamedAppointment,
): Promise<void> {
  const { start_time: startTime, end_time: endTime } = appointment
  const ground = groundOf(ctx, appointment)
  const opens = !isOwn(actor) && (await contacts.findOpensByStaff(ctx.db, { ...ground, startTime, endTime }))
  const { careRelationshipMonths: months } = ctx.config
  if (isOwn(actor)) defer(ctx.db, contacts.insertBooked({ ...ground, startTime, months }))
  else if (endTime <= ctx.clock.now()) withdrawStaffBooking(ctx, appointment.id)
  else defer(ctx.db, contacts.insertBookedByStaff({ ...ground, startTime, endTime }))
  if (opens) notifyOfOpening(ctx, appointment)
}

/** Notifies the patient of the file that a visit opens, which the staff booked. */
export function notifyOfOpening(ctx: UnitOfWork, appointment: NamedAppointment): void {
  const { patient_id: patientId, doctor_name: doctorName } = appointment
  const variables = { doctorName, ...rules.openingOf(appointment, ctx.clock.now()) }
  queueMessage(ctx, { to: { userId: patientId }, template: 'VISIT_OPENS_FILE', variables, about: [patientId] })
}

/** Call it when a visit took place. @param met whether patient and professional were in its room themselves */
export function recordVisit(ctx: Context<'config'>, appointment: Appointment, met: boolean): void {
  const { careRelationshipMonths: months } = ctx.config
  const visit = { ...groundOf(ctx, appointment), endTime: appointment.end_time, months, met }
  defer(ctx.db, contacts.insertVisited(visit))
}

/** Call it when an appointment is cancelled or was missed. What the patient's own booking began goes on. */
export const withdrawStaffBooking = ({ db, trail }: UnitOfWork, sourceId: string): void =>
  defer(db, contacts.endOfStaffBooking({ tenantId: trail.tenantId, sourceId }))

/** Call it when an appointment is deleted. */
export const withdrawAppointment = (ctx: UnitOfWork, { tenantId, userId: by }: Actor, sourceId: string): void =>
  defer(ctx.db, contacts.endOfSource({ tenantId, sourceId, by }))

/** Call it when a professional, or the front desk for them, registered a patient. */
export function recordRegistration(ctx: Context<'config'>, professionalId: string, patientId: string): void {
  const { careRelationshipMonths: months } = ctx.config
  const pair = { tenantId: ctx.trail.tenantId, professionalId, patientId }
  defer(ctx.db, queries.insertStated({ ...pair, basis: 'REGISTERED', months }))
}

/** Whether a professional, or the front desk for them, registered a patient. */
export const hasRegistered = (ctx: UnitOfWork, professionalId: string, patientId: string): Promise<boolean> =>
  queries.findRegistered(ctx.db, { tenantId: ctx.trail.tenantId, professionalId, patientId })

/** Whether a user is a professional who can treat patients. */
export const canTreat = (ctx: UnitOfWork, professionalId: string): Promise<boolean> =>
  queries.findPractitioner(ctx.db, ctx.trail.tenantId, professionalId)

/** Whether a professional treats a patient. */
export const isTreating = (ctx: UnitOfWork, professionalId: string, patientId: string): Promise<boolean> =>
  queries.findTreats(ctx.db, { tenantId: ctx.trail.tenantId, professionalId, patientId })

/** The same, but not in an emergency alone: who attests, invoices, certifies or books needs another basis. */
export const isTreatingRegularly = (ctx: UnitOfWork, professionalId: string, patientId: string): Promise<boolean> =>
  queries.findTreatsRegularly(ctx.db, { tenantId: ctx.trail.tenantId, professionalId, patientId })

/** Whether an administrator has opened the file of a patient. */
export const hasOpened = (ctx: UnitOfWork, { tenantId, userId: professionalId }: Actor, patientId: string) =>
  queries.findOpened(ctx.db, { tenantId, professionalId, patientId })

/** Ends all relationships of a professional who leaves. */
export const endAllOf = ({ db, trail: { tenantId } }: UnitOfWork, professionalId: string): void =>
  defer(db, queries.endAllOf({ tenantId, professionalId }))

/** Whether the caller may see the relationships of a patient. */
export const isManaged = (ctx: UnitOfWork, actor: Actor, patientId: string): Promise<boolean> =>
  queries.isManaged(ctx.db, actor, patientId)

/** The path of a relationship. */
type Names = { id: string; professionalId: string }

/**
 * States that a professional treats a patient, which prolongs the relationship if it was stated before. When an
 * administrator states it, the patient and the other administrators are notified, also while a booking of the staff opens the file.
 * @throws {ApiError} 404 unless the patient is visible and the professional exists, 403 for a basis that is not the caller's
 *   to state
 */
export async function state(
  ctx: Context<'config'>,
  actor: Actor,
  { id: patientId, professionalId }: Names,
  basis: rules.StatedBasis,
): Promise<void> {
  const pair = { patientId, professionalId }
  const named = await queries.findNamed(ctx.db, actor, pair)
  const { patient: patientName, professional: doctorName } = named
  if (patientName === null || doctorName === null) throw notFound('Relationship')
  rules.assertMayState(actor, patientId, basis)
  if (basis !== 'CONSENTED' && !(await queries.findTreatsLastingly(ctx.db, { tenantId: actor.tenantId, ...pair }))) {
    const message = { about: [patientId], variables: { doctorName } }
    queueMessage(ctx, { ...message, to: { userId: patientId }, template: 'RELATIONSHIP_STATED' })
    queueMessage(ctx, {
      about: [patientId],
      variables: { doctorName, patientName },
      to: { allAdministrators: true, but: actor.userId },
      template: 'RELATIONSHIP_STATED_REPORT',
    })
  }
  const { careRelationshipMonths: months } = ctx.config
  defer(ctx.db, queries.insertStated({ tenantId: actor.tenantId, ...pair, basis, months }))
  ctx.setAuditSubject(patientId, patientId)
}

/**
 * Ends what a professional treats a patient for, or an administrator's access, who leaves the patient's rooms.
 * @throws {ApiError} 404 unless the patient is visible and a relationship is in force
 */
export async function end(
  ctx: Context<'rooms'>,
  actor: Actor,
  { id: patientId, professionalId }: Names,
): Promise<void> {
  const { tenantId, userId } = actor
  if (!(await queries.isManaged(ctx.db, actor, patientId))) throw notFound('Relationship')
  rules.assertMayEnd(actor, patientId)
  // A concurrent arrival in a room locks the user too: it is found after the commit, or refused.
  deferUserLock(ctx.db, tenantId, professionalId)
  if (!(await queries.end(ctx.db, { tenantId, professionalId, patientId }, userId))) throw notFound('Relationship')
  ctx.rooms.removeFromRoomsOf(ctx.db, { tenantId, identity: professionalId, patientId })
  ctx.setAuditSubject(patientId, patientId)
}

/**
 * Opens the file of a patient without a relationship, and informs the patient and the administrators. An opening in force is
 * answered again, without messages.
 * @throws {ApiError} 403 if it is disabled, was ended within a day, or for a client that may not sign: the professional declares
 *   the emergency in person; 404 for an unknown patient
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
 * Opens the clinical content of a patient to an administrator, and informs the patient and the other administrators. An
 * opening in force is answered again, without messages.
 * @throws {ApiError} 403 if it is disabled or was ended within a day, 404 for an unknown patient
 */
export async function openAsAdministrator(ctx: Context<'config'>, actor: Actor, patientId: string, reason: string) {
  const { opened, names, until, isNew } = await open(ctx, actor, patientId, { basis: 'ADMINISTRATION', reason })
  if (!isNew) return opened
  const message = { about: [patientId], variables: { administratorName: names.professional, validUntil: until } }
  queueMessage(ctx, { ...message, to: { userId: patientId }, template: 'ADMINISTRATIVE_ACCESS' })
  queueMessage(ctx, {
    about: [patientId],
    variables: { ...message.variables, patientName: names.patient },
    to: { allAdministrators: true, but: actor.userId },
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
  deferLock(ctx.db, 'opening', tenantId, professionalId, patientId) // serialises openings of a pair
  const [last] = await rowsOf<queries.LastOpening>(ctx.db, queries.findLastOpening({ ...pair, basis }))
  if (last) rules.assertNotEnded(last)
  if (last && !last.ended) return { opened: shown(patientId, last), names, until: last.until, isNew: false }
  const id = newId(basis === 'EMERGENCY' ? 'emg' : 'adm')
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + rules.EMERGENCY_HOURS * 3_600_000)
  defer(ctx.db, queries.insertOpening({ ...pair, id, basis, reason, now }))
  return { opened: shown(patientId, { id, reason, since: now, until }), names, until, isNew: true }
}

const shown = (patientId: string, { id, reason, since, until }: Omit<queries.LastOpening, 'ended'>) => ({
  ...{ id, patientId, reason },
  ...{ since: since.toISOString(), until: until.toISOString() },
})

/** The professionals who would reach both patients after a merge, and reach only one now. */
export const findGaining = ({ db, trail: { tenantId } }: UnitOfWork, ids: readonly string[]) =>
  queries.findGaining(db, tenantId, ids)
