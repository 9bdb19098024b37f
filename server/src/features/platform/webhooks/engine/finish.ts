import { sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { DeliveryError } from '../../../../events/deliveries.ts'
import type { NoticeKind } from '../rules.ts'
import { disableFailing, type GiveUp } from './giving-up.ts'
import type { Outcome } from './outcome.ts'

/** One request, as the log keeps it. */
export type LoggedRequest = {
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

/** The result of an attempt. After an internal error there is no request, and the attempt does not count. */
export type AttemptResult = {
  tenant_id: string
  event_id: string
  endpoint_id: string
  n: number
  lease: string
  /** The endpoint's address at the time of the claim. */
  url: string
  attempt: number
  state: Outcome['state']
  delay_sec: number
  gone: boolean
  status: number | null
  error: DeliveryError | null
  requests: LoggedRequest[]
}

/** A notice to an endpoint's administrators. */
export type Notice = { tenant_id: string; endpoint_id: string; kind: NoticeKind }

/**
 * Records results: the CTE `ended` feeds `finished` and `logged`, then the health of endpoints.
 * @param giveUp when to disable a failing endpoint; undefined for never
 * @returns a statement that returns the notices to log
 */
export const finish = (batch: AttemptResult[], giveUp: GiveUp | undefined) =>
  record({
    results: JSON.stringify(batch.map(({ requests, ...result }) => ({ ...result, counted: requests.length > 0 }))),
    requests: JSON.stringify(batch.flatMap(({ requests }) => requests)),
    hours: giveUp?.hours ?? null,
    deliveries: giveUp?.deliveries ?? null,
  })

/** Updates deliveries whose lease still holds, by key. Deliveries with another lease have been taken over. */
const finished = sql`
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
  )`

const record = prepared<{ results: string; requests: string; hours: number | null; deliveries: number | null }, Notice>(
  (v) => sql`
    with ended as materialized (
      select *
      from jsonb_to_recordset(${v.results}::jsonb) as r (
        tenant_id text, event_id text, endpoint_id text, n smallint, lease uuid, url text, attempt smallint,
        state text, delay_sec float8, gone boolean, status smallint, error text, counted boolean)
    ),
    ${finished},
    logged as (
      insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms,
        http_status, error, remote_address, response_head, redundant)
      select *
      from jsonb_to_recordset(${v.requests}::jsonb) as r (
        tenant_id text, event_id text, endpoint_id text, n smallint, attempt smallint, id text, started_at timestamptz,
        duration_ms int, http_status smallint, error text, remote_address inet, response_head text, redundant boolean)
      on conflict do nothing
    ),
    ${disableFailing(v)}
    select tenant_id, endpoint_id, kind
    from noticed`,
)
