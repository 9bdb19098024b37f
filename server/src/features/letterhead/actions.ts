import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import type { Letterhead } from '../../pdf/content.ts'
import * as queries from './queries.ts'

/** Makes `set` what documents made from now on begin with. */
export function setLetterhead(ctx: Context, { tenantId, userId: updatedBy }: Actor, set: Letterhead) {
  const updatedAt = ctx.clock.now()
  later(ctx.db, queries.keep({ ...set, tenantId, updatedBy, updatedAt }))
  ctx.concerns(tenantId)
  return { ...set, updatedAt }
}

/** What stands at the head of the organisation's documents. */
export const letterheadOf = async (ctx: Context): Promise<Letterhead> =>
  stated(await queries.find(ctx.db, ctx.trail.tenantId))

export const stated = (row: queries.Shown): Letterhead => ({
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
