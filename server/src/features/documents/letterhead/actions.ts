import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../../actor.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import type { Input } from '../../../http/operation.ts'
import type { Letterhead } from '../../../pdf/content.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { updateLetterhead } from './contract.ts'
import * as queries from './queries.ts'

/** Changes the given fields of the letterhead. New documents use it, except for prescriptions that were signed before. */
export async function setLetterhead(
  ctx: UnitOfWork,
  { tenantId, userId: updatedBy }: Actor,
  given: Input<typeof updateLetterhead>['body'],
) {
  deferLock(ctx.db, 'letterhead', tenantId) // so that concurrent changes of different fields both take effect
  const current = await letterheadOf(ctx)
  const letterhead = { ...current, ...(given as Partial<Letterhead>) }
  const updatedAt = ctx.clock.now()
  if (!isDeepStrictEqual(letterhead, current)) defer(ctx.db, queries.insertEarlier(tenantId, current, updatedAt))
  defer(ctx.db, queries.upsert({ ...letterhead, tenantId, updatedBy, updatedAt }))
  ctx.setAuditSubject(tenantId)
  return { ...letterhead, updatedAt }
}

/** The organisation's letterhead, now or at the time `at`, for example when a prescription was signed. */
export const letterheadOf = async ({ db, trail: { tenantId } }: UnitOfWork, at?: Date): Promise<Letterhead> =>
  (at && (await queries.findEarlier(db, tenantId, at))) ?? letterheadFrom(await queries.find(db, tenantId))

export const letterheadFrom = (row: queries.Row): Letterhead => ({
  name: row.name,
  nameAr: row.name_ar,
  address: row.address,
  addressAr: row.address_ar,
  city: row.city,
  cityAr: row.city_ar,
  phone: row.phone,
  email: row.email,
  identifiers: row.identifiers,
  color: row.color,
  logoSvg: row.logo_svg,
})
