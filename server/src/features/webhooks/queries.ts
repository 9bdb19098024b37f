import { type InferResult, sql } from 'kysely'
import type { Actor, Role } from '../../actor.ts'
import type { Asker, Listing } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { perShape, prepared } from '../../db/prepared.ts'
import { rowsOf } from '../../db/transaction.ts'
import { MAX_ENDPOINTS } from './rules.ts'

type Caller = Pick<Actor, 'tenantId' | 'clientId' | 'role'>
type AskerOfClient = Asker & { clientId: string }

/** Endpoints that a caller manages: an administrator all of the tenant, others those of their own client. */
export function visibleTo(db: Db, { tenantId, clientId, role }: Caller) {
  const live = db
    .selectFrom('webhook_endpoints as e')
    .where('e.tenant_id', '=', tenantId)
    .where('e.deleted_at', 'is', null)
  return role === 'ADMIN' ? live : live.where('e.client_id', '=', clientId)
}

const shown = (query: ReturnType<typeof visibleTo>) =>
  query.select([
    'e.id',
    'e.url',
    'e.kinds',
    'e.status',
    'e.description',
    'e.created_at',
    sql<string | null>`null`.as('patient_id'), // nobody's health data
  ])

export type Shown = Omit<InferResult<ReturnType<typeof shown>>[number], 'patient_id'>

export const one = perShape((role: Role) =>
  prepared<AskerOfClient & { id: string }, Shown & { patient_id: null }>((v) =>
    shown(visibleTo(builder, { tenantId: v.tenantId, clientId: v.clientId, role }).where('e.id', '=', v.id)),
  ),
)

export const listing = perShape((role: Role): Listing<{ clientId: string }, Shown & { patient_id: null }> => {
  const visible = (v: AskerOfClient) => visibleTo(builder, { tenantId: v.tenantId, clientId: v.clientId, role })
  return {
    // Ids carry their time: newest first is by id.
    rows: prepared((v) => shown(visible(v)).orderBy('e.id', 'desc').limit(v.limit).offset(v.offset)),
    total: prepared((v) => visible(v).select(sql<number>`count(*)::int`.as('total'))),
  }
})

export type NewEndpoint = {
  tenantId: string
  id: string
  clientId: string
  url: string
  kinds: string[]
  description: string | null
}

const insert = prepared<NewEndpoint>(
  (v) => sql`
    insert into webhook_endpoints (tenant_id, id, client_id, url, kinds, description)
    select ${v.tenantId}, ${v.id}, ${v.clientId}, ${v.url}, ${v.kinds}, ${v.description}
    where (
      select count(*)
      from webhook_endpoints
      where tenant_id = ${v.tenantId}
        and deleted_at is null
    ) < ${sql.lit(MAX_ENDPOINTS)}
    returning id, url, kinds, status, description, created_at`,
)

/** Adds an endpoint unless the tenant has as many as it may. Racers must hold the tenant's lock for it. */
export async function insertWithinLimit(db: Db, endpoint: NewEndpoint): Promise<Shown | undefined> {
  return (await rowsOf<Shown>(db, insert(endpoint)))[0]
}

export const insertSecret = (tenantId: string, endpointId: string, id: string, sealed: Buffer) =>
  builder
    .insertInto('webhook_secrets')
    .values({ tenant_id: tenantId, endpoint_id: endpointId, id, secret_encrypted: sealed, state: 'CURRENT' })

/** @returns whether there was one that the caller manages */
export async function markDeleted(db: Db, caller: Caller, id: string): Promise<boolean> {
  const visible = visibleTo(builder, caller).where('e.id', '=', id).select('e.id')
  const { rows } = await sql`
    update webhook_endpoints
    set deleted_at = app_now()
    where tenant_id = ${caller.tenantId}
      and id in (${visible})
      and deleted_at is null
    returning id`.execute(db)
  return rows.length > 0
}

/** Of a deleted endpoint. What is just being sent is left to its end. */
export const cancelWaiting = (tenantId: string, endpointId: string, state: 'PENDING' | 'HELD') =>
  builder
    .updateTable('webhook_deliveries')
    .set({ state: 'CANCELLED', finished_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit(state)) // as the partial indexes say it
