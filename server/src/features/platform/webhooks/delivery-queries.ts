import { type RawBuilder, sql } from 'kysely'
import type { Actor, CallerIds, Role } from '../../../actor.ts'
import { type Conditions, memoizeByFilters, timeRange } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import type { EventKind } from '../../../events/catalog.ts'
import type { DeliveryError, DeliveryState, Trigger } from '../../../events/deliveries.ts'
import type { DeliveryKey } from './delivery-id.ts'
import { joinEvent } from './join-event.ts'
import { type ClientCallerIds, visibleEndpoints } from './queries.ts'

/** Deliveries `d` of events `v` as the API shows them. */
export const columns = sql`
  d.event_id, d.endpoint_id, d.n, v.kind, v.test, d.state, d.attempt, d.trigger,
  case when d.state = 'PENDING' then d.next_at end as next_at, d.last_status, d.last_error,
  coalesce(d.created_at, v.created_at) as created_at, d.finished_at`

export type Row = {
  event_id: string
  endpoint_id: string
  n: number
  kind: EventKind
  test: boolean
  state: DeliveryState
  attempt: number
  trigger: Trigger
  next_at: Date | null
  last_status: number | null
  last_error: DeliveryError | null
  created_at: Date
  finished_at: Date | null
}

/** A row without health data. */
export type NoPatient = { patient_id: null }

type Filters = {
  event?: readonly EventKind[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Endpoints, and for each the bound of `n` in the event of the start position (`boundOf`). */
type Below = { endpointId: readonly string[]; belowN: readonly number[] }

/** A range of deliveries in some states: before a start position, ordered by event, endpoint and `n`. */
export type Scan = Below & {
  state: readonly DeliveryState[]
  fromId: string
  beforeId: string
  belowEvent: string
}

/** The same, down to and including an end position. */
type ListValues = Filters & Scan & { endEvent: string; endN: readonly number[]; limit: number }

const conditions: Conditions<Filters> = {
  event: ({ event }) => sql`v.kind = any(${event})`,
  ...timeRange('v.created_at'),
}

/** Each endpoint with each state, to be read by one index step each. There are few, and no index has the order of the list. */
const endpointStates = (v: Scan, endN: RawBuilder<unknown>) => sql`
  unnest(${v.endpointId}::text[], ${v.belowN}::int[], ${endN}) as e (id, below_n, end_n)
  cross join unnest(${v.state}::text[]) as s (state)`

/** The condition of an index step, in the index `webhook_deliveries_listed`. */
const inRange = (v: CallerIds & Scan) => sql`
  d.tenant_id = ${v.tenantId}
    and d.endpoint_id = e.id
    and d.state = s.state
    and d.event_id >= ${v.fromId}
    and d.event_id < ${v.beforeId}
    and d.event_id <= ${v.belowEvent}
    and (d.event_id, d.n) < (${v.belowEvent}, e.below_n)`

/** Maximum number of deliveries of one state that a call with filters examines. */
const MAX_SCANNED = 10_000
/** The same limit for each of several endpoints. */
export const scannedOfEach = (endpoints: number): number => Math.ceil(MAX_SCANNED / Math.max(1, endpoints))

export type Position = { event_id: string; endpoint_id: string; n: number }

/** The position where a call ends its search and the next call continues. Bounds the duration of a call under any filter. */
export const endOfScan = prepared<CallerIds & Scan & { skipped: number }, Position>(
  (v) => sql`
    select cut.event_id, cut.endpoint_id, cut.n
    from ${endpointStates(v, sql`null::int[]`)}
    cross join lateral (
      select d.event_id, d.endpoint_id, d.n
      from webhook_deliveries d
      where ${inRange(v)}
      order by d.event_id desc, d.n desc
      offset ${v.skipped}
      limit 1
    ) cut
    order by cut.event_id desc, cut.endpoint_id desc, cut.n desc
    limit 1`,
)

/** The newest deliveries of each endpoint and state, which include the newest of all. */
const newest = (v: CallerIds & ListValues, selected: RawBuilder<unknown>, filters: RawBuilder<unknown>) => sql`
  select found.*
  from ${endpointStates(v, sql`${v.endN}::int[]`)}
  cross join lateral (
    ${selected}
    where ${inRange(v)}
      and d.event_id >= ${v.endEvent}
      and (d.event_id, d.n) >= (${v.endEvent}, e.end_n)
      ${filters}
    order by d.event_id desc, d.n desc
    limit ${v.limit}
  ) found
  order by found.event_id desc, found.endpoint_id desc, found.n desc
  limit ${v.limit}`

const event = joinEvent({ tenantId: 'd.tenant_id', id: 'd.event_id' })

export const list = memoizeByFilters(conditions, (conditionsOf) =>
  prepared<CallerIds & ListValues, Row & NoPatient>((v) => {
    const filters = conditionsOf(v).map((condition) => sql`and ${condition}`)
    if (filters.length > 0) {
      const selected = sql`select ${columns}, null as patient_id from webhook_deliveries d ${event}`
      return newest(v, selected, sql.join(filters, sql` `))
    }
    // Reads only the events of the page. The limit makes the planner look up each delivery by key.
    return sql`
      select ${columns}, null as patient_id
      from (${newest(v, sql`select d.event_id, d.endpoint_id, d.n from webhook_deliveries d`, sql``)}) page
      cross join lateral (
        select *
        from webhook_deliveries
        where tenant_id = ${v.tenantId}
          and event_id = page.event_id
          and endpoint_id = page.endpoint_id
          and n = page.n
        limit 1
      ) d
      ${event}
      order by d.event_id desc, d.endpoint_id desc, d.n desc`
  }),
)

export const isFiltered = ({ event, from, to }: Filters): boolean => (event ?? from ?? to) !== undefined

/** An attempt as JSON. */
export type Attempt = {
  attempt: number
  redundant: boolean
  at: string
  duration_ms: number
  status: number | null
  error: DeliveryError | null
  response_head: string | null
}

export type DeliveryCallerIds = ClientCallerIds & DeliveryKey

export const one = memoizeByShape((role: Role) =>
  prepared<DeliveryCallerIds, Row & NoPatient & { attempts: Attempt[] }>(
    (v) => sql`
      select ${columns}, null as patient_id,
        coalesce((
          select jsonb_agg(jsonb_build_object('attempt', a.attempt, 'redundant', a.redundant, 'at', a.started_at,
            'duration_ms', a.duration_ms, 'status', a.http_status, 'error', a.error, 'response_head', a.response_head)
            order by a.started_at, a.id)
          from webhook_attempts a
          where a.tenant_id = d.tenant_id
            and a.event_id = d.event_id
            and a.endpoint_id = d.endpoint_id
            and a.n = d.n
        ), '[]') as attempts
      from webhook_deliveries d
      ${joinEvent({ tenantId: 'd.tenant_id', id: 'd.event_id' })}
      where d.tenant_id = ${v.tenantId}
        and d.event_id = ${v.eventId}
        and d.endpoint_id = ${v.endpointId}
        and d.n = ${v.n}
        and d.endpoint_id in (${visibleEndpoints(v, role).select('e.id')})`,
  ),
)

/** Maximum number of deliveries shown with an event. */
const OF_ONE_EVENT = 100

const ofEvent = memoizeByShape((role: Role) =>
  prepared<ClientCallerIds & { eventId: string }, Row>(
    (v) => sql`
      select ${columns}
      from (${visibleEndpoints(v, role).select(['e.tenant_id', 'e.id'])}) e
      join webhook_deliveries d on d.tenant_id = e.tenant_id and d.event_id = ${v.eventId} and d.endpoint_id = e.id
      ${joinEvent({ tenantId: 'd.tenant_id', id: 'd.event_id' })}
      order by d.endpoint_id, d.n
      limit ${sql.lit(OF_ONE_EVENT)}`,
  ),
)

/** The deliveries of an event to endpoints that the caller manages. */
export const findOfEvent = (caller: Actor, eventId: string) => ofEvent(caller.role)({ ...caller, eventId })
