import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'

/** One request that ended. Without `attempt_id` none was made, for a fault of ours: nothing is counted or logged. */
export type Ended = {
  tenant_id: string
  event_id: string
  endpoint_id: string
  n: number
  lease: string
  attempt: number
  state: string
  delay_sec: number
  gone: boolean
  status: number | null
  error: string | null
  attempt_id: string | null
  started_at: string | null
  duration_ms: number
  remote_address: string | null
  response_head: string | null
}

/**
 * Records how requests ended: the deliveries whose lease still holds, a row of the log for each request, and the health
 * of the endpoints where it changed. One success outweighs the failures that ended with it, within milliseconds.
 */
export const finish = prepared<{ ended: string }>(
  (v) => sql`
    with ended as materialized (
      select *
      from jsonb_to_recordset(${v.ended}::jsonb) as r (
        tenant_id text, event_id text, endpoint_id text, n smallint, lease uuid, attempt smallint, state text,
        delay_sec float8, gone boolean, status smallint, error text, attempt_id text, started_at timestamptz,
        duration_ms int, remote_address inet, response_head text)
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
      returning d.tenant_id, d.endpoint_id, ended.state, ended.gone, ended.attempt_id
    ),
    logged as (
      insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms,
        http_status, error, remote_address, response_head)
      select tenant_id, event_id, endpoint_id, n, attempt, attempt_id, started_at, duration_ms,
        status, error, remote_address, response_head
      from ended
      where attempt_id is not null
      on conflict do nothing
    ),
    health as (
      select tenant_id, endpoint_id,
        bool_or(state = 'SUCCEEDED') as succeeded,
        count(*) filter (where state <> 'SUCCEEDED') as failures,
        bool_or(gone) as gone
      from finished
      where attempt_id is not null
      group by tenant_id, endpoint_id
    ),
    changed as (
      select e.tenant_id, e.id, h.succeeded, h.failures, h.gone
      from health h
      join webhook_endpoints e on e.tenant_id = h.tenant_id and e.id = h.endpoint_id
      where not h.succeeded
        or h.gone
        or e.consecutive_failures > 0
        or e.last_success_at is null
        or e.last_success_at < app_now() - interval '1 minute'
      order by e.tenant_id, e.id -- so that two servers do not wait for each other
      for no key update of e
    )
    update webhook_endpoints e
    set consecutive_failures = case when c.succeeded then 0 else e.consecutive_failures + c.failures end,
      first_failure_at = case
        when c.succeeded then null
        when e.consecutive_failures = 0 then app_now()
        else e.first_failure_at
      end,
      last_success_at = case when c.succeeded then app_now() else e.last_success_at end,
      status = case when c.gone and e.status = 'ENABLED' then 'GONE' else e.status end
    from changed c
    where e.tenant_id = c.tenant_id
      and e.id = c.id`,
)
