import { isTimeout } from '../../../db/failures.ts'
import { unprocessable } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import type { Page } from '../../../lib/fields.ts'
import { idBounds } from '../../../lib/ids.ts'
import * as queries from './queries.ts'

/**
 * A page of the log. The read is audited with the patient of the filter.
 * @throws {ApiError} 422 when the search takes too long
 */
export async function search(ctx: Context<'config'>, query: queries.Filters & Page) {
  if (query.patientId) ctx.setAuditSubject(query.patientId, query.patientId)
  const position = await queries.findPosition(ctx.db)
  const values = { ...query, ...idBounds('aud', query, ctx.config.mode === 'sandbox'), position }
  try {
    return await ctx.readPage(queries.listing(query), values, query)
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw unprocessable([{ path: ['from'], message: 'makes the search take too long: narrow from and to' }])
  }
}
