import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { DeliveryError } from '../../../events/deliveries.ts'
import type { NoticeKind } from '../rules.ts'
import type { Outcome } from './outcome.ts'

/** One request that was made, as the log keeps it. */
export type Made = {
  tenant_id: string
  event_id: string
  endpoint_id: string
  n: number
  attempt: number
  id: string
  started_at: string
  duration_ms: number
  http_status: number | null
  error: DeliveryError | null
  remote_address: string | null
  response_head: string | null
  redundant: boolean
}

/** An attempt that ended. Where no request was made, for a fault of ours, nothing is counted. */
export type Ended = {
  tenant_id: string
  event_id: string
  endpoint_id: string
  n: number
  lease: string
  /** The endpoint's address when this was claimed. */
  url: string
  attempt: number
  state: Outcome['state']
  delay_sec: number
  gone: boolean
  status: number | null
  error: DeliveryError | null
  made: Made[]
}

/** When an endpoint is given up: so long without a success, and so many deliveries that failed for good since. */
export type GiveUp = { hours: number; deliveries: number }

/** What an endpoint's owner is to be told. */
export type Notice = { tenant_id: string; endpoint_id: string; kind: NoticeKind }

/** Characters of an endpoint's address that a message names: enough to know it by. */
const ADDRESS_LENGTH = 100

/** @param giveUp undefined: never */
export const finish = (batch: Ended[], giveUp: GiveUp | undefined) =>
  record({
    ended: JSON.stringify(batch.map(({ made, ...ended }) => ({ ...ended, counted: made.length > 0 }))),
    made: JSON.stringify(batch.flatMap(({ made }) => made)),
    hours: giveUp?.hours ?? null,
    deliveries: giveUp?.deliveries ?? null,
  })

/**
 * Records how attempts ended: the deliveries whose lease still holds, a row of the log for each request, and the health
 * of the endpoints where it changed. One success outweighs the failures that ended with it, within milliseconds. Who is
 * given up, or half way there, is noticed once for each time without a success, and its administrators are told.
 */
const record = prepared<{ ended: string; made: string; hours: number | null; deliveries: number | null }, Notice>(
  (v) => sql`
    with ended as materialized (
      select *
      from jsonb_to_recordset(${v.ended}::jsonb) as r (
        tenant_id text, event_id text, endpoint_id text, n smallint, lease uuid, url text, attempt smallint,
        state text, delay_sec float8, gone boolean, status smallint, error text, counted boolean)
    ),
    finished as (
      update webhook_deliveries d
      set state = ended.state,
        attempt = ended.attempt,
        next_at = app_now() + ended.delay_sec * interval '1 second',
        lease = null,
        lease_until = null,
        owner = null,
        last_status = ended.status,
        last_error = ended.error,
        finished_at = case when ended.state in ('SUCCEEDED', 'FAILED') then app_now() end
      from ended
      where d.tenant_id = ended.tenant_id
        and d.event_id = ended.event_id
        and d.endpoint_id = ended.endpoint_id
        and d.n = ended.n
        and d.lease = ended.lease
      returning d.tenant_id, d.endpoint_id, ended.url, ended.state, ended.gone, ended.counted
    ),
    logged as (
      insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms,
        http_status, error, remote_address, response_head, redundant)
      select tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms,
        http_status, error, remote_address, response_head, redundant
      from jsonb_to_recordset(${v.made}::jsonb) as r (
        tenant_id text, event_id text, endpoint_id text, n smallint, attempt smallint, id text, started_at timestamptz,
        duration_ms int, http_status smallint, error text, remote_address inet, response_head text, redundant boolean)
      on conflict do nothing
    ),
    health as (
      select tenant_id, endpoint_id,
        bool_or(state = 'SUCCEEDED') as succeeded,
        count(*) filter (where state <> 'SUCCEEDED') as failures,
        count(*) filter (where state = 'FAILED') as exhausted,
        coalesce(array_agg(url) filter (where gone), '{}') as gone_from
      from finished
      where counted
      group by tenant_id, endpoint_id
    ),
    changed as (
      select e.tenant_id, e.id, e.status as was, h.succeeded and e.url <> all(h.gone_from) as succeeded,
        h.failures, h.exhausted,
        e.url = any(h.gone_from) as gone -- an address that it had before says nothing of the one that it has
      from health h
      join webhook_endpoints e on e.tenant_id = h.tenant_id and e.id = h.endpoint_id
      where not h.succeeded
        or h.gone_from <> '{}'
        or e.consecutive_failures > 0
        or e.last_success_at is null
        or e.last_success_at < app_now() - interval '1 minute'
      order by e.tenant_id, e.id -- so that two servers do not wait for each other
      for no key update of e
    ),
    judged as (
      update webhook_endpoints e
      set consecutive_failures = case when c.succeeded then 0 else e.consecutive_failures + c.failures end,
        exhausted = case when c.succeeded then 0 else e.exhausted + c.exhausted end,
        first_failure_at = case
          when c.succeeded then null
          when e.consecutive_failures = 0 then app_now()
          else e.first_failure_at
        end,
        last_success_at = case when c.succeeded then app_now() else e.last_success_at end,
        status = case
          when e.status <> 'ENABLED' then e.status
          when c.gone then 'GONE'
          when not c.succeeded
            and e.exhausted + c.exhausted >= ${v.deliveries}::int
            and e.first_failure_at <= app_now() - ${v.hours}::float8 * interval '1 hour' then 'DISABLED_AUTO'
          else e.status
        end
      from changed c
      where e.tenant_id = c.tenant_id
        and e.id = c.id
      returning e.tenant_id, e.id, e.url, c.was, e.status, e.exhausted, e.first_failure_at
    ),
    noticed as (
      insert into webhook_notices (tenant_id, endpoint_id, kind, failing_since)
      select tenant_id, id,
        case status when 'GONE' then 'GONE' when 'DISABLED_AUTO' then 'DISABLED' else 'FAILING' end,
        first_failure_at
      from judged
      where was = 'ENABLED' -- what had been under way when it was disabled is no news
        and first_failure_at is not null
        and (
          status <> 'ENABLED'
          or (
            2 * exhausted >= ${v.deliveries}::int
            and first_failure_at <= app_now() - ${v.hours}::float8 / 2 * interval '1 hour'
          )
        )
      on conflict do nothing
      returning tenant_id, endpoint_id, kind, failing_since
    ),
    told as (
      insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, about)
      select n.tenant_id, new_id('msg'), a.user_id,
        case n.kind when 'FAILING' then 'WEBHOOK_FAILING' else 'WEBHOOK_DISABLED' end,
        jsonb_build_object(
          'address', left(split_part(j.url, '?', 1), ${sql.lit(ADDRESS_LENGTH)}), -- a query may hold a secret
          'failingSince', to_char(n.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        'SERVICE',
        array[n.endpoint_id]
      from noticed n
      join judged j on j.tenant_id = n.tenant_id and j.id = n.endpoint_id
      cross join lateral administrators_of(n.tenant_id) a
    ),
    audited as (
      insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, subject_id, request_id)
      select tenant_id, new_id('aud'), 'platform', 'worker', 'disableWebhook', 'OK', endpoint_id, new_id('req')
      from noticed
      where kind in ('DISABLED', 'GONE')
    )
    select tenant_id, endpoint_id, kind
    from noticed`,
)
