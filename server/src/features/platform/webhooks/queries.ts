import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, CallerIds, Role } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { callerIdsOf, type Listing } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { joinEvent } from './join-event.ts'
import { MAX_ENDPOINTS, type Status } from './rules.ts'

type Caller = Pick<Actor, 'tenantId' | 'userId' | 'actsFor' | 'clientId' | 'role'>
export type ClientCallerIds = CallerIds & { clientId: string }

/** The endpoints that the caller manages: for administrators all of the tenant, for others those of their client. */
function visibleTo(db: Db, caller: Caller) {
  const { tenantId, clientId } = caller
  return db
    .selectFrom('webhook_endpoints as e')
    .where('e.tenant_id', '=', tenantId)
    .where('e.deleted_at', 'is', null)
    .where(visible(access.webhooks.manage, caller, { client: sql`e.client_id = ${clientId}` }))
}

/** The second secret as JSON: the next one, or else the previous one. */
const rotation = sql<{ state: 'NEXT' | 'PREVIOUS'; until: string } | null>`(
  select jsonb_build_object('state', s.state, 'until', s.valid_until)
  from webhook_secrets s
  where s.tenant_id = e.tenant_id
    and s.endpoint_id = e.id
    and s.state <> 'CURRENT'
    and s.valid_until > app_now()
  order by s.state
  limit 1
)`

const shown = (query: ReturnType<typeof visibleTo>) =>
  query.select([
    'e.id',
    'e.client_id',
    'e.url',
    'e.redundant_url',
    'e.kinds',
    'e.status',
    'e.description',
    'e.created_at',
    'e.first_failure_at',
    'e.last_success_at',
    rotation.as('rotation'),
    sql<string | null>`null`.as('patient_id'), // no health data
  ])

export type Row = Omit<InferResult<ReturnType<typeof shown>>[number], 'patient_id'>

/** An endpoint that the caller manages. */
export const find = (db: Db, caller: Caller, id: string): Promise<Row | undefined> =>
  shown(visibleTo(db, caller).where('e.id', '=', id)).executeTakeFirst()

/** The scopes that decide which events an endpoint receives: its client's, limited to those of the token that registered it. */
export const scopesOf = ({ client, endpoint }: { client: string; endpoint: string }) => sql<string[]>`(
  select coalesce(array_agg(s), '{}')
  from unnest(${sql.ref(`${client}.scopes`)}) s
  where ${sql.ref(`${endpoint}.scopes`)} is null
    or s = any(${sql.ref(`${endpoint}.scopes`)}))`

/** The scopes of the endpoint's client. */
const clientScopes = sql<string[]>`(
  select c.scopes
  from clients c
  where c.tenant_id = e.tenant_id
    and c.id = e.client_id)`

export type LockedRow = Row & { client_scopes: string[] }

/** An endpoint with the scopes of its client, locked until the transaction ends. Deliveries can still be inserted for it. */
export const lock = (db: Db, caller: Caller, id: string): Promise<LockedRow | undefined> =>
  shown(visibleTo(db, caller).where('e.id', '=', id))
    .select(clientScopes.as('client_scopes'))
    .forNoKeyUpdate('e')
    .executeTakeFirst()

/** The endpoints that the caller manages, for a statement that is prepared once for each role. */
export const visibleEndpoints = (v: ClientCallerIds, role: Role) =>
  visibleTo(builder, { ...callerIdsOf(v), clientId: v.clientId, role })

/** The ids of all these endpoints, of which there are few. */
export const visibleIds = memoizeByShape((role: Role) =>
  prepared<ClientCallerIds, { id: string }>((v) => visibleEndpoints(v, role).select('e.id').orderBy('e.id')),
)

export const one = memoizeByShape((role: Role) =>
  prepared<ClientCallerIds & { id: string }, Row & { patient_id: null }>((v) =>
    shown(visibleEndpoints(v, role).where('e.id', '=', v.id)),
  ),
)

export const listing = memoizeByShape((role: Role): Listing<{ clientId: string }, Row & { patient_id: null }> => {
  return {
    // Ids are ordered by time.
    ...orderedRows((v) => shown(visibleEndpoints(v, role)), { id: 'desc' }),
    ...totals((v: ClientCallerIds) => sql`${visibleEndpoints(v, role).select('e.id')}`),
  }
})

/** The scopes of an enabled client. */
export async function findClientScopes(db: Db, tenantId: string, clientId: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('clients')
    .select('scopes')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', clientId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.scopes
}

/** The number of a tenant's endpoints. */
export async function countEndpoints(db: Db, tenantId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewEndpoint = {
  tenantId: string
  id: string
  clientId: string
  scopes: string[]
  url: string
  redundantUrl: string | null
  kinds: string[]
  description: string | null
}

const insert = prepared<NewEndpoint>(
  (v) => sql`
    insert into webhook_endpoints (tenant_id, id, client_id, scopes, url, redundant_url, kinds, description)
    select ${v.tenantId}, ${v.id}, ${v.clientId}, ${v.scopes}, ${v.url}, ${v.redundantUrl}, ${v.kinds}, ${v.description}
    where (
      select count(*)
      from webhook_endpoints
      where tenant_id = ${v.tenantId}
        and deleted_at is null
    ) < ${sql.lit(MAX_ENDPOINTS)}
    returning id, client_id, url, redundant_url, kinds, status, description, created_at, first_failure_at, last_success_at,
      null as rotation`,
)

/** Adds an endpoint unless the tenant has reached its limit. Callers must hold the tenant's lock for endpoints. */
export async function insertWithinLimit(db: Db, endpoint: NewEndpoint): Promise<Row | undefined> {
  return (await rowsOf<Row>(db, insert(endpoint)))[0]
}

export type Changes = {
  url?: string
  redundant_url?: string | null
  kinds?: string[]
  scopes?: string[]
  description?: string | null
  status?: Status
  consecutive_failures?: number
  exhausted?: number
  first_failure_at?: null
}

export const update = (tenantId: string, id: string, changes: Changes) =>
  builder.updateTable('webhook_endpoints').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)

export const insertSecret = (tenantId: string, endpointId: string, id: string, sealed: Buffer) =>
  builder
    .insertInto('webhook_secrets')
    .values({ tenant_id: tenantId, endpoint_id: endpointId, id, secret_encrypted: sealed, state: 'CURRENT' })

/** Announces the next secret. @returns when it becomes current */
export async function insertNextSecret(
  db: Db,
  { tenantId, endpointId, id }: { tenantId: string; endpointId: string; id: string },
  sealed: Buffer,
  graceHours: number,
): Promise<Date> {
  const { rows } = await sql<{ valid_until: Date }>`
    insert into webhook_secrets (tenant_id, endpoint_id, id, secret_encrypted, state, valid_until)
    values (${tenantId}, ${endpointId}, ${id}, ${sealed}, 'NEXT', app_now() + make_interval(hours => ${graceHours}::int))
    returning valid_until`.execute(db)
  return rows[0]!.valid_until
}

/** When the announced secret becomes current. */
export async function nextSecretAt(db: Db, tenantId: string, endpointId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('webhook_secrets')
    .select('valid_until')
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'NEXT')
    .executeTakeFirst()
  return row?.valid_until ?? undefined
}

export const deleteSecrets = (tenantId: string, endpointId: string) =>
  builder.deleteFrom('webhook_secrets').where('tenant_id', '=', tenantId).where('endpoint_id', '=', endpointId)

/** @returns whether the caller manages such an endpoint */
export async function markDeleted(db: Db, caller: Caller, id: string): Promise<boolean> {
  const seen = visibleTo(builder, caller).where('e.id', '=', id).select('e.id')
  const { rows } = await sql`
    update webhook_endpoints
    set deleted_at = app_now()
    where tenant_id = ${caller.tenantId}
      and id in (${seen})
      and deleted_at is null
    returning id`.execute(db)
  return rows.length > 0
}

/** Cancels the waiting deliveries of a deleted endpoint. Deliveries in progress continue. */
export const cancelWaiting = (tenantId: string, endpointId: string, state: 'PENDING' | 'HELD') =>
  builder
    .updateTable('webhook_deliveries')
    .set({ state: 'CANCELLED', finished_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit(state)) // as in the partial indexes

export type Guardianship = { tenantId: string; guardianId: string; dependantId: string }

/** Cancels waiting deliveries to webhooks of a guardian, of events that concern the dependant but not the guardian. */
export const cancelOfDependant = (
  { tenantId, guardianId, dependantId }: Guardianship,
  state: 'PENDING' | 'HELD',
) => sql`
  with endpoint as materialized (
    select e.tenant_id, e.id
    from clients c
    join webhook_endpoints e on e.tenant_id = c.tenant_id and e.client_id = c.id
    where c.tenant_id = ${tenantId}
      and c.acts_as = ${guardianId}
  ),
  waiting as materialized (
    select d.tenant_id, d.event_id, d.endpoint_id, d.n
    from endpoint e
    cross join lateral (
      select tenant_id, event_id, endpoint_id, n
      from webhook_deliveries
      where tenant_id = e.tenant_id
        and endpoint_id = e.id
        and state = ${sql.lit(state)} -- as in the partial indexes
      offset 0
    ) d
    ${joinEvent({ tenantId: 'd.tenant_id', id: 'd.event_id' })}
    where ${dependantId} = any(v.audience)
      and ${guardianId} <> all(v.audience)
  )
  update webhook_deliveries d
  set state = 'CANCELLED', finished_at = app_now()
  from waiting w
  where d.tenant_id = w.tenant_id
    and d.event_id = w.event_id
    and d.endpoint_id = w.endpoint_id
    and d.n = w.n
    and d.state = ${sql.lit(state)}`
