import { sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { prepared } from '../../../db/prepared.ts'

/** @param bounds the starts of the periods, and the end of the last one */
export type Values = { endpointIds: readonly string[]; bounds: readonly Date[]; from: Date; end: Date }

/** The requests of a period, which is numbered from 1. */
export type Period = {
  period: number
  succeeded: number
  failed: number
  p50_ms: number
  p99_ms: number
  patient_id: null
}

/** The sum of aggregated hours, the minutes that follow them, and later requests. Bounds are whole hours. */
export const periodsOf = prepared<CallerIds & Values, Period>(
  (v) => sql`
    with position as materialized (
      select minute, date_trunc('hour', minute) as hour
      from webhook_minutes_position
    ),
    requests as (
      select h.hour as at, h.duration_class, h.succeeded, h.failed
      from webhook_hours h
      where h.tenant_id = ${v.tenantId}
        and h.endpoint_id = any(${v.endpointIds}::text[])
        and h.hour >= ${v.from}
        and h.hour < (select least(hour, ${v.end}) from position)
      union all
      select m.minute, m.duration_class, m.succeeded, m.failed
      from webhook_minutes m
      where m.tenant_id = ${v.tenantId}
        and m.endpoint_id = any(${v.endpointIds}::text[])
        and m.minute >= (select greatest(hour, ${v.from}) from position)
        and m.minute < (select least(minute, ${v.end}) from position)
      union all
      select a.ended_at, duration_class(a.duration_ms), (a.error is null)::int, (a.error is not null)::int
      from (
        select tenant_id, endpoint_id, duration_ms, error, ended_at
        from webhook_attempts
        where ended_at >= (select greatest(minute, ${v.from}) from position)
          and ended_at < ${v.end}
          and ended_at <= app_now()
        order by ended_at
        offset 0 -- forces the index on time: the key would read all rows of the tenant
      ) a
      where a.tenant_id = ${v.tenantId}
        and a.endpoint_id = any(${v.endpointIds}::text[])
    ),
    classes as (
      select width_bucket(at, ${v.bounds}::timestamptz[]) as period, duration_class, sum(succeeded) as succeeded,
        sum(failed) as failed
      from requests
      group by 1, 2
    ),
    ranked as (
      select *,
        sum(succeeded + failed) over (partition by period order by duration_class) as up_to,
        sum(succeeded + failed) over (partition by period) as total
      from classes
    )
    select period, sum(succeeded)::int as succeeded, sum(failed)::int as failed,
      duration_of_class(min(duration_class) filter (where up_to >= 0.5 * total)) as p50_ms,
      duration_of_class(min(duration_class) filter (where up_to >= 0.99 * total)) as p99_ms,
      null as patient_id
    from ranked
    group by period`,
)
