import { sql } from 'kysely'
import { auditSelected } from '../../../../audit/trail.ts'
import { insertSelected } from '../../../../messages/queue.ts'

/** When an endpoint is disabled: this long without a success, and this many deliveries failed permanently since. */
export type GiveUp = { hours: number; deliveries: number }

/** The same as placeholders; null: never. */
type Limits = { hours: number | null; deliveries: number | null }

/** Characters of an endpoint's address in a message. */
const ADDRESS_LENGTH = 100

/** Totals of the `finished` deliveries by endpoint. One success outweighs the failures of the same batch. */
const health = sql`
  health as (
    select tenant_id, endpoint_id,
      bool_or(state = 'SUCCEEDED') as succeeded,
      count(*) filter (where state <> 'SUCCEEDED') as failures,
      count(*) filter (where state = 'FAILED') as exhausted,
      coalesce(array_agg(url) filter (where gone), '{}') as gone_from
    from finished
    where counted
    group by tenant_id, endpoint_id
  )`

/** Endpoints whose health changes, locked in key order to avoid deadlocks. */
const changed = sql`
  changed as (
    select e.tenant_id, e.id, e.status as was, h.succeeded and e.url <> all(h.gone_from) as succeeded, h.failures, h.exhausted,
      e.url = any(h.gone_from) as gone -- a 410 from a former address does not count
    from health h
    join webhook_endpoints e on e.tenant_id = h.tenant_id and e.id = h.endpoint_id
    where not h.succeeded
      or h.gone_from <> '{}'
      or e.consecutive_failures > 0
      or e.last_success_at is null
      or e.last_success_at < app_now() - interval '1 minute'
    order by e.tenant_id, e.id
    for no key update of e
  )`

const judged = ({ hours, deliveries }: Limits) => sql`
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
          and e.exhausted + c.exhausted >= ${deliveries}::int
          and e.first_failure_at <= app_now() - ${hours}::float8 * interval '1 hour' then 'DISABLED_AUTO'
        else e.status
      end
    from changed c
    where e.tenant_id = c.tenant_id
      and e.id = c.id
    returning e.tenant_id, e.id, e.url, c.was, e.status, e.exhausted, e.first_failure_at
  )`

/** Notices for endpoints that are disabled, or half way there: one per failing period. */
const noticed = ({ hours, deliveries }: Limits) => sql`
  noticed as (
    insert into webhook_notices (tenant_id, endpoint_id, kind, failing_since)
    select tenant_id, id,
      case status when 'GONE' then 'GONE' when 'DISABLED_AUTO' then 'DISABLED' else 'FAILING' end,
      first_failure_at
    from judged
    where was = 'ENABLED' -- results of requests that were in flight when it was disabled are ignored
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

/** Messages to the administrators. */
const messages = () => sql`
  notified as (
    ${insertSelected(sql`
      select n.tenant_id, a.user_id, 'SERVICE' as purpose, array[n.endpoint_id] as about,
        case n.kind when 'FAILING' then 'WEBHOOK_FAILING' else 'WEBHOOK_DISABLED' end as template_code,
        jsonb_build_object(
          'address', left(split_part(j.url, '?', 1), ${sql.lit(ADDRESS_LENGTH)}), -- a query may hold a secret
          'failingSince', to_char(n.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as variables
      from noticed n
      join judged j on j.tenant_id = n.tenant_id and j.id = n.endpoint_id
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

/** CTEs that follow a CTE `finished`: they update the endpoints' health, disable failing ones, and return `noticed`. */
export const disableFailing = (limits: Limits) =>
  sql.join([health, changed, judged(limits), noticed(limits), messages(), audited()], sql`, `)
