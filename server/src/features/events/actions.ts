import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { isTimeout } from '../../db/failures.ts'
import { notFound, unprocessable } from '../../errors.ts'
import { kindsReadableWith } from '../../events/catalog.ts'
import type { Input } from '../../http/operation.ts'
import { idBounds } from '../../lib/ids.ts'
import type { listEvents } from './contract.ts'
import * as queries from './queries.ts'
import { type Place, parsePlace, START, shownPlace } from './rules.ts'

type Query = Input<typeof listEvents>['query']
type Page = { rows: queries.Shown[]; nextCursor: string | null }

/**
 * A page of the events that the caller may read.
 * @throws {ApiError} 422 for a cursor that is none, or a time that holds too much to search
 */
export async function list(ctx: Context, actor: Actor, query: Query): Promise<Page> {
  if (query.after !== undefined && query.cursor !== undefined)
    throw unprocessable([{ path: ['cursor'], message: 'goes with a list without after: give the nextCursor as after' }])
  const readable = kindsReadableWith(actor.scopes)
  const { event: asked = readable } = query
  const kind = readable.filter((one) => asked.includes(one))
  try {
    return await (query.after === undefined
      ? newestFirst(ctx, actor, { ...query, kind })
      : inOrder(ctx, actor, { ...query, kind }, query.after))
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw unprocessable([{ path: ['from'], message: 'is too long ago for this search: narrow from and to' }])
  }
}

type Asked = queries.Filters & { pageSize: number; cursor?: string | undefined }

/** A page goes on below the event that the one before ended with. */
async function newestFirst(ctx: Context, { role }: Actor, asked: Asked): Promise<Page> {
  const { cursor, pageSize } = asked
  if (cursor !== undefined && !/^evt_[0-9a-z_]{1,64}$/.test(cursor)) throw wrong('cursor')
  const bounds = idBounds('evt', asked, ctx.config.mode === 'sandbox')
  const beforeId = cursor !== undefined && cursor < bounds.beforeId ? cursor : bounds.beforeId
  const values = { ...asked, ...bounds, beforeId, limit: pageSize + 1 }
  const found = await ctx.readSome(queries.newest(role, asked), values)
  const rows = found.slice(0, pageSize)
  return { rows, nextCursor: found.length > pageSize ? rows.at(-1)!.id : null }
}

/** A page goes on after the last event that it shows, or else where it stopped looking. */
async function inOrder(ctx: Context, actor: Actor, asked: Asked, after: string): Promise<Page> {
  const stretch = await findStretch(ctx, actor, after)
  const values = {
    ...asked,
    afterXid: stretch.xid,
    afterSeq: stretch.seq,
    upToXid: stretch.end_xid,
    upToSeq: stretch.end_seq,
    limit: asked.pageSize,
  }
  const rows = await ctx.readSome(queries.inOrder(actor.role, asked), values)
  const end = rows.length === asked.pageSize ? rows.at(-1)! : { xid: stretch.end_xid, seq: stretch.end_seq }
  return { rows, nextCursor: shownPlace(end) }
}

async function findStretch({ database }: Context, actor: Actor, after: string): Promise<queries.Stretch> {
  const { tenantId, userId } = actor
  const place: Place | undefined = after === 'start' ? START : parsePlace(after)
  const kind = kindsReadableWith(actor.scopes)
  const statement = place
    ? queries.stretchAfterPlace({ tenantId, ...place })
    : queries.stretchAfterEvent(actor.role)({ tenantId, userId, id: after, kind })
  const [found] = await database.alone(tenantId, [statement])
  const stretch: queries.Stretch | undefined = found!.rows[0]
  if (!stretch) throw wrong('after')
  return stretch
}

const wrong = (name: 'cursor' | 'after') =>
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
export async function read(ctx: Context, actor: Actor, id: string): Promise<queries.Shown> {
  const kind = kindsReadableWith(actor.scopes)
  const row = await ctx.readOne(queries.one(actor.role), { id, kind }, id)
  if (!row) throw notFound('Event')
  return row
}
