import { type RawBuilder, sql } from 'kysely'
import { isNotMoving } from '../../../../db/moves.ts'
import { prepared } from '../../../../db/prepared.ts'
import { RANKS } from '../../../../events/deliveries.ts'
import { eventAt } from '../join-event.ts'
import { atEndpoint, endpointsWith, pending, type Queue, sending, urgent } from './queues.ts'
import { mayReadNow, readersOf } from './readers.ts'

/** A delivery to send now, with the content of its request. */
export type Claimed = {
  tenant_id: string
  event_id: string
  endpoint_id: string
  n: number
  attempt: number
  kind: string
  body: string
  seq: string
  test: boolean
  /** The trace of the event's cause. */
  traceparent: string | null
  url: string
  /** The second URL, tried when the first fails. */
  redundant_url: string | null
  /** Whether its endpoint has failed so often that it gets only one request at a time. */
  failing: boolean
  /** Free slots of its endpoint at the time of the claim, and how many of them the claim could use. */
  slots: number
  turn: number
  /** State, id and hex ciphertext of each secret, as one text because that is cheapest to transfer. Null without secrets. */
  secrets: string | null
}

/** A claimed delivery, or a delivery that was cancelled because its client may no longer read the event. */
export type ClaimedRow = Claimed & { readable: boolean }

/** The first half of an advisory lock's key. `owner.ts` has another one. */
const CLAIM_LOCK = 41_043

/** After this many consecutive failures, an endpoint gets one request at a time until one succeeds. */
const FAILURES_UNTIL_ONE_SLOT = 5
/** A claim is divided among the endpoints with free slots, so that no long backlog fills it. An endpoint may take at least this. */
const MIN_TURN = 5

/**
 * Precedes a claim. Servers claim one at a time, so that together they respect each endpoint's limit and never meet locked rows.
 * The commit is asynchronous, because a claim that a crash of the database loses can be made again.
 */
export const lockClaims = prepared<object>(
  () => sql`
    select pg_advisory_xact_lock(${sql.lit(CLAIM_LOCK)}, 0), set_config('synchronous_commit', 'off', true)`,
)

/** How much a process may claim, and how many concurrent requests each endpoint may have, within the limit in its row. */
export type ClaimLimits = {
  /** Maximum rows in total. */
  rows: number
  /** Ids of endpoints with a recent success that do not hang, and the maximum requests of this process to each. */
  trusted: string[]
  limits: number[]
  /** How many requests to each of them are under way. Their rows do not show it: they stay in `SENDING` until the result is recorded. */
  requests: number[]
  /** Maximum requests of all processes to each other endpoint. At least one, except for failing endpoints. */
  slowShare: number
  /** `idUpperBound()` */
  before: string
  lease: string
  leaseSec: number
  owner: number
}

/**
 * The endpoints of `busy` with their free slots (limits minus requests in flight), in random order. Each endpoint is looked up by
 * key; its requests are a range of the index of deliveries that are being sent.
 * @param beyondLimit additional slots for urgent deliveries. They stay free even if the limit is smaller than the requests in
 *   flight
 */
const endpointsWithSlots = (
  { rows, slowShare, trusted, limits, requests, before, owner }: ClaimLimits,
  beyondLimit: RawBuilder<unknown>,
) => sql`
  endpoint as materialized (
    select e.tenant_id, e.id, e.client_id, e.scopes, e.url, e.redundant_url, e.failing, free.slots,
      greatest(${sql.lit(MIN_TURN)}, ${rows}::int / count(*) over ())::int as turn
    from busy b
    cross join lateral (
      select tenant_id, id, client_id, scopes, url, redundant_url, max_in_flight,
        consecutive_failures >= ${sql.lit(FAILURES_UNTIL_ONE_SLOT)} as failing
      from webhook_endpoints
      where tenant_id = b.tenant_id
        and id = b.endpoint_id
        and status = 'ENABLED'
        and deleted_at is null
        and ${isNotMoving}
      limit 1
    ) e
    cross join lateral (
      select (${limits}::int[])[at] as most, (${requests}::int[])[at] as requests
      from array_position(${trusted}::text[], e.id) at
    ) own -- null for other endpoints
    cross join lateral (
      select count(*)::int as rows,
        count(*) filter (where s.owner <> ${owner}::int)::int as of_others,
        count(*) filter (where s.rank = 0)::int as urgent
      from (
        select d.rank, d.owner
        from webhook_deliveries d
        where ${sending.where}
          and ${atEndpoint('e', before)}
        order by d.tenant_id, d.endpoint_id, ${sending.order}
      ) s
    ) under_way
    cross join lateral (
      select greatest(
        least(
          e.max_in_flight - coalesce(under_way.of_others + own.requests, under_way.rows),
          case
            when e.failing then least(1, ${slowShare}::int) - under_way.rows
            else coalesce(own.most - own.requests, greatest(1, ${slowShare}::int) - under_way.rows)
          end
        ) + ${beyondLimit},
        ${beyondLimit} - under_way.urgent
      ) as slots
    ) free
    where free.slots > 0
    order by random()
  )`

const rowsPerEndpoint = sql<number>`least(endpoint.slots, endpoint.turn)`

/** An endpoint's due deliveries of one rank, oldest first. Only the index of pending deliveries has the rows of a rank in this order. */
const dueByRank = (rank: number, before: string) => sql`
  select *
  from (
    select d.tenant_id, d.event_id, d.endpoint_id, d.n
    from webhook_deliveries d
    where ${pending.where}
      and d.tenant_id = endpoint.tenant_id
      and d.endpoint_id = endpoint.id
      and d.rank = ${sql.lit(rank)}
      and d.next_at <= app_now()
      and d.event_id < ${before}
    order by d.next_at, d.event_id
    limit ${rowsPerEndpoint}
    for update skip locked
  ) due_of_rank`

const due = ({ rows, before }: ClaimLimits, ranks: number[]) => sql`
  due as (
    select d.tenant_id, d.event_id, d.endpoint_id, d.n, endpoint.client_id, endpoint.scopes, endpoint.url,
      endpoint.redundant_url, endpoint.failing, endpoint.slots, endpoint.turn
    from endpoint
    cross join lateral (
      ${sql.join(
        ranks.map((rank) => dueByRank(rank, before)),
        sql` union all `,
      )}
      limit ${rowsPerEndpoint}
    ) d
    limit ${rows}
  )`

/** The due deliveries with their events, and whether the endpoint's client may currently read them. */
const checked = () => sql`
  checked as materialized (
    select due.*, v.kind, v.body, v.seq, v.test, v.traceparent, ${mayReadNow({ event: 'v', reader: 'reader' })} as readable
    from due
    left join reader on reader.tenant_id = due.tenant_id and reader.endpoint_id = due.endpoint_id
    left join ${eventAt({ tenantId: 'due.tenant_id', id: 'due.event_id' })} on true
  )`

/**
 * Takes the due deliveries under a lease, and cancels those that the client may no longer read: a delivery may have waited for
 * days while the endpoint was disabled or failing. The bound of the ids prunes partitions.
 */
const claimed = ({ lease, leaseSec, owner, before }: ClaimLimits) => sql`
  claimed as (
    update webhook_deliveries d
    set state = case when c.readable then 'SENDING' else 'CANCELLED' end,
      attempt = d.attempt + c.readable::int,
      lease = case when c.readable then ${lease}::uuid end,
      lease_until = case when c.readable then now() + ${leaseSec}::float8 * interval '1 second' end,
      owner = case when c.readable then ${owner}::int end,
      finished_at = case when c.readable then d.finished_at else app_now() end
    from checked c
    where d.tenant_id = c.tenant_id
      and d.event_id = c.event_id
      and d.endpoint_id = c.endpoint_id
      and d.n = c.n
      and d.event_id < ${before}
    returning d.tenant_id, d.event_id, d.endpoint_id, d.n, d.attempt, c.kind, c.body, c.seq, c.test,
      c.traceparent, c.url, c.redundant_url, c.failing, c.slots, c.turn, c.readable
  )`

/** The claimed deliveries with the content of their requests. Only the Enterprise plan uses the second URL. */
const requestContents = () => sql`
  select c.tenant_id, c.event_id, c.endpoint_id, c.n, c.attempt, c.kind, c.body, c.seq, c.test, c.traceparent, c.url,
    case
      when c.redundant_url is not null and exists (
        select
        from tenants t
        where t.tenant_id = c.tenant_id
          and t.plan = 'ENTERPRISE'
      ) then c.redundant_url
    end as redundant_url,
    c.failing, c.slots, c.turn, c.readable, s.secrets
  from claimed c
  cross join lateral (
    select string_agg(concat_ws(' ', state, id, encode(secret_encrypted, 'hex')), ',') as secrets
    from webhook_secrets
    where tenant_id = c.tenant_id
      and endpoint_id = c.endpoint_id
  ) s`

/**
 * Claims due deliveries, oldest first within each rank of an endpoint, up to the endpoint's free slots. It is one statement, so
 * that the claim lock is held for one round trip only. Its cost does not depend on the length of a backlog.
 */
const claimQuery = ({ queue, ranks, beyondLimit }: { queue: Queue; ranks: number[]; beyondLimit: number }) =>
  prepared<ClaimLimits, ClaimedRow>(
    (v) => sql`
      with recursive ${endpointsWith(queue, v.before)},
      ${endpointsWithSlots(v, sql.lit(beyondLimit))},
      ${due(v, ranks)},
      ${readersOf('due')},
      ${checked()},
      ${claimed(v)}
      ${requestContents()}`,
  )

/** Claims critical alerts. They have their own index and slots, and one slot beyond each endpoint's limit, to avoid delays. */
export const claimUrgent = claimQuery({
  queue: urgent,
  ranks: [RANKS.URGENT],
  beyondLimit: 1,
})

/** Claims live events first, then the backlog. */
export const claim = claimQuery({
  queue: pending,
  ranks: [RANKS.LIVE, RANKS.CAUGHT_UP],
  beyondLimit: 0,
})
