import type { Actor } from '../../../actor.ts'
import { isTimeout } from '../../../db/failures.ts'
import { notFound, unprocessable } from '../../../errors.ts'
import { kindsReadableWith } from '../../../events/catalog.ts'
import type { Call } from '../../../http/call.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { idBounds } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { listEvents } from './contract.ts'
import * as queries from './queries.ts'
import { formatPosition, type Position, parsePosition, START } from './rules.ts'
import { boundsOf, waitForEvents } from './waiting.ts'

type Query = Input<typeof listEvents>['query']
type Page = { rows: queries.Row[]; nextCursor: string | null }

/**
 * A page of the events that the caller may read.
 * @throws {ApiError} 422 for an invalid cursor, or a search that takes too long; 429 if too many calls of the client wait
 */
export async function list(
  ctx: Context<'arrivals' | 'config' | 'database' | 'merged'>,
  actor: Actor,
  given: Query,
  call: Call,
): Promise<Page> {
  const query = { ...given, ...subjectOf(ctx, actor, given.subjectId) }
  if (query.after !== undefined && query.cursor !== undefined)
    throw unprocessable([
      { path: ['cursor'], message: 'must not be combined with after: give the nextCursor as after' },
    ])
  if (query.wait !== undefined && query.after === undefined)
    throw unprocessable([{ path: ['wait'], message: 'needs after' }])
  const readable = kindsReadableWith(actor.scopes)
  const { event: requested = readable } = query
  const kind = readable.filter((one) => requested.includes(one))
  try {
    return await (query.after === undefined
      ? newestFirst(ctx, actor, { ...query, kind })
      : inOrder(ctx, actor, { ...query, kind }, query.after, call))
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw unprocessable([{ path: ['from'], message: 'makes the search take too long: narrow from and to' }])
  }
}

/** Events keep the id that the record had at the time, so the events of a merged patient have several ids. */
function subjectOf({ merged }: Context<'merged'>, { tenantId }: Actor, subjectId: string | undefined) {
  const subjectIds = subjectId === undefined ? [] : merged.idsOf(tenantId, subjectId)
  return subjectIds.length > 1 ? { subjectId: undefined, subjectIds } : { subjectId }
}

type ListQuery = queries.Filters & { pageSize: number; cursor?: string | undefined }

/** Newest first. A page continues before the last event of the previous page. */
async function newestFirst(ctx: Context<'config'>, { role }: Actor, query: ListQuery): Promise<Page> {
  const { cursor, pageSize } = query
  if (cursor !== undefined && !/^evt_[0-9a-z_]{1,64}$/.test(cursor)) throw invalidPosition('cursor')
  const bounds = idBounds('evt', query, ctx.config.mode === 'sandbox')
  const beforeId = cursor !== undefined && cursor < bounds.beforeId ? cursor : bounds.beforeId
  const values = { ...query, ...bounds, beforeId, limit: pageSize + 1 }
  const found = await ctx.readSome(queries.newest(role, query), values)
  const rows = found.slice(0, pageSize)
  return { rows, nextCursor: found.length > pageSize ? rows.at(-1)!.id : null }
}

/** Oldest first. A page continues after the last event of the previous page, or after the position where its search ended. */
async function inOrder(
  ctx: Context<'arrivals' | 'database'>,
  actor: Actor,
  query: ListQuery & { wait?: number | undefined },
  after: string,
  call: Call,
): Promise<Page> {
  const found = await findRange(ctx, actor, after)
  const { wait = 0 } = query
  const range = wait > 0 ? await waitForEvents(ctx, actor, { query, wait, call }, found) : found
  const values = { ...query, ...boundsOf(range), limit: query.pageSize }
  const rows = await ctx.readSome(queries.inOrder(actor.role, query), values)
  const end = rows.length === query.pageSize ? rows.at(-1)! : { xid: range.end_xid, seq: range.end_seq }
  return { rows, nextCursor: formatPosition(end) }
}

async function findRange({ database }: Context<'database'>, actor: Actor, after: string): Promise<queries.Range> {
  const { tenantId } = actor
  const place: Position | undefined = after === 'start' ? START : parsePosition(after)
  const kind = kindsReadableWith(actor.scopes)
  const statement = place
    ? queries.rangeAfterPosition({ tenantId, ...place })
    : queries.rangeAfterEvent(actor.role)({ ...actor, id: after, kind })
  const [found] = await database.onOwnConnection(tenantId, [statement])
  const range: queries.Range | undefined = found!.rows[0]
  if (!range) throw invalidPosition('after')
  return range
}

const invalidPosition = (name: 'cursor' | 'after') =>
  unprocessable([
    {
      path: [name],
      message:
        name === 'cursor'
          ? 'must be a nextCursor of this list'
          : 'must be start, the id of an event that the caller may read, or a nextCursor of this list',
    },
  ])

/** @throws {ApiError} 404 unless the caller may read it */
export async function read(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const kind = kindsReadableWith(actor.scopes)
  const row = await ctx.readOne(queries.one(actor.role), { id, kind }, id)
  if (!row) throw notFound('Event')
  return row
}
