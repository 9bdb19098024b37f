import { sql } from 'kysely'
import { hasRelation } from '../access/check.ts'
import { access, type Relation } from '../access/table.ts'
import { roles } from '../actor.ts'
import { prepared } from '../db/prepared.ts'
import { collectRows } from '../db/transaction.ts'
import { isGuardianOf, isPending } from '../db/users.ts'
import { newId } from '../lib/ids.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { catalog, deskKinds, type EventData, type EventKind, isUrgent } from './catalog.ts'
import { RANKS } from './deliveries.ts'

/** An event and its subject. `audience`: the users whom it concerns, besides the tenant's administrators. */
type NewEvent<K extends EventKind> = {
  kind: K
  subjectId: string
  audience: (string | null)[]
  data: EventData<K>
}

/**
 * Records an event and a delivery for every subscribed endpoint, in the transaction of its cause. An endpoint receives only
 * events that its client may read. The client must hold the scope. The client's user must be verified, and must be an
 * administrator, in the audience, a guardian of a patient in the audience, or, for schedules and money, the front desk.
 * Deliveries to a disabled endpoint are held.
 */
export function recordEvent<K extends EventKind>(
  { db, trail, clock }: Pick<UnitOfWork, 'db' | 'trail' | 'clock'>,
  { kind, subjectId, audience, data }: NewEvent<K>,
): void {
  const id = newId('evt')
  const at = clock.now()
  addRow(db, {
    tenantId: trail.tenantId,
    id,
    kind,
    subjectId,
    audience: audience.filter((userId) => userId !== null),
    body: bodyOf(id, kind, data, at),
    at,
    scope: catalog[kind].scope,
    desk: deskKinds.includes(kind),
    rank: isUrgent(kind) ? RANKS.URGENT : RANKS.LIVE,
    traceparent: trail.traceparent ?? null,
  })
}

/** The exact body that is signed and sent on every attempt. */
export const bodyOf = <K extends EventKind>(id: string, kind: K, data: EventData<K>, at: Date): string =>
  JSON.stringify({ event: kind, id, createdAt: at.toISOString(), data })

type Row = {
  tenantId: string
  id: string
  kind: EventKind
  subjectId: string
  audience: string[]
  body: string
  at: Date
  scope: string
  desk: boolean
  rank: number
  traceparent: string | null
}

/** One statement for all events of a transaction. */
const addRow = collectRows<Row>((rows) =>
  rows.length === 1 ? insertOne(rows[0]!) : insertSeveral({ rows: JSON.stringify(rows) }),
)

/** Whether the role of `u` reads events by a relation. */
const hasRole = (relation: Relation) => {
  const readers = roles.filter((role) => hasRelation(access.events.read, role, relation))
  return sql`u.role in (${sql.join(readers.map((role) => sql.lit(role)))})`
}

const isGuardianOfAny = (audience: unknown) =>
  isGuardianOf({ tenantId: sql`u.tenant_id`, guardianId: sql`u.id`, dependantId: sql`any(${audience})` })

/**
 * Inserts the deliveries of an event.
 * @param event its values, or columns of `source`
 */
const insertDeliveries = (
  event: Record<'tenantId' | 'id' | 'kind' | 'audience' | 'scope' | 'desk' | 'rank', unknown>,
  source = sql``,
) => sql`
    insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, rank)
    select e.tenant_id, ${event.id}, e.id, case e.status when 'ENABLED' then 'PENDING' else 'HELD' end, app_now(), ${event.rank}
    from webhook_endpoints e ${source}
    join clients c on c.tenant_id = e.tenant_id and c.id = e.client_id and c.disabled_at is null
    join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as and u.disabled_at is null
    where e.tenant_id = ${event.tenantId}
      and e.deleted_at is null
      and (e.kinds = '{}' or ${event.kind} = any(e.kinds))
      and ${event.scope} = any(c.scopes)
      and (e.scopes is null or ${event.scope} = any(e.scopes))
      and (
        ${hasRole('tenant')}
        or u.id = any(${event.audience})
        or (${event.desk} and ${hasRole('desk')})
        or (u.role = 'PATIENT' and ${isGuardianOfAny(event.audience)}))
      and not ${isPending('u')}`

const insertOne = prepared<Row>(
  (v) => sql`
    with event as (
      insert into events (tenant_id, id, kind, subject_id, audience, body, created_at, traceparent)
      values (${v.tenantId}, ${v.id}, ${v.kind}, ${v.subjectId}, ${v.audience}, ${v.body}, ${v.at}, ${v.traceparent})
    )
    ${insertDeliveries({
      tenantId: v.tenantId,
      id: v.id,
      kind: v.kind,
      audience: v.audience,
      scope: v.scope,
      desk: v.desk,
      rank: sql`${v.rank}::smallint`,
    })}`,
)

const ofHappened = {
  tenantId: sql.ref('h.tenantId'),
  id: sql.ref('h.id'),
  kind: sql.ref('h.kind'),
  audience: sql.ref('h.audience'),
  scope: sql.ref('h.scope'),
  desk: sql.ref('h.desk'),
  rank: sql.ref('h.rank'),
}

const insertSeveral = prepared<{ rows: string }>(
  (v) => sql`
    with happened as (
      select *
      from rows from (
        jsonb_to_recordset(${v.rows}::jsonb) as (
          "tenantId" text, id text, kind text, "subjectId" text, audience text[], body text, at timestamptz, scope text,
          desk boolean, rank smallint, traceparent text)
      ) with ordinality
    ),
    event as (
      insert into events (tenant_id, id, kind, subject_id, audience, body, created_at, traceparent)
      select "tenantId", id, kind, "subjectId", audience, body, at, traceparent
      from happened
      order by ordinality -- assigns ascending numbers
    )
    ${insertDeliveries(ofHappened, sql`cross join happened h`)}`,
)
