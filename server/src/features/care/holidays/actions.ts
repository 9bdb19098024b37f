import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer, deferLock, deferSharedLock } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { findOccasion } from './calendar.ts'
import type { updateHoliday } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/**
 * The days from `from` to `to` (both included, such as `2027-03-10`) on which an organisation is closed or has its hours of
 * Ramadan. One query.
 */
export const specialDays = async (db: Db, tenantId: string, from: string, to: string): Promise<rules.SpecialDays> =>
  rules.specialDaysBetween(from, to, await queries.find(db, tenantId))

/** The same in a transaction that stores what follows from them: a change of a holiday comes before it or after it. */
export function lockedSpecialDays(db: Db, tenantId: string, from: string, to: string): Promise<rules.SpecialDays> {
  deferSharedLock(db, 'holidays', tenantId)
  return specialDays(db, tenantId, from, to)
}

/**
 * Changes the given fields of a holiday, for the organisation.
 * @throws {ApiError} 404, 422 for a day that the holiday cannot have
 */
export async function update(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  id: string,
  { observed, ...day }: Input<typeof updateHoliday>['body'],
): Promise<rules.ObservedOccasion> {
  const occasion = findOccasion(id)
  if (!occasion) throw notFound('Holiday')
  const { code, year } = occasion
  deferLock(ctx.db, 'holidays', tenantId) // so that concurrent changes of different fields both take effect
  const decisions = await queries.find(ctx.db, tenantId)
  const made = decisions.find((one) => one.code === code && one.year === year)
  const current = rules.observe(occasion, decisions)
  const keeps = observed === undefined || observed === current.observed // a year that follows earlier ones goes on doing so
  const decision = {
    code,
    year,
    first_day: rules.confirmedDay(current, day),
    observed: keeps ? (made?.observed ?? null) : observed,
  }
  defer(ctx.db, queries.upsert({ ...decision, tenantId }))
  ctx.setAuditSubject(id)
  return rules.observe(occasion, [decision, ...decisions.filter((one) => one !== made)])
}
