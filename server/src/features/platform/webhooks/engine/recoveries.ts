import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { hasRelation } from '../../../../access/check.ts'
import { access, type Relation } from '../../../../access/table.ts'
import type { AccountRole } from '../../../../actor.ts'
import type { Database } from '../../../../db/database.ts'
import type { Db } from '../../../../db/kysely.ts'
import { byIndex } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import { defer, rowsOf } from '../../../../db/transaction.ts'
import { deskKinds, type EventKind, kindsReadableWith } from '../../../../events/catalog.ts'
import { MAX_RESENDS } from '../delivery-id.ts'
import { joinEvent } from '../join-event.ts'
import { scopesOf } from '../queries.ts'
import { lockResends } from '../resend-turn.ts'
import { actsFor } from '../rules.ts'
import { backlogRank } from './backlog-rank.ts'

/** How many failed events one step examines. */
const EVENTS_PER_STEP = 500

/**
 * Runs one step of a recovery, if one is running: resends some of the events that failed permanently. Servers run steps
 * concurrently. After a crash, another server continues from the last finished step.
 * @param database the worker's
 */
export async function runRecoveryStep(database: Database, log: FastifyBaseLogger): Promise<void> {
  try {
    await database.inTransaction('', async (tx) => {
      defer(tx, byIndex({}))
      const [running] = await rowsOf<Running>(tx, lockOne({}))
      if (running) await takeStep(tx, running)
    })
  } catch (err) {
    log.warn({ err }, 'a recovery step of webhook deliveries failed; trying again')
  }
}

type Running = { tenant_id: string; endpoint_id: string; id: string; client_id: string }

/** Locks a random running recovery, so that long recoveries do not delay others. Skips those that another server has locked. */
const lockOne = prepared<object, Running>(
  () => sql`
    select r.tenant_id, r.endpoint_id, r.id, e.client_id
    from webhook_recoveries r
    cross join lateral (
      select client_id
      from webhook_endpoints
      where tenant_id = r.tenant_id
        and id = r.endpoint_id
      limit 1
    ) e
    where r.state = 'RUNNING'
    order by random()
    limit 1
    for update of r skip locked`,
)

async function takeStep(tx: Db, running: Running): Promise<void> {
  const { tenant_id: tenantId, endpoint_id: endpointId, id } = running
  const reader = await findReader(tx, running)
  lockResends(tx, tenantId, endpointId)
  defer(
    tx,
    step({
      tenantId,
      endpointId,
      id,
      kinds: reader ? kindsReadableBy(reader) : [],
      readsAll: hasAny(reader, ['tenant', 'desk']),
      readsAddressedOnly: hasAny(reader, ['addressed']),
      userId: reader?.user_id ?? '',
      actsFor: reader ? actsFor({ ...reader, userId: reader.user_id }) : [],
    }),
  )
}

const hasAny = (reader: Reader | undefined, relations: Relation[]): boolean =>
  reader !== undefined && relations.some((relation) => hasRelation(access.events.read, reader.role, relation))

/** The front desk reads events about schedules and money only. */
function kindsReadableBy(reader: Reader): EventKind[] {
  const kinds = kindsReadableWith(new Set(reader.scopes))
  return hasAny(reader, ['desk']) ? kinds.filter((kind) => deskKinds.includes(kind)) : kinds
}

type Reader = { user_id: string; role: AccountRole; dependants: string[]; scopes: string[] }

/** The current user, role and scopes of the endpoint's client. They may have changed since the events. */
async function findReader(tx: Db, { tenant_id, endpoint_id, client_id }: Running) {
  const { rows } = await sql<Reader>`
    select r.user_id, r.role, r.dependants, ${scopesOf({ client: 'r', endpoint: 'e' })} as scopes
    from webhook_endpoints e
    cross join lateral reader_of_client(e.tenant_id, ${client_id}) r
    where e.tenant_id = ${tenant_id}
      and e.id = ${endpoint_id}`.execute(tx)
  return rows[0]
}

type Step = {
  tenantId: string
  endpointId: string
  id: string
  kinds: EventKind[]
  readsAll: boolean
  readsAddressedOnly: boolean
  userId: string
  actsFor: string[]
}

/**
 * Adds the deliveries of one step, and moves the recovery past the events that it examined. Only the last delivery of an event
 * counts, so an event that has been resent meanwhile is skipped.
 */
const step = prepared<Step>(
  (v) => sql`
    with recovery as materialized (
      select since, until, position, before_id
      from webhook_recoveries
      where tenant_id = ${v.tenantId}
        and endpoint_id = ${v.endpointId}
        and id = ${v.id}
    ),
    failed as materialized (
      select d.event_id
      from recovery r
      cross join lateral (
        select distinct state, event_id
        from webhook_deliveries
        where tenant_id = ${v.tenantId}
          and endpoint_id = ${v.endpointId}
          and (state, event_id) > ('FAILED', r.position)
          and (state, event_id) < ('FAILED', r.before_id)
          and state <> '' -- implies "is not null", the condition of the index
          and event_id > r.position -- prunes partitions
          and event_id < r.before_id
        order by state, event_id -- only the index of an endpoint's deliveries has this order
        limit ${sql.lit(EVENTS_PER_STEP)}
      ) d
    ),
    resent as (
      insert into webhook_deliveries (tenant_id, event_id, endpoint_id, n, state, next_at, rank, trigger)
      select ${v.tenantId}, f.event_id, ${v.endpointId}, newest.n + 1, 'PENDING', app_now(),
        ${backlogRank(sql`newest.rank`)}, 'RECOVERY'
      from failed f
      cross join recovery r
      cross join lateral (
        select n, state, rank
        from webhook_deliveries
        where tenant_id = ${v.tenantId}
          and event_id = f.event_id
          and endpoint_id = ${v.endpointId}
        order by n desc
        limit 1
      ) newest
      ${joinEvent({ tenantId: sql`${v.tenantId}`, id: 'f.event_id' })}
      where newest.state = 'FAILED'
        and newest.n < ${sql.lit(MAX_RESENDS)}
        and v.created_at >= r.since
        and v.created_at < r.until
        and not v.test
        and v.kind = any(${v.kinds}::text[])
        and (${v.readsAll} or v.audience && ids_of_users(${v.tenantId}, ${v.actsFor}::text[]))
        and (not ${v.readsAddressedOnly} or is_at_laboratory(${v.tenantId}, ${v.userId}, v.subject_id))
      returning event_id
    )
    update webhook_recoveries w
    set position = coalesce(looked.last, w.position),
      resent = w.resent + made.count,
      state = case when looked.count < ${sql.lit(EVENTS_PER_STEP)} then 'DONE' else w.state end,
      finished_at = case when looked.count < ${sql.lit(EVENTS_PER_STEP)} then app_now() end
    from (select count(*)::int as count, max(event_id) as last from failed) looked,
      (select count(*)::int as count from resent) made
    where w.tenant_id = ${v.tenantId}
      and w.endpoint_id = ${v.endpointId}
      and w.id = ${v.id}`,
)
