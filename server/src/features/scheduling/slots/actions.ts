import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { unprocessable } from '../../../errors.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { spellingsOfCity, spellingsOfSpecialty } from '../../people/doctors/actions.ts'
import * as visitTypes from '../visit-types/actions.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** Whether the limits of patients apply to the caller: only offered times of types that patients may book. */
export const isPatient = ({ role }: Pick<Actor, 'role'>): boolean => hasRelation(access.holds.make, role, 'shared')

/** @throws {ApiError} 422 for a type that is not offered, or not by the professional */
export async function typeOf(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  { visitTypeId, doctorId }: { visitTypeId: string; doctorId?: string | undefined },
): Promise<visitTypes.VisitType> {
  const type = await visitTypes.find(ctx, tenantId, visitTypeId)
  const offers = doctorId === undefined || type?.doctor_ids == null || type.doctor_ids.includes(doctorId)
  if (type?.active && offers) return type
  throw unprocessable([{ path: ['visitTypeId'], message: 'is not a visit type that the professional offers' }])
}

/** @throws {ApiError} 409 for a patient who may not book visits of the type with the professional */
export async function assertForPatient(
  ctx: UnitOfWork,
  actor: Actor,
  type: Pick<visitTypes.VisitType, 'bookable_by' | 'new_patients_only'>,
  pair: { doctorId: string; patientId: string },
): Promise<void> {
  if (!isPatient(actor)) return
  if (type.bookable_by === 'STAFF') throw rules.slotConflict('STAFF_ONLY')
  if (!type.new_patients_only) return
  const { tenantId } = actor
  if (await queries.isKnownPatient(ctx.db, { tenantId, ...pair })) throw rules.slotConflict('NEW_PATIENTS_ONLY')
}

type AroundTime = Omit<queries.AroundTime, 'cities' | 'specialties'> & { city: string | null; specialty: string | null }

type Wanted = { doctorId: string; visitTypeId: string; startTime: Date; endTime: Date; placeId: string | null }

/** The place at which a slot is offered to the caller; undefined if it is not offered. */
export const findPlace = (ctx: UnitOfWork, actor: Actor, slot: Wanted): Promise<string | undefined> =>
  queries.findOffered(ctx.db, { tenantId: actor.tenantId, userId: actor.userId, ...slot }, !isPatient(actor))

/**
 * The place at which a slot is offered to the caller. The caller holds the lock of the professional's calendar.
 * @throws {ApiError} 409 for a time that is not offered
 */
export async function placeOfSlot(ctx: UnitOfWork, actor: Actor, slot: Wanted): Promise<string> {
  const placeId = await findPlace(ctx, actor, slot)
  if (placeId === undefined) throw rules.slotConflict('NOT_OFFERED')
  return placeId
}

/** The free starts of visits of a type that overlap a time of a professional, as a patient may book them. */
export const startsAround = (
  ctx: UnitOfWork,
  { city, specialty, ...search }: AroundTime,
): Promise<queries.FreeStart[]> =>
  queries.findStartsAround(ctx.db, {
    ...search,
    cities: city === null ? null : spellingsOfCity(city),
    specialties: specialty === null ? null : spellingsOfSpecialty(specialty),
  })

/** The conflict of a patient who books a time without naming a slot, where only slots can be booked. */
export const noSlotConflict = () => rules.slotConflict('NO_VISIT_TYPE')
