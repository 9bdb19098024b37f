import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '../../../actor.ts'
import type { Call } from '../../../http/call.ts'
import type { Context } from '../../../http/services.ts'
import { hasSamePermissions, reserveWait } from '../../../http/waiting.ts'
import * as queries from './queries.ts'

/** The log is written once a second. */
const POLL_MS = 1000

type Waiting = { query: queries.Query; wait: number; call: Call }

/**
 * Waits until the log has an entry after the query's position. Holds no connection while it waits, and skips entries that do
 * not match. Also ends when the server stops, the client disconnects, or the caller's permissions change.
 * @returns the position to read from, and whether an entry was found there
 * @throws {ApiError} 401 if the token has expired or was revoked, 429 if too many calls of the client are waiting
 */
export async function waitForRequests(
  ctx: Context<'arrivals' | 'database'>,
  actor: Actor,
  { query, wait, call }: Waiting,
): Promise<{ fromId: string; found: boolean }> {
  const { tenantId } = actor
  const release = reserveWait(ctx, actor, wait)
  const untilMs = performance.now() + wait * 1000
  const ended = AbortSignal.any([call.disconnected(), ctx.arrivals.stopping])
  try {
    for (let { fromId } = query.values; ; ) {
      const [found, settled] = await ctx.database.onOwnConnection(tenantId, [
        query.rows({ ...query.values, fromId, limit: 1 }),
        queries.settledUpTo({}),
      ])
      if (found!.rows.length > 0) return { fromId, found: await hasSamePermissions(call, actor) }
      const { id } = settled!.rows[0] as { id: string } // a query of one row
      if (id > fromId) fromId = id
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0 || ended.aborted) return { fromId, found: false }
      const ms = Math.min(leftMs, POLL_MS, Math.max(1, await call.tokenMsLeft()))
      await pause(ms, undefined, { signal: ended }).catch(() => {}) // an abort is handled above
    }
  } finally {
    release()
  }
}
