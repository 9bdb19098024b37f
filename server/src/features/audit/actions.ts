import type { Context } from '../../context.ts'
import { isTimeout } from '../../db/failures.ts'
import { unprocessable } from '../../errors.ts'
import type { Page } from '../../lib/fields.ts'
import { idBounds } from '../../lib/ids.ts'
import * as queries from './queries.ts'

/**
 * A page of the log. The patient it is asked about is written down with the read.
 * @throws {ApiError} 422 when the time asked for holds too much to search
 */
export async function search(ctx: Context, query: queries.Filters & Page) {
  if (query.patientId) ctx.concerns(query.patientId, query.patientId)
  const position = await queries.findPosition(ctx.db)
  const asked = { ...query, ...idBounds('aud', query, ctx.config.mode === 'sandbox'), position }
  try {
    return await ctx.readPage(queries.listing(query), asked, query)
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw unprocessable([{ path: ['from'], message: 'is too long ago for this search: narrow from and to' }])
  }
}
