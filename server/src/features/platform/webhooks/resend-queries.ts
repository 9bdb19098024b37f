import { type RawBuilder, sql } from 'kysely'
import type { Actor, Role } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { EventKind } from '../../../events/catalog.ts'
import { RANKS } from '../../../events/deliveries.ts'
import { type DeliveryKey, MAX_RESENDS } from './delivery-id.ts'
import { columns, type DeliveryCallerIds, type Row } from './delivery-queries.ts'
import { joinEvent } from './join-event.ts'
import { scopesOf, visibleEndpoints } from './queries.ts'
import type { Reader, Status } from './rules.ts'

type DeliveryRef = { tenantId: string } & DeliveryKey

/** A delivery with the data that decides whether it can be resent. */
type Resendable = Row & {
  status: Status
  audience: string[]
  addressed: boolean
  reader: Reader | null
}

const lockedDelivery = memoizeByShape((role: Role) =>
  prepared<DeliveryCallerIds, Resendable>(
    (v) => sql`
      select ${columns}, e.status, survivors_of(e.tenant_id, v.audience) as audience,
        (
          select jsonb_build_object('userId', r.user_id, 'role', r.role, 'dependants', r.dependants, 'scopes', ${scopesOf({ client: 'r', endpoint: 'e' })})
          from reader_of_client(e.tenant_id, e.client_id) r
        ) as reader,
        (
          select is_at_laboratory(e.tenant_id, r.user_id, v.subject_id)
          from reader_of_client(e.tenant_id, e.client_id) r
        ) is true as addressed
      from (${visibleEndpoints(v, role).select(['e.tenant_id', 'e.id', 'e.client_id', 'e.scopes', 'e.status'])}) e
      join webhook_deliveries d on d.tenant_id = e.tenant_id and d.endpoint_id = e.id
      ${joinEvent({ tenantId: 'd.tenant_id', id: 'd.event_id' })}
      where d.tenant_id = ${v.tenantId}
        and d.event_id = ${v.eventId}
        and d.endpoint_id = ${v.endpointId}
        and d.n = ${v.n}
      for update of d`,
  ),
)

/** A delivery to an endpoint that the caller manages, locked until the transaction ends. */
export async function lock(db: Db, caller: Actor, key: DeliveryKey): Promise<Resendable | undefined> {
  return (await rowsOf<Resendable>(db, lockedDelivery(caller.role)({ ...caller, ...key })))[0]
}

const withEvent = (row: RawBuilder<unknown>) => sql`
  with d as (${row} returning *)
  select ${columns}
  from d
  ${joinEvent({ tenantId: 'd.tenant_id', id: 'd.event_id' })}`

const insertNext = prepared<DeliveryRef>((v) =>
  withEvent(sql`
    insert into webhook_deliveries (tenant_id, event_id, endpoint_id, n, state, next_at, rank, trigger)
    select ${v.tenantId}, ${v.eventId}, ${v.endpointId}, max(n) + 1, 'PENDING', app_now(),
      least(min(rank), ${sql.lit(RANKS.LIVE)}), 'MANUAL'
    from webhook_deliveries
    where tenant_id = ${v.tenantId}
      and event_id = ${v.eventId}
      and endpoint_id = ${v.endpointId}
    having max(n) < ${sql.lit(MAX_RESENDS)}`),
)

/**
 * Adds another delivery of an event to an endpoint. The caller holds the lock for resends.
 * @returns undefined if the limit is reached
 */
export async function resend(db: Db, key: DeliveryRef): Promise<Row | undefined> {
  return (await rowsOf<Row>(db, insertNext(key)))[0]
}

const makeDue = prepared<DeliveryRef>((v) =>
  withEvent(sql`
    update webhook_deliveries
    set state = 'PENDING', next_at = app_now(), rank = least(rank, ${sql.lit(RANKS.LIVE)})
    where tenant_id = ${v.tenantId}
      and event_id = ${v.eventId}
      and endpoint_id = ${v.endpointId}
      and n = ${v.n}`),
)

/** Makes a waiting delivery due now. */
export async function bringForward(db: Db, key: DeliveryRef): Promise<Row> {
  return (await rowsOf<Row>(db, makeDue(key)))[0]!
}

type TestEvent = {
  tenantId: string
  endpointId: string
  eventId: string
  kind: EventKind
  subjectId: string
  audience: string[]
  body: string
  at: Date
}

/** A test event and its delivery to one endpoint. */
export const insertTest = prepared<TestEvent>(
  (v) => sql`
    with event as (
      insert into events (tenant_id, id, kind, subject_id, audience, body, created_at, test)
      values (${v.tenantId}, ${v.eventId}, ${v.kind}, ${v.subjectId}, ${v.audience}, ${v.body}, ${v.at}, true)
    )
    insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at)
    values (${v.tenantId}, ${v.eventId}, ${v.endpointId}, 'PENDING', app_now())`,
)
