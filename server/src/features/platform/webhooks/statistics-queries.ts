import { sql } from 'kysely'
import type { Role } from '../../../actor.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { RANKS } from '../../../events/deliveries.ts'
import { type ClientCallerIds, visibleEndpoints } from './queries.ts'
import type { NoticeKind } from './rules.ts'

export type Statistics = {
  succeeded: number
  failed: number
  p50_ms: number | null
  p99_ms: number | null
  pending: number
  held: number
  oldest_pending_sec: number | null
  failing_since: Date | null
  last_success_at: Date | null
  next_attempt_at: Date | null
  /** As JSON. */
  notices: { kind: NoticeKind; at: string }[]
  patient_id: null
}

/**
 * The sum of aggregated minutes and later requests. The first pending delivery is looked up for each rank, because the index
 * starts with the rank.
 */
export const statisticsOf = memoizeByShape((role: Role) =>
  prepared<ClientCallerIds & { id: string; hours: number }, Statistics>((v) => {
    const visible = visibleEndpoints(v, role)
      .where('e.id', '=', v.id)
      .select(['e.id', 'e.first_failure_at', 'e.last_success_at'])
    return sql`
    with since as materialized (
      select date_trunc('minute', app_now() - ${v.hours}::int * interval '1 hour') as at, minute as added_up
      from webhook_minutes_position
    ),
    requests as (
      select m.duration_class, m.succeeded, m.failed
      from webhook_minutes m
      where m.tenant_id = ${v.tenantId}
        and m.endpoint_id = ${v.id}
        and m.minute >= (select at from since)
        and m.minute < (select added_up from since)
      union all
      select duration_class(a.duration_ms), (a.error is null)::int, (a.error is not null)::int
      from (
        select tenant_id, endpoint_id, duration_ms, error
        from webhook_attempts
        where ended_at >= (select greatest(at, added_up) from since)
          and ended_at <= app_now()
        order by ended_at
        offset 0 -- forces the index on time: the key would read all rows of the tenant
      ) a
      where a.tenant_id = ${v.tenantId}
        and a.endpoint_id = ${v.id}
    ),
    classes as (
      select duration_class, sum(succeeded)::int as succeeded, sum(failed)::int as failed,
        sum(sum(succeeded + failed)) over (order by duration_class) as up_to,
        sum(sum(succeeded + failed)) over () as total
      from requests
      group by duration_class
    ),
    next as (
      select min(first.next_at) as at
      from unnest(array[${sql.join(Object.values(RANKS).map(sql.lit))}]) as ranks (rank)
      cross join lateral (
        select d.next_at
        from webhook_deliveries d
        where d.tenant_id = ${v.tenantId}
          and d.endpoint_id = ${v.id}
          and d.state = 'PENDING'
          and d.rank = ranks.rank
        order by d.next_at
        limit 1
      ) first
    )
    select
      (select coalesce(sum(succeeded), 0)::int from classes) as succeeded,
      (select coalesce(sum(failed), 0)::int from classes) as failed,
      (select min(duration_of_class(duration_class)) from classes where up_to >= 0.5 * total) as p50_ms,
      (select min(duration_of_class(duration_class)) from classes where up_to >= 0.99 * total) as p99_ms,
      ${counted(v, 'PENDING')} + ${counted(v, 'SENDING')} as pending,
      ${counted(v, 'HELD')} as held,
      floor(extract(epoch from app_now() - next.at))::int as oldest_pending_sec,
      next.at as next_attempt_at,
      e.first_failure_at as failing_since,
      e.last_success_at,
      array(
        select json_build_object('kind', n.kind, 'at', n.at)
        from webhook_notices n
        where n.tenant_id = ${v.tenantId}
          and n.endpoint_id = ${v.id}
        order by n.at desc, n.kind
        limit 20
      ) as notices,
      null as patient_id
    from (${visible}) e
    cross join next`
  }),
)

const counted = (v: { tenantId: string; id: string }, state: 'PENDING' | 'SENDING' | 'HELD') => sql`(
        select count(*)::int
        from webhook_deliveries d
        where d.tenant_id = ${v.tenantId}
          and d.endpoint_id = ${v.id}
          and d.state = ${sql.lit(state)}
      )`
