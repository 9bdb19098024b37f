import { type InferResult, sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { deferUserLock } from '../../../db/users.ts'
import { visibleTo } from './queries.ts'

/** An open dispute, read as JSON: its time is text. */
type OpenDispute = Pick<Schema['identity_disputes'], 'stated' | 'reason'> & { at: string }

const openDispute = sql<OpenDispute | null>`(
  select json_build_object('stated', d.stated, 'reason', d.reason, 'at', d.created_at)
  from identity_disputes d
  where d.tenant_id = p.tenant_id
    and d.patient_id = p.id
    and d.status = 'OPEN'
  limit 1)`.as('dispute')

/** Patients with their identity; unrecorded fields are null. */
const selectIdentity = (query: ReturnType<typeof visibleTo>) =>
  query
    .leftJoin('patient_identities as i', (join) =>
      join.onRef('i.tenant_id', '=', 'p.tenant_id').onRef('i.patient_id', '=', 'p.id'),
    )
    .select([
      'p.id as patient_id',
      // As text, because a Date would add a time.
      sql<string | null>`i.birth_date::text`.as('birth_date'),
      'i.sex',
      'i.national_id',
      'i.name_ar',
      'i.insurer',
      'i.insurance_number',
      'i.attested_by',
      'i.updated_at',
      openDispute,
    ])

export type Row = InferResult<ReturnType<typeof selectIdentity>>[number]

export const one = byId({ visibleTo, shown: selectIdentity, id: 'p.id' })

/** The identity of a visible patient, locked until the transaction ends. */
export async function lock(db: Db, caller: Caller, id: string): Promise<Row | undefined> {
  const { tenantId, role } = caller
  deferUserLock(db, tenantId, id)
  return (await rowsOf<Row>(db, one(role)({ ...caller, id })))[0]
}

/** The identity of any patient of the organisation. */
export const find = (db: Db, tenantId: string, patientId: string): Promise<Row | undefined> =>
  selectIdentity(
    visibleTo(db, { tenantId, userId: patientId, actsFor: [], role: 'PATIENT' }).where('p.id', '=', patientId),
  ).executeTakeFirst()

export type StoredIdentity = Omit<Row, 'patient_id' | 'updated_at' | 'dispute'> & { updated_at: Date }

export const upsert = prepared<StoredIdentity & { tenant_id: string; patient_id: string; updated_by: string }>(
  (v) => sql`
    insert into patient_identities
      (tenant_id, patient_id, birth_date, sex, national_id, name_ar, insurer, insurance_number, attested_by, updated_by,
        updated_at)
    values (${v.tenant_id}, ${v.patient_id}, ${v.birth_date}::date, ${v.sex}, ${v.national_id}, ${v.name_ar},
      ${v.insurer}, ${v.insurance_number}, ${v.attested_by}, ${v.updated_by}, ${v.updated_at})
    on conflict (tenant_id, patient_id) do update
    set birth_date = excluded.birth_date,
      sex = excluded.sex,
      national_id = excluded.national_id,
      name_ar = excluded.name_ar,
      insurer = excluded.insurer,
      insurance_number = excluded.insurance_number,
      attested_by = excluded.attested_by,
      updated_by = excluded.updated_by,
      updated_at = excluded.updated_at`,
)
