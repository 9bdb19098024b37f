import { isTimeout } from '../../../db/failures.ts'
import { unprocessable } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import type { Page } from '../../../lib/fields.ts'
import { idBounds } from '../../../lib/ids.ts'
import type { Filters } from './filters.ts'
import * as queries from './queries.ts'
import { findRarest } from './rarest-filter.ts'

/**
 * A page of the log. The read is audited with the patient of the filter.
 * @throws {ApiError} 422 when the search takes too long
 */
export async function search(ctx: Context<'config' | 'database' | 'merged'>, query: Filters & Page) {
  if (query.patientId) ctx.setAuditSubject(query.patientId, query.patientId)
  const position = await queries.findPosition(ctx.db)
  const filters = { ...query, ...idsOf(ctx, query) }
  const values = { ...filters, ...idBounds('aud', query, ctx.config.mode === 'sandbox'), position }
  try {
    const rarest = await findRarest(ctx.database, { ...values, tenantId: ctx.trail.tenantId })
    return await ctx.readPage(queries.listing(filters, rarest), values, query)
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw unprocessable([{ path: ['from'], message: 'makes the search take too long: narrow from and to' }])
  }
}

/** Rows keep the ids that people had at the time, so a merged patient is found by several ids. */
function idsOf({ merged, trail }: Context<'merged'>, { patientId, byUserId, subjectId }: Filters) {
  const several = (id: string | undefined) => {
    const ids = id === undefined ? [] : merged.idsOf(trail.tenantId, id)
    return ids.length > 1 ? ids : undefined
  }
  const [patientIds, byUserIds, subjectIds] = [several(patientId), several(byUserId), several(subjectId)]
  return {
    ...(patientIds && { patientId: undefined, patientIds }),
    ...(byUserIds && { byUserId: undefined, byUserIds }),
    ...(subjectIds && { subjectId: undefined, subjectIds }),
  }
}
