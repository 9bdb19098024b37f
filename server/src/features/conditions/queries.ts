import { type InferResult, sql } from 'kysely'
import type { Listing } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { perShape, prepared } from '../../db/prepared.ts'
import type { Status } from './rules.ts'

/** What the API shows of conditions, with the name of who recorded them. */
const shown = (db: Db, tenantId: string) =>
  db
    .selectFrom('conditions as c')
    .innerJoin('users as r', (join) =>
      join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.id', '=', 'c.recorded_by'),
    )
    .where('c.tenant_id', '=', tenantId)
    .where('c.deleted_at', 'is', null)
    .select([
      'c.id',
      'c.patient_id',
      'c.name',
      // As text: a day has no hour, and a Date would give it one.
      sql<string | null>`c.since::text`.as('since'),
      'c.long_term',
      'c.status',
      'c.recorded_by',
      'r.name as recorded_by_name',
      'c.created_at',
      'c.updated_at',
    ])

export type Shown = InferResult<ReturnType<typeof shown>>[number]

export type Filters = { id: string; status?: readonly Status[] | undefined }

const listingOf = perShape((byStatus: boolean): Listing<Filters, Shown> => {
  const filtered = (v: Filters & { tenantId: string }) => {
    const query = shown(builder, v.tenantId).where('c.patient_id', '=', v.id)
    return byStatus ? query.where('c.status', '=', sql<Status>`any(${v.status})`) : query
  }
  return {
    // Ids carry their time: newest first is by id.
    rows: prepared((v) => filtered(v).orderBy('c.id', 'desc').limit(v.limit).offset(v.offset)),
    total: prepared((v) => filtered(v).clearSelect().select(sql<number>`count(*)::int`.as('total'))),
  }
})

/** Conditions of the patient `id`. */
export const listing = ({ status }: Filters) => listingOf(status !== undefined)

/** One condition, held until the transaction ends. */
export const hold = (db: Db, tenantId: string, id: string): Promise<Shown | undefined> =>
  shown(db, tenantId).where('c.id', '=', id).forUpdate('c').executeTakeFirst()

export type NewCondition = {
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
