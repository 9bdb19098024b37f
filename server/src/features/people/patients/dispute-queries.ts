import { type InferResult, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import type { Listing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'

const ofPatient = (v: { tenantId: string; id: string }, db: Db = builder) =>
  db
    .selectFrom('identity_disputes as i')
    .leftJoin('users as s', (join) => join.onRef('s.tenant_id', '=', 'i.tenant_id').onRef('s.id', '=', 'i.settled_by'))
    .where('i.tenant_id', '=', v.tenantId)
    .where('i.patient_id', '=', v.id)

const selectDispute = (query: ReturnType<typeof ofPatient>) =>
  query.select([
    'i.id',
    'i.patient_id',
    'i.recorded',
    'i.stated',
    'i.reason',
    'i.status',
    'i.attested',
    'i.document',
    'i.created_at',
    'i.settled_at',
    'i.settled_by',
    's.name as settled_by_name',
  ])

export type Row = InferResult<ReturnType<typeof selectDispute>>[number]

export const listing: Listing<{ id: string }, Row> = {
  ...orderedRows((v) => selectDispute(ofPatient(v)), { id: 'desc' }),
  ...totals((v: CallerIds & { id: string }) => sql`${ofPatient(v).select('i.id')}`),
}

/** The open dispute, or the one with the id. The lock of the patient must be held. */
export const find = (db: Db, tenantId: string, patientId: string, id?: string): Promise<Row | undefined> => {
  const query = selectDispute(ofPatient({ tenantId, id: patientId }, db))
  return (id === undefined ? query.where('i.status', '=', 'OPEN') : query.where('i.id', '=', id)).executeTakeFirst()
}

export async function findOpen(db: Db, tenantId: string, patientIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_disputes')
    .where('tenant_id', '=', tenantId)
    .where('patient_id', 'in', patientIds)
    .where('status', '=', 'OPEN')
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type NewDispute = { tenantId: string; id: string; patientId: string; recorded: string; stated: string; reason: string }

export const insert = prepared<NewDispute>(
  (v) => sql`
    insert into identity_disputes (tenant_id, id, patient_id, recorded, stated, reason)
    values (${v.tenantId}, ${v.id}, ${v.patientId}, ${v.recorded}::jsonb, ${v.stated}::jsonb, ${v.reason})`,
)

type Settlement = {
  tenantId: string
  id: string
  status: 'RESOLVED' | 'WITHDRAWN'
  attested: 'RECORDED' | 'STATED' | null
  document: string | null
  by: string
}

export const settle = prepared<Settlement>(
  (v) => sql`
    update identity_disputes
    set status = ${v.status}, attested = ${v.attested}, document = ${v.document}, settled_by = ${v.by},
      settled_at = app_now()
    where tenant_id = ${v.tenantId}
      and id = ${v.id}`,
)
