import { type InferResult, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Letterhead } from '../../../pdf/content.ts'
import { DEFAULT_COLOR } from './rules.ts'

/** An organisation's letterhead. Defaults are the organisation's name and the default colour. */
const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenants as t')
    .leftJoin('letterheads as l', 'l.tenant_id', 't.tenant_id')
    .where('t.tenant_id', '=', tenantId)
    .select([
      sql<null>`null`.as('patient_id'), // no health data
      sql<string>`coalesce(l.name, t.name)`.as('name'),
      'l.name_ar',
      'l.address',
      'l.address_ar',
      'l.city',
      'l.city_ar',
      'l.phone',
      'l.email',
      sql<Letterhead['identifiers']>`coalesce(l.identifiers, '[]')`.as('identifiers'),
      sql<string>`coalesce(l.color, ${sql.lit(DEFAULT_COLOR)})`.as('color'),
      'l.logo_svg',
      'l.updated_at',
    ])

export type Row = InferResult<ReturnType<typeof ofTenant>>[number]

export const one = prepared<CallerIds, Row>((v) => ofTenant(builder, v.tenantId))

export const find = (db: Db, tenantId: string): Promise<Row> => ofTenant(db, tenantId).executeTakeFirstOrThrow()

/** Keeps a replaced letterhead for prescriptions signed before. Of several changes in one millisecond only the first counts. */
export const insertEarlier = (tenantId: string, letterhead: Letterhead, replacedAt: Date) =>
  builder
    .insertInto('earlier_letterheads')
    .values({ tenant_id: tenantId, replaced_at: replacedAt, letterhead: JSON.stringify(letterhead) })
    .onConflict((known) => known.doNothing())

/** The letterhead at a time; undefined if it is still the current one. */
export async function findEarlier(db: Db, tenantId: string, at: Date): Promise<Letterhead | undefined> {
  const row = await db
    .selectFrom('earlier_letterheads')
    .where('tenant_id', '=', tenantId)
    .where('replaced_at', '>', at)
    .select('letterhead')
    .orderBy('replaced_at')
    .limit(1)
    .executeTakeFirst()
  return row?.letterhead
}

type NewLetterhead = Letterhead & { tenantId: string; updatedBy: string; updatedAt: Date }

export function upsert({ tenantId, updatedBy, updatedAt, ...letterhead }: NewLetterhead) {
  const row = {
    name: letterhead.name,
    name_ar: letterhead.nameAr,
    address: letterhead.address,
    address_ar: letterhead.addressAr,
    city: letterhead.city,
    city_ar: letterhead.cityAr,
    phone: letterhead.phone,
    email: letterhead.email,
    identifiers: sql<Letterhead['identifiers']>`${JSON.stringify(letterhead.identifiers)}::jsonb`,
    color: letterhead.color,
    logo_svg: letterhead.logoSvg,
    updated_by: updatedBy,
    updated_at: updatedAt,
  }
  return builder
    .insertInto('letterheads')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((known) => known.column('tenant_id').doUpdateSet(row))
}
