import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '../../../actor.ts'
import type { Call } from '../../../http/call.ts'
import type { Context } from '../../../http/services.ts'
import { hasSamePermissions, reserveWait } from '../../../http/waiting.ts'
import * as queries from './queries.ts'

/** The log is written once a second. */
const LOOK_MS = 1000

type Waiting = { look: queries.Look; wait: number; call: Call }

/**
 * Waits until the log has an entry after the position of a look. Holds no connection while it waits, and passes what was
 * seen to be of no interest. Also ends when the server stops, the client disconnects, or the caller's rights change.
 * @returns the position after which to read, and whether to read there
 * @throws {ApiError} 401 once the token has expired or was revoked, 429 if too many calls of the client wait
 */
export async function waitForRequests(
  ctx: Context<'arrivals' | 'database'>,
  actor: Actor,
  { look, wait, call }: Waiting,
): Promise<{ fromId: string; found: boolean }> {
  const { tenantId } = actor
  const release = reserveWait(ctx, actor, wait)
  const untilMs = performance.now() + wait * 1000
  const ended = AbortSignal.any([call.disconnected(), ctx.arrivals.stopping])
  try {
    for (let { fromId } = look.values; ; ) {
      const [found, settled] = await ctx.database.onOwnConnection(tenantId, [
        look.rows({ ...look.values, fromId, limit: 1 }),
        queries.settledUpTo({}),
      ])
      if (found!.rows.length > 0) return { fromId, found: await hasSamePermissions(call, actor) }
      const { id } = settled!.rows[0] as { id: string } // a query of one row
      if (id > fromId) fromId = id
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0 || ended.aborted) return { fromId, found: false }
      const ms = Math.min(leftMs, LOOK_MS, Math.max(1, await call.tokenMsLeft()))
      await pause(ms, undefined, { signal: ended }).catch(() => {}) // aborted: looked at above
    }
  } finally {
    release()
  }
}
