import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import { RANKS } from '../../../events/deliveries.ts'
import { joinEvent } from '../join-event.ts'
import { endpointsWith, ofEndpoint, pending, type Queue, sending, urgent } from './queues.ts'

/** A delivery to be sent now, with all that the request is made of. */
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
  url: string
  /** Where it goes when the first address does not take it. */
  redundant_url: string | null
  /** Whether its endpoint has failed so often that it gets one request at a time. */
  failing: boolean
  /** Requests that its endpoint had room for when this was claimed. */
  room: number
  /** Each as its state, its id and its ciphertext in hex; null where there is none. As one text it comes cheapest. */
  secrets: string | null
}

/** First half of the key of an advisory lock; `owner.ts` has the other of ours. */
const CLAIM_LOCK = 41_043

/** An endpoint that fails this often in a row gets one request at a time, until one succeeds. */
const FAILURES_UNTIL_ONE_SLOT = 5
/** Rows of one endpoint in one claim, so that a long backlog does not fill it. */
export const ROWS_PER_ENDPOINT = 5

/**
 * Precedes claiming. Servers take turns, so that together they keep to an endpoint's limit, and so that none finds its
 * rows locked by another. A claim that a crash of the database forgets is made again: it need not wait for the disk.
 */
export const takeTurn = prepared<object>(
  () => sql`
    select pg_advisory_xact_lock(${sql.lit(CLAIM_LOCK)}, 0), set_config('synchronous_commit', 'off', true)`,
)

/** What of one rank is due at an endpoint, oldest first: a range of the index of what is pending. */
const dueOf = (rank: number, rows: RawBuilder<number>, before: string) => sql`
  select *
  from (
    select d.tenant_id, d.event_id, d.endpoint_id, d.n
    from webhook_deliveries d
    where ${pending.where}
      and (d.tenant_id, d.endpoint_id, d.rank) >= (room.tenant_id, room.id, ${sql.lit(rank)})
      and (d.tenant_id, d.endpoint_id, d.rank, d.next_at) <= (room.tenant_id, room.id, ${sql.lit(rank)}, app_now())
      and d.event_id < ${before}
    order by d.tenant_id, d.endpoint_id, ${pending.order}
    limit ${rows}
    for update skip locked
  ) due_of_rank`

/** How much may be claimed, by whom, and how many requests at once an endpoint may have under way. */
export type Wanted = {
  /** Rows in all. */
  rows: number
  /** For each endpoint that is trusted, beside its own limit. */
  share: number
  /** For each of the others, but one in any case; for those that fail not even that. */
  slowShare: number
  /** Ids of those that answered lately, and do not hang. */
  trusted: string[]
  /** `afterAll()` */
  before: string
  lease: string
  leaseSec: number
  owner: number
}

type Turn = { queue: Queue; ranks: number[]; beyondLimit: number }

/**
 * Takes what is due, oldest first within each rank of each endpoint, and at most as much as the endpoint has room for.
 * Endpoints are shuffled, not rows: the claim costs the same whatever backlog one of them has.
 */
const claiming = ({ queue, ranks, beyondLimit }: Turn) =>
  prepared<Wanted, Claimed>((v) => {
    const rowsOfOne = sql<number>`least(room.slots, ${sql.lit(ROWS_PER_ENDPOINT)})`
    return sql`
    with recursive ${endpointsWith(queue, v.before)},
    room as materialized (
      select e.tenant_id, e.id, e.url, e.redundant_url, e.failing,
        greatest(
          least(
            e.max_in_flight,
            case
              when e.failing then least(1, ${v.slowShare}::int)
              when e.id = any(${v.trusted}::text[]) then ${v.share}::int
              else greatest(1, ${v.slowShare}::int)
            end
          ) + ${sql.lit(beyondLimit)} - under_way.requests,
          -- Shares shrink: who holds more than is left to it has its place beyond the limit all the same.
          ${sql.lit(beyondLimit)} - under_way.urgent
        ) as slots
      from busy b
      cross join lateral (
        select tenant_id, id, url, redundant_url, max_in_flight,
          consecutive_failures >= ${sql.lit(FAILURES_UNTIL_ONE_SLOT)} as failing
        from webhook_endpoints
        where tenant_id = b.tenant_id
          and id = b.endpoint_id
          and status = 'ENABLED'
          and deleted_at is null
        limit 1
      ) e
      cross join lateral (
        select count(*) as requests, count(*) filter (where s.rank = 0) as urgent
        from (
          select d.rank
          from webhook_deliveries d
          where ${sending.where}
            and ${ofEndpoint('e', v.before)}
          order by d.tenant_id, d.endpoint_id, ${sending.order}
        ) s
      ) under_way
      order by random()
    ),
    due as (
      select d.tenant_id, d.event_id, d.endpoint_id, d.n, room.url, room.redundant_url, room.failing, room.slots
      from room
      cross join lateral (
        ${sql.join(
          ranks.map((rank) => dueOf(rank, rowsOfOne, v.before)),
          sql` union all `,
        )}
        limit ${rowsOfOne}
      ) d
      where room.slots > 0
      limit ${v.rows}
    ),
    claimed as (
      update webhook_deliveries d
      set state = 'SENDING',
        attempt = d.attempt + 1,
        lease = ${v.lease},
        lease_until = now() + ${v.leaseSec} * interval '1 second',
        owner = ${v.owner}
      from due
      where d.tenant_id = due.tenant_id
        and d.event_id = due.event_id
        and d.endpoint_id = due.endpoint_id
        and d.n = due.n
        and d.event_id < ${v.before}
      returning d.tenant_id, d.event_id, d.endpoint_id, d.n, d.attempt,
        due.url, due.redundant_url, due.failing, due.slots::int as room
    )
    select c.tenant_id, c.event_id, c.endpoint_id, c.n, c.attempt, v.kind, v.body, v.seq, v.test, c.url,
      case
        when c.redundant_url is not null and exists (
          select
          from tenants t
          where t.tenant_id = c.tenant_id
            and t.plan = 'ENTERPRISE'
        ) then c.redundant_url
      end as redundant_url,
      c.failing, c.room, s.secrets
    from claimed c
    ${joinEvent({ tenantId: 'c.tenant_id', id: 'c.event_id' })}
    cross join lateral (
      select string_agg(concat_ws(' ', state, id, encode(secret_encrypted, 'hex')), ',') as secrets
      from webhook_secrets
      where tenant_id = c.tenant_id
        and endpoint_id = c.endpoint_id
    ) s`
  })

/** Critical alerts have an index, a place beyond each endpoint's limit and some slots to themselves: nothing delays them. */
export const claimUrgent = claiming({
  queue: urgent,
  ranks: [RANKS.URGENT],
  beyondLimit: 1,
})

/** What just happened, and what is caught up on where that leaves room. */
export const claim = claiming({
  queue: pending,
  ranks: [RANKS.LIVE, RANKS.CAUGHT_UP],
  beyondLimit: 0,
})
