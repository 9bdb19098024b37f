import type { Actor } from '../../../actor.ts'
import type { Call } from '../../../http/call.ts'
import type { Context } from '../../../http/services.ts'
import { hasSamePermissions, reserveWait } from '../../../http/waiting.ts'
import * as queries from './queries.ts'

/** Interval at which a waiting call checks its token: the test clock may move past the token's end. */
const CHECK_MS = 1000

type Waiting = { query: queries.Filters; wait: number; call: Call }

/**
 * Waits until a range has an event for the caller. Holds no connection while it waits. Also ends when the server stops, when
 * the client disconnects, or when the caller's permissions change, because the call reads with its initial permissions.
 * @returns the range to read; an empty range at the current position if no event appeared
 * @throws {ApiError} 401 if the token has expired or was revoked, 429 if too many calls of the client are waiting
 */
export async function waitForEvents(
  ctx: Context<'arrivals' | 'database'>,
  actor: Actor,
  { query, wait, call }: Waiting,
  start: queries.Range,
): Promise<queries.Range> {
  const { tenantId } = actor
  const release = reserveWait(ctx, actor, wait)
  const untilMs = performance.now() + wait * 1000
  const disconnected = call.disconnected()
  try {
    let range = start
    for (let arrived = false; ; ) {
      if (await hasEvent(ctx, actor, query, range))
        return (await hasSamePermissions(call, actor)) ? range : emptyRangeAt(range)
      // No event of the range matches, so the next range starts at its end. A range that ends at an event is a limited one.
      if (arrived || range.end_seq !== '0') range = { ...range, xid: range.end_xid, seq: range.end_seq }
      do {
        const leftMs = untilMs - performance.now()
        if (leftMs <= 0 || ctx.arrivals.stopping.aborted || disconnected.aborted) return emptyRangeAt(range)
        const ms = Math.min(leftMs, CHECK_MS, Math.max(1, await call.tokenMsLeft()))
        arrived = await ctx.arrivals.wait({ tenantId, xid: range.xid, seq: range.seq }, ms, disconnected)
      } while (!arrived)
      range = await nextRange(ctx, tenantId, range)
    }
  } finally {
    release()
  }
}

export const boundsOf = ({ xid, seq, end_xid, end_seq }: queries.Range) => ({
  afterXid: xid,
  afterSeq: seq,
  upToXid: end_xid,
  upToSeq: end_seq,
})

/** The empty range at the start of the given range. */
const emptyRangeAt = ({ xid, seq }: queries.Range): queries.Range => ({ xid, seq, end_xid: xid, end_seq: seq })

async function hasEvent({ database }: Context<'database'>, actor: Actor, query: queries.Filters, range: queries.Range) {
  const { tenantId, userId, actsFor } = actor
  const values = { ...query, tenantId, userId, actsFor, ...boundsOf(range), limit: 1 }
  const [found] = await database.onOwnConnection(tenantId, [queries.inOrder(actor.role, query)(values)])
  return found!.rows.length > 0
}

async function nextRange({ database }: Context<'database'>, tenantId: string, { xid, seq }: queries.Range) {
  const [found] = await database.onOwnConnection(tenantId, [queries.rangeAfterPosition({ tenantId, xid, seq })])
  return found!.rows[0] as queries.Range // a query of one row
}
