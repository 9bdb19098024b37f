import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import { later } from '../db/transaction.ts'
import { newId } from '../lib/ids.ts'
import { catalog, type EventData, type EventKind, isUrgent } from './catalog.ts'
import { RANKS } from './deliveries.ts'

/** What happened, and to what. `audience` are the users it concerns, if any, beside the tenant's administrators. */
export type Happening<K extends EventKind> = {
  kind: K
  subjectId: string
  audience: (string | null)[]
  data: EventData<K>
}

/**
 * Records an event and one delivery for every endpoint that is to hear of it, in the transaction of its cause.
 * An endpoint hears what its client could read: the client holds the scope, and its user is an administrator or concerned.
 * Deliveries of an endpoint that is disabled are held for it.
 */
export function recordEvent<K extends EventKind>(
  { db, trail, clock }: Pick<Context, 'db' | 'trail' | 'clock'>,
  { kind, subjectId, audience, data }: Happening<K>,
): void {
  const id = newId('evt')
  const at = clock.now()
  const event = {
    tenantId: trail.tenantId,
    id,
    kind,
    subjectId,
    audience: audience.filter((userId) => userId !== null),
    body: bodyOf(id, kind, data, at),
    at,
    scope: catalog[kind].scope,
    rank: isUrgent(kind) ? RANKS.URGENT : RANKS.LIVE,
  }
  later(db, insertEvent(event))
}

/** What is signed and sent, on every attempt: serialised once. */
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
  rank: number
}

const insertEvent = prepared<Row>(
  (v) => sql`
    with event as (
      insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
      values (${v.tenantId}, ${v.id}, ${v.kind}, ${v.subjectId}, ${v.audience}, ${v.body}, ${v.at})
    )
    insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, rank)
    select e.tenant_id, ${v.id}, e.id, case e.status when 'ENABLED' then 'PENDING' else 'HELD' end, app_now(),
      ${v.rank}::smallint
    from webhook_endpoints e
    join clients c on c.tenant_id = e.tenant_id and c.id = e.client_id and c.disabled_at is null
    join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as and u.disabled_at is null
    where e.tenant_id = ${v.tenantId}
      and e.deleted_at is null
      and (e.kinds = '{}' or ${v.kind} = any(e.kinds))
      and ${v.scope} = any(c.scopes)
      and (u.role = 'ADMIN' or u.id = any(${v.audience}::text[]))`,
)
