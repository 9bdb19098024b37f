import { type InferResult, sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { type Conditions, pagedListing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listConditions } from './contract.ts'
import type { Status } from './rules.ts'

const ofTenant = (db: Db, tenantId: string) =>
  db.selectFrom('conditions as c').where('c.tenant_id', '=', tenantId).where('c.deleted_at', 'is', null)

/** The column of each field. */
export const columns = {
  id: 'id',
  patientId: 'patient_id',
  name: 'name',
  since: 'since',
  longTerm: 'long_term',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const
const { since, ...otherColumns } = columns

/** The columns of the API's Condition, with the names of the users who recorded and struck it. */
const shown = (query: ReturnType<typeof ofTenant>) =>
  query
    .innerJoin('users as r', (join) =>
      join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.id', '=', 'c.recorded_by'),
    )
    .leftJoin('users as s', (join) => join.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.id', '=', 'c.struck_by'))
    .select([
      ...Object.values(otherColumns).map((column) => `c.${column}` as const),
      sql<string | null>`c.since::text`.as(since), // as text, because a Date would add a time
      'c.recorded_by',
      'r.name as recorded_by_name',
      'c.struck_at',
      'c.struck_by',
      's.name as struck_by_name',
      'c.strike_reason',
    ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

/** `id`: the id of a patient that the caller may see. */
const conditions: Conditions<{ id: string } & Filters<typeof listConditions>> = {
  id: ({ id }) => sql`c.patient_id = ${id}`,
  status: ({ status }) => sql`c.status = any(${status})`,
}

export const listing = pagedListing(
  { visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId), shown, id: 'c.id' },
  conditions,
)

/** One condition, locked until the transaction ends. */
export const lock = (db: Db, tenantId: string, id: string): Promise<Row | undefined> =>
  shown(ofTenant(db, tenantId).where('c.id', '=', id))
    .forUpdate('c')
    .executeTakeFirst()

type NewCondition = {
  tenantId: string
  id: string
  patientId: string
  name: string
  since: string | null
  longTerm: boolean
  status: Status
  recordedBy: string
}

export const insert = prepared<NewCondition>(
  (v) => sql`
    insert into conditions (tenant_id, id, patient_id, name, since, long_term, status, recorded_by)
    values (${v.tenantId}, ${v.id}, ${v.patientId}, ${v.name}, ${v.since}::date, ${v.longTerm}, ${v.status},
      ${v.recordedBy})`,
)

export type Changes = { name?: string; since?: string | null; long_term?: boolean; status?: Status }

export function update(db: Db, tenantId: string, id: string, changes: Changes) {
  return db
    .updateTable('conditions')
    .set({ ...changes, updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}

export function markDeleted(db: Db, tenantId: string, id: string) {
  return db
    .updateTable('conditions')
    .set({ deleted_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}

export const strike = prepared<{ tenantId: string; id: string; by: string; reason: string }>(
  (v) => sql`
    update conditions
    set struck_at = app_now(), struck_by = ${v.by}, strike_reason = ${v.reason}, updated_at = app_now()
    where tenant_id = ${v.tenantId}
      and id = ${v.id}`,
)
