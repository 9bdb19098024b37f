import { sql } from 'kysely'
import { auditSelected } from '../../../../audit/trail.ts'
import { insertSelected } from '../../../../messages/queue.ts'

/** An endpoint is disabled after this time without a success, if this many deliveries have failed permanently since. */
export type GiveUp = { hours: number; deliveries: number }

/** The same as placeholders; null for never. */
type Limits = { hours: number | null; deliveries: number | null }

/** Maximum characters of an endpoint's address in a message. */
const ADDRESS_LENGTH = 100

/** Totals of the `finished` deliveries by endpoint. A success outweighs the failures of the same batch. */
const totals = sql`
  totals as (
    select tenant_id, endpoint_id,
      bool_or(state = 'SUCCEEDED') as succeeded,
      count(*) filter (where state <> 'SUCCEEDED') as failures,
      count(*) filter (where state = 'FAILED') as exhausted,
      coalesce(array_agg(url) filter (where gone), '{}') as gone_from
    from finished
    where counted
    group by tenant_id, endpoint_id
  )`

/**
 * The endpoints to update, locked in key order to avoid deadlocks. Successes update a healthy endpoint once a minute. A 410 from
 * a previous address does not count.
 */
const affected = sql`
  affected as (
    select e.tenant_id, e.id, e.status as former_status, t.failures, t.exhausted,
      e.url = any(t.gone_from) as gone,
      t.succeeded and e.url <> all(t.gone_from) as succeeded
    from totals t
    join webhook_endpoints e on e.tenant_id = t.tenant_id and e.id = t.endpoint_id
    where not t.succeeded
      or t.gone_from <> '{}'
      or e.consecutive_failures > 0
      or e.last_success_at is null
      or e.last_success_at < app_now() - interval '1 minute'
    order by e.tenant_id, e.id
    for no key update of e
  )`

/** Updates the counters, and disables endpoints that are gone or exceed the limits. */
const updated = ({ hours, deliveries }: Limits) => sql`
  updated as (
    update webhook_endpoints e
    set consecutive_failures = case when a.succeeded then 0 else e.consecutive_failures + a.failures end,
      exhausted = case when a.succeeded then 0 else e.exhausted + a.exhausted end,
      first_failure_at = case
        when a.succeeded then null
        when e.consecutive_failures = 0 then app_now()
        else e.first_failure_at
      end,
      last_success_at = case when a.succeeded then app_now() else e.last_success_at end,
      status = case
        when e.status <> 'ENABLED' then e.status
        when a.gone then 'GONE'
        when not a.succeeded
          and e.exhausted + a.exhausted >= ${deliveries}::int
          and e.first_failure_at <= app_now() - ${hours}::float8 * interval '1 hour' then 'DISABLED_AUTO'
        else e.status
      end
    from affected a
    where e.tenant_id = a.tenant_id
      and e.id = a.id
    returning e.tenant_id, e.id, e.url, a.former_status, e.status, e.exhausted, e.first_failure_at
  )`

/** Notices for endpoints that are disabled, or half way to it: one of each kind for each failing period. */
const noticed = ({ hours, deliveries }: Limits) => sql`
  noticed as (
    insert into webhook_notices (tenant_id, endpoint_id, kind, failing_since)
    select tenant_id, id,
      case status when 'GONE' then 'GONE' when 'DISABLED_AUTO' then 'DISABLED' else 'FAILING' end,
      first_failure_at
    from updated
    where former_status = 'ENABLED' -- ignores requests that were in flight when the endpoint was disabled
      and first_failure_at is not null
      and (
        status <> 'ENABLED'
        or (
          2 * exhausted >= ${deliveries}::int
          and first_failure_at <= app_now() - ${hours}::float8 / 2 * interval '1 hour'
        )
      )
    on conflict do nothing
    returning tenant_id, endpoint_id, kind, failing_since
  )`

/** Messages to the administrators, without the query of the URL, which may contain a secret. */
const notified = () => sql`
  notified as (
    ${insertSelected(sql`
      select n.tenant_id, a.user_id, 'SERVICE' as purpose, array[n.endpoint_id] as about,
        case n.kind when 'FAILING' then 'WEBHOOK_FAILING' else 'WEBHOOK_DISABLED' end as template_code,
        jsonb_build_object(
          'address', left(split_part(u.url, '?', 1), ${sql.lit(ADDRESS_LENGTH)}),
          'failingSince', to_char(n.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as variables
      from noticed n
      join updated u on u.tenant_id = n.tenant_id and u.id = n.endpoint_id
      cross join lateral administrators_of(n.tenant_id) a`)}
  )`

const audited = () => sql`
  audited as (
    ${auditSelected(sql`
      select tenant_id, 'platform' as user_id, 'disableWebhook' as operation, endpoint_id as subject_id,
        '{}'::text[] as patient_ids
      from noticed
      where kind in ('DISABLED', 'GONE')`)}
  )`

/**
 * CTEs that follow a CTE `finished`: they update the endpoints, disable failing ones, and return `noticed`. They are in the same
 * statement, so that only deliveries whose lease still held are counted, each exactly once.
 */
export const disableFailing = (limits: Limits) =>
  sql.join([totals, affected, updated(limits), noticed(limits), notified(), audited()], sql`, `)
