import type { Context } from '../../context.ts'
import { isTimeout } from '../../db/failures.ts'
import { unprocessable } from '../../errors.ts'
import type { Page } from '../../lib/fields.ts'
import { idFloor } from '../../lib/ids.ts'
import * as queries from './queries.ts'

/** How far the clocks of servers and database may be apart, and a transaction may take. */
const SKEW_MS = 3_600_000

/**
 * A page of the log. The patient it is asked about is written down with the read.
 * @throws {ApiError} 422 when the time asked for holds too much to search
 */
export async function search(ctx: Context, query: queries.Filters & Page) {
  if (query.patientId) ctx.concerns(query.patientId, query.patientId)
  const position = await queries.findPosition(ctx.db)
  const asked = { ...query, ...idBounds(ctx, query), position }
  try {
    return await ctx.readPage(queries.listing(query), asked, query)
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw unprocessable([{ path: ['from'], message: 'is too long ago for this search: narrow from and to' }])
  }
}

/**
 * Where in the order of ids a time lies, so that a search looks at its months and no others. Ids are of real time; in
 * the sandbox `at` may be ahead of it, by more at one time than at another.
 */
function idBounds({ config }: Context, { from, to }: queries.Filters): { fromId: string; beforeId: string } {
  const real = from && config.mode === 'production' ? Math.max(0, from.getTime() - SKEW_MS) : 0
  return {
    fromId: idFloor('aud', real),
    beforeId: to ? idFloor('aud', to.getTime() + SKEW_MS) : 'aud_~',
  }
}
