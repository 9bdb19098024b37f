import { type InferResult, sql } from 'kysely'
import { builder, type Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Decision } from './rules.ts'

/** The decisions of an organisation: at most one for each occasion. */
const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('observed_holidays')
    .where('tenant_id', '=', tenantId)
    .select([
      'code',
      'year',
      sql<string | null>`first_day::text`.as('first_day'), // as text, because a Date would add a time
      'observed',
      sql<null>`null`.as('patient_id'), // no health data
    ])

type Row = InferResult<ReturnType<typeof ofTenant>>[number]

export const all = prepared<{ tenantId: string }, Row>((v) => ofTenant(builder, v.tenantId))

export const find = (db: Db, tenantId: string): Promise<Row[]> => ofTenant(db, tenantId).execute()

export const upsert = prepared<Decision & { tenantId: string }>(
  (v) => sql`
    insert into observed_holidays (tenant_id, code, year, first_day, observed)
    values (${v.tenantId}, ${v.code}, ${v.year}::int, ${v.first_day}::date, ${v.observed}::boolean)
    on conflict (tenant_id, code, year) do update
    set first_day = excluded.first_day, observed = excluded.observed`,
)
