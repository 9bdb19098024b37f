import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'

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
  url: string
  secret_id: string | null
  secret_encrypted: Buffer | null
}

/** First half of the key of an advisory lock; `owner.ts` has the other of ours. */
const CLAIM_LOCK = 41_043

/** An endpoint that fails this often in a row gets one request at a time, until one succeeds. */
const FAILURES_UNTIL_ONE_SLOT = 5
/** Rows of one endpoint in one claim, so that a long backlog does not fill it. */
const ROWS_PER_ENDPOINT = 5

/**
 * Precedes claiming. Servers take turns, so that together they keep to an endpoint's limit, and so that none finds its
 * rows locked by another. A claim that a crash of the database forgets is made again: it need not wait for the disk.
 */
export const takeTurn = prepared<object>(
  () => sql`
    select pg_advisory_xact_lock(${sql.lit(CLAIM_LOCK)}, 0), set_config('synchronous_commit', 'off', true)`,
)

/** Endpoints that have something pending: one step along the index for each, however many rows each has. */
export const busyEndpoints = sql`
  busy (tenant_id, endpoint_id) as (
    (
      select tenant_id, endpoint_id
      from webhook_deliveries
      where state = 'PENDING'
      order by tenant_id, endpoint_id
      limit 1
    )
    union all
    select next.tenant_id, next.endpoint_id
    from busy b
    cross join lateral (
      select d.tenant_id, d.endpoint_id
      from webhook_deliveries d
      where d.state = 'PENDING'
        and (d.tenant_id, d.endpoint_id) > (b.tenant_id, b.endpoint_id)
      order by d.tenant_id, d.endpoint_id
      limit 1
    ) next
  )`

/**
 * Takes what is due, oldest first within each endpoint and at most as much as the endpoint has room for. Endpoints are
 * shuffled, not rows: the claim costs the same whatever backlog one of them has.
 */
export const claim = prepared<{ slots: number; lease: string; leaseSec: number; owner: number }, Claimed>(
  (v) => sql`
    with recursive ${busyEndpoints},
    room as materialized (
      select e.tenant_id, e.id,
        case when e.consecutive_failures >= ${sql.lit(FAILURES_UNTIL_ONE_SLOT)} then 1 else e.max_in_flight end - (
          select count(*)
          from webhook_deliveries s
          where s.tenant_id = e.tenant_id
            and s.endpoint_id = e.id
            and s.state = 'SENDING'
        ) as slots
      from busy b
      cross join lateral (
        select tenant_id, id, consecutive_failures, max_in_flight
        from webhook_endpoints
        where tenant_id = b.tenant_id
          and id = b.endpoint_id
          and status = 'ENABLED'
          and deleted_at is null
        limit 1
      ) e
      order by random()
    ),
    due as (
      select d.tenant_id, d.event_id, d.endpoint_id, d.n
      from room
      cross join lateral (
        select p.tenant_id, p.event_id, p.endpoint_id, p.n
        from webhook_deliveries p
        where p.tenant_id = room.tenant_id
          and p.endpoint_id = room.id
          and p.state = 'PENDING'
          and p.next_at <= app_now()
        order by p.next_at, p.event_id
        limit greatest(0, least(room.slots, ${sql.lit(ROWS_PER_ENDPOINT)}))
        for update skip locked
      ) d
      where room.slots > 0
      limit ${v.slots}
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
      returning d.tenant_id, d.event_id, d.endpoint_id, d.n, d.attempt
    )
    select c.tenant_id, c.event_id, c.endpoint_id, c.n, c.attempt, v.kind, v.body, v.seq, e.url,
      s.id as secret_id, s.secret_encrypted
    from claimed c
    cross join lateral (
      select kind, body, seq
      from events
      where tenant_id = c.tenant_id
        and id = c.event_id
      limit 1
    ) v
    cross join lateral (
      select url
      from webhook_endpoints
      where tenant_id = c.tenant_id
        and id = c.endpoint_id
      limit 1
    ) e
    left join lateral (
      select id, secret_encrypted
      from webhook_secrets
      where tenant_id = c.tenant_id
        and endpoint_id = c.endpoint_id
        and state = 'CURRENT'
      limit 1
    ) s on true`,
)
