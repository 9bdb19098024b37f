import { type InferResult, type Insertable, sql, type Updateable } from 'kysely'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing } from '../../../db/listings.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listPlaces } from './contract.ts'

const ofTenant = (db: Db, tenantId: string) => db.selectFrom('places as p').where('p.tenant_id', '=', tenantId)

/** The column of each field. */
export const columns = {
  id: 'id',
  name: 'name',
  address: 'address',
  city: 'city',
  phone: 'phone',
  timeZone: 'time_zone',
  active: 'active',
  createdAt: 'created_at',
} as const

const shown = (query: ReturnType<typeof ofTenant>) =>
  query.select([
    ...Object.values(columns).map((column) => `p.${column}` as const),
    sql<null>`null`.as('patient_id'), // no health data
  ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

const records = { visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId), shown, id: 'p.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listPlaces>> = { active: ({ active }) => sql`p.active = ${active}` }

export const listing = pagedListing(records, conditions)

export const find = (db: Db, tenantId: string, id: string): Promise<Row | undefined> =>
  shown(ofTenant(db, tenantId).where('p.id', '=', id)).executeTakeFirst()

export const insert = (db: Db, place: Insertable<Schema['places']>) => db.insertInto('places').values(place)

export const update = (db: Db, tenantId: string, id: string, changes: Updateable<Schema['places']>) =>
  db.updateTable('places').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)
