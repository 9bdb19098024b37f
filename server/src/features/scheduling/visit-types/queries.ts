import { type InferResult, type Insertable, sql, type Updateable } from 'kysely'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing } from '../../../db/listings.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listVisitTypes } from './contract.ts'

const ofTenant = (db: Db, tenantId: string) => db.selectFrom('visit_types as v').where('v.tenant_id', '=', tenantId)

/** The column of each field. */
export const columns = {
  id: 'id',
  name: 'name',
  serviceId: 'service_id',
  mode: 'mode',
  durationMin: 'duration_min',
  stepMin: 'step_min',
  bufferBeforeMin: 'buffer_before_min',
  bufferAfterMin: 'buffer_after_min',
  minNoticeMin: 'min_notice_min',
  horizonDays: 'horizon_days',
  bookableBy: 'bookable_by',
  newPatientsOnly: 'new_patients_only',
  doctorIds: 'doctor_ids',
  active: 'active',
  createdAt: 'created_at',
} as const

const shown = (query: ReturnType<typeof ofTenant>) =>
  query.select([
    ...Object.values(columns).map((column) => `v.${column}` as const),
    sql<null>`null`.as('patient_id'), // no health data
  ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

const records = { visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId), shown, id: 'v.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listVisitTypes>> = { active: ({ active }) => sql`v.active = ${active}` }

export const listing = pagedListing(records, conditions)

export const find = (db: Db, tenantId: string, id: string): Promise<Row | undefined> =>
  shown(ofTenant(db, tenantId).where('v.id', '=', id)).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lock = (db: Db, tenantId: string, id: string): Promise<Row | undefined> =>
  shown(ofTenant(db, tenantId).where('v.id', '=', id))
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insert = (db: Db, type: Insertable<Schema['visit_types']>) => db.insertInto('visit_types').values(type)

export const update = (db: Db, tenantId: string, id: string, changes: Updateable<Schema['visit_types']>) =>
  db.updateTable('visit_types').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)

/** The ids among those given that are not doctors or dentists of the organisation. */
export async function unknownDoctors(db: Db, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const known = await db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('role', 'in', ['DOCTOR', 'DENTIST'])
    .select('id')
    .execute()
  return ids.filter((id) => !known.some((doctor) => doctor.id === id))
}
