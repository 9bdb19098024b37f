import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import { RANKS } from '../../../events/deliveries.ts'
import { idFloor } from '../../../lib/ids.ts'
import { eventOf } from '../event-of.ts'

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

/**
 * Deliveries that wait, as a partial index has them: endpoint by endpoint, and of each in an order that no other index has.
 * Its condition and its order are what makes the planner choose it, whatever it believes of the table.
 */
export type Waiting = { where: RawBuilder<unknown>; order: RawBuilder<unknown> }

export const pending: Waiting = { where: sql`d.state = 'PENDING'`, order: sql`d.rank, d.next_at, d.event_id` }
const urgent: Waiting = {
  where: sql`d.state = 'PENDING' and d.rank < ${sql.lit(RANKS.LIVE)}`,
  order: sql`d.next_at, d.event_id`,
}
export const held: Waiting = { where: sql`d.state = 'HELD'`, order: sql`d.event_id, d.next_at` }

/**
 * Endpoints that have deliveries waiting: one step along the index for each, however many rows each has.
 * @param before the placeholder of `afterAll()`
 */
export const endpointsWith = ({ where, order }: Waiting, before: string) => {
  const first = (beyond: RawBuilder<unknown>) => sql`
    select d.tenant_id, d.endpoint_id
    from webhook_deliveries d
    where ${where}
      and d.event_id < ${before}
      ${beyond}
    order by d.tenant_id, d.endpoint_id, ${order}
    limit 1`
  return sql`
  busy (tenant_id, endpoint_id) as (
    (${first(sql``)})
    union all
    select next.tenant_id, next.endpoint_id
    from busy b
    cross join lateral (${first(sql`and (d.tenant_id, d.endpoint_id) > (b.tenant_id, b.endpoint_id)`)}) next
  )`
}

const ONE_DAY_MS = 24 * 3600 * 1000

/**
 * An id that no event has yet, whatever clocks say. Stated, it keeps statements from looking into the months to come.
 */
export const afterAll = (): string => idFloor('evt', Date.now() + ONE_DAY_MS)

/** What of one rank is due at an endpoint, oldest first. The rank leads the index, so each is a walk of its own. */
const dueOf = (rank: number, rows: RawBuilder<number>, before: string) => sql`
  select *
  from (
    select p.tenant_id, p.event_id, p.endpoint_id, p.n
    from webhook_deliveries p
    where p.tenant_id = room.tenant_id
      and p.endpoint_id = room.id
      and p.event_id < ${before}
      and p.state = 'PENDING'
      and p.rank = ${sql.lit(rank)}
      and p.next_at <= app_now()
    order by p.next_at, p.event_id
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

type Turn = { waiting: Waiting; ranks: number[]; beyondLimit: number }

/**
 * Takes what is due, oldest first within each rank of each endpoint, and at most as much as the endpoint has room for.
 * Endpoints are shuffled, not rows: the claim costs the same whatever backlog one of them has.
 */
const claiming = ({ waiting, ranks, beyondLimit }: Turn) =>
  prepared<Wanted, Claimed>((v) => {
    const rowsOfOne = sql<number>`least(room.slots, ${sql.lit(ROWS_PER_ENDPOINT)})`
    return sql`
    with recursive ${endpointsWith(waiting, v.before)},
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
          select rank
          from webhook_deliveries
          where tenant_id = e.tenant_id
            and endpoint_id = e.id
            and event_id < ${v.before}
            and state = 'SENDING'
          order by owner -- as the index of these has them
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
    ${eventOf({ tenantId: 'c.tenant_id', id: 'c.event_id' })}
    cross join lateral (
      select string_agg(concat_ws(' ', state, id, encode(secret_encrypted, 'hex')), ',') as secrets
      from webhook_secrets
      where tenant_id = c.tenant_id
        and endpoint_id = c.endpoint_id
    ) s`
  })

/** Critical alerts have an index, a place beyond each endpoint's limit and some slots to themselves: nothing delays them. */
export const claimUrgent = claiming({
  waiting: urgent,
  ranks: [RANKS.URGENT],
  beyondLimit: 1,
})

/** What just happened, and what is caught up on where that leaves room. */
export const claim = claiming({
  waiting: pending,
  ranks: [RANKS.LIVE, RANKS.CAUGHT_UP],
  beyondLimit: 0,
})
