import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { isTimeout } from '../../../db/failures.ts'
import { unprocessable } from '../../../errors.ts'
import type { Call } from '../../../http/call.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { idBounds } from '../../../lib/ids.ts'
import { endpointsUsed } from '../webhooks/actions.ts'
import type { listRequests, readUsage } from './contract.ts'
import * as queries from './queries.ts'
import { waitForRequests } from './waiting.ts'

/** Whether the caller may read the requests of every client: an administrator with the scope to manage clients. */
const readsAll = (actor: Actor): boolean =>
  may(access.requests.read, actor, { client: false }) && actor.scopes.has('clients:manage')

export type Page = { rows: queries.Row[]; nextCursor: string | null }

type Query = Input<typeof listRequests>['query']

/**
 * @throws {ApiError} 422 for an invalid cursor, or a search that takes too long; 429 if too many calls of the client wait
 */
export async function list(
  ctx: Context<'arrivals' | 'database'>,
  actor: Actor,
  query: Query,
  call: Call,
): Promise<Page> {
  const { cursor, after, wait, pageSize, status, ...filters } = query
  if (wait !== undefined && after === undefined) throw unprocessable([{ path: ['wait'], message: 'needs after' }])
  if (after !== undefined && cursor !== undefined)
    throw unprocessable([
      { path: ['cursor'], message: 'must not be combined with after: give the nextCursor as after' },
    ])
  const oldestFirst = after !== undefined
  const { fromId, beforeId } = idBounds('rql', filters, false)
  const values = {
    ...filters,
    ...rangeOf(status),
    ownClientId: actor.clientId,
    fromId: after === undefined || after === 'start' || after < fromId ? fromId : after,
    beforeId: cursor !== undefined && cursor < beforeId ? cursor : beforeId,
    limit: pageSize + 1,
  }
  try {
    const listing = queries.list(values, actor.role, readsAll(actor), oldestFirst)
    if (oldestFirst) return await inOrder(ctx, actor, { listing, values, after, wait, pageSize, call })
    const found = await ctx.readSome(listing, values)
    const rows = found.slice(0, pageSize)
    return { rows, nextCursor: found.length > pageSize ? rows.at(-1)!.id : null }
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw unprocessable([{ path: ['from'], message: 'makes the search take too long: narrow from and to' }])
  }
}

type InOrder = {
  listing: queries.Listing
  values: queries.ListValues
  after: string
  wait: number | undefined
  pageSize: number
  call: Call
}

/** A page continues after the last entry of the previous page, or after the position up to which a call waited. */
async function inOrder(
  ctx: Context<'arrivals' | 'database'>,
  actor: Actor,
  { listing, values, after, wait = 0, pageSize: limit, call }: InOrder,
): Promise<Page> {
  if (wait === 0) {
    const rows = await ctx.readSome(listing, { ...values, limit })
    return { rows, nextCursor: rows.at(-1)?.id ?? after }
  }
  const { tenantId, userId, actsFor } = actor
  const query = { rows: listing, values: { ...values, tenantId, userId, actsFor } }
  const { fromId, found } = await waitForRequests(ctx, actor, { query, wait, call })
  const rows = await ctx.readSome(listing, { ...values, fromId, limit: found ? limit : 0 })
  return { rows, nextCursor: rows.at(-1)?.id ?? (fromId === values.fromId ? after : fromId) }
}

/** The range of a status code, or of a class such as 4xx. */
function rangeOf(status: string | undefined): { fromStatus?: number; toStatus?: number } {
  if (status === undefined) return {}
  return { fromStatus: Number(status.replace('xx', '00')), toStatus: Number(status.replace('xx', '99')) }
}

const HOUR_MS = 3_600_000
/** The maximum number of clients in an answer: the clients with most requests. */
const MAX_CLIENTS = 100

/** The requests of clients by hour, and their use of the limits. */
export async function usage(
  ctx: Context<'limits' | 'config'>,
  actor: Actor,
  { period }: Input<typeof readUsage>['query'],
) {
  const now = Date.now() // requests are logged in real time
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS
  const today = new Date(now).setUTCHours(0, 0, 0, 0)
  const since = new Date(thisHour - (period === '24h' ? 23 : 7 * 24 - 1) * HOUR_MS)
  const ownClientId = actor.clientId
  const rows = await ctx.readSome(queries.hours(actor.role, readsAll(actor)), { ownClientId, since })
  const byClient = Map.groupBy(rows, (row) => row.client_id)
  if (!actor.session && !byClient.has(ownClientId)) byClient.set(ownClientId, [])
  const sum = (hours: queries.Hour[], valueIn: (hour: queries.Hour) => number) =>
    hours.reduce((sum, hour) => sum + valueIn(hour), 0)
  const busiest = [...byClient]
    .map(([clientId, hours]) => ({ clientId, hours, requests: sum(hours, ({ requests }) => requests) }))
    .sort((a, b) => b.requests - a.requests)
    .slice(0, MAX_CLIENTS)
  const { plan, burst, tenantId } = actor
  const clients = await Promise.all(
    busiest.map(async ({ clientId, hours, requests }) => {
      const { limit, remaining } = await ctx.limits.peekClient({ tenantId, clientId, plan, ...(burst && { burst }) })
      return {
        clientId,
        requests,
        errors: sum(hours, ({ errors }) => errors),
        today: sum(hours, (hour) => (hour.hour.getTime() >= today ? hour.requests - hour.refused : 0)),
        thisMinute: limit - remaining,
        hours,
      }
    }),
  )
  return { since, clients, webhooks: await endpointsUsed(ctx.db, tenantId), quota: ctx.config.quotas[plan] }
}
