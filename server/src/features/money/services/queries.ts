import { type InferResult, sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { defer } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listServices } from './contract.ts'

const ofTenant = (db: Db, tenantId: string) => db.selectFrom('services as s').where('s.tenant_id', '=', tenantId)

/** The current price of the service `s`. A scheduled price counts from its start, even before the job has stored it. */
const priceInForce = sql<number>`coalesce((
  select p.price
  from service_prices p
  where p.tenant_id = s.tenant_id
    and p.service_id = s.id
    and p.applied_at is null
    and p.from_time <= app_now()
  order by p.from_time desc
  limit 1), s.price)`

/** The column of each field except the price. */
export const columns = {
  id: 'id',
  name: 'name',
  code: 'code',
  durationMin: 'duration_min',
  active: 'active',
  createdAt: 'created_at',
} as const

const shown = (query: ReturnType<typeof ofTenant>) =>
  query.select([
    ...Object.values(columns).map((column) => `s.${column}` as const),
    priceInForce.as('price'),
    sql<string | null>`null`.as('patient_id'), // no health data
  ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

const records = {
  visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId),
  shown,
  id: 's.id',
}

export const one = byId(records)

const conditions: Conditions<Filters<typeof listServices>> = { active: ({ active }) => sql`s.active = ${active}` }

export const listing = pagedListing(records, conditions)

export const find = (db: Db, tenantId: string, id: string): Promise<Row | undefined> =>
  shown(ofTenant(db, tenantId).where('s.id', '=', id)).executeTakeFirst()

/**
 * Locks a service until the transaction ends, to serialize changes of its prices. A separate statement, because a statement that
 * waits for the lock does not see prices that were changed meanwhile.
 */
export function lock(db: Db, tenantId: string, id: string): void {
  const service = builder.selectFrom('services').where('tenant_id', '=', tenantId).where('id', '=', id)
  defer(db, service.select('id').forNoKeyUpdate())
}

type NewService = {
  tenantId: string
  id: string
  name: string
  code: string | null
  price: number
  durationMin: number | null
  active: boolean
}

export const insert = prepared<NewService>(
  (v) => sql`
    insert into services (tenant_id, id, name, code, price, duration_min, active)
    values (${v.tenantId}, ${v.id}, ${v.name}, ${v.code}, ${v.price}, ${v.durationMin}, ${v.active})`,
)

/** The service with a code, ignoring case. */
export const findByCode = (db: Db, tenantId: string, code: string) =>
  ofTenant(db, tenantId).where(sql<boolean>`lower(s.code) = lower(${code})`).select('s.id').executeTakeFirst()

export type Changes = {
  name?: string
  code?: string | null
  price?: number
  duration_min?: number | null
  active?: boolean
}

export const update = (db: Db, tenantId: string, id: string, changes: Changes) =>
  db.updateTable('services').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)
