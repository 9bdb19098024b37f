import { type InferResult, sql } from 'kysely'
import type { Asker } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { prepared } from '../../db/prepared.ts'
import type { Letterhead } from '../../pdf/content.ts'
import { DEFAULT_COLOR } from './rules.ts'

/** An organisation's letterhead; of one that has set none, its name and the house's colour. */
const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenants as t')
    .leftJoin('letterheads as l', 'l.tenant_id', 't.tenant_id')
    .where('t.tenant_id', '=', tenantId)
    .select([
      sql<null>`null`.as('patient_id'), // nobody's data
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

export type Shown = InferResult<ReturnType<typeof ofTenant>>[number]

export const one = prepared<Asker, Shown>((v) => ofTenant(builder, v.tenantId))

export const find = (db: Db, tenantId: string): Promise<Shown> => ofTenant(db, tenantId).executeTakeFirstOrThrow()

type Written = Letterhead & { tenantId: string; updatedBy: string; updatedAt: Date }

export function keep({ tenantId, updatedBy, updatedAt, ...set }: Written) {
  const written = {
    name: set.name,
    name_ar: set.nameAr,
    address: set.address,
    address_ar: set.addressAr,
    city: set.city,
    city_ar: set.cityAr,
    phone: set.phone,
    email: set.email,
    identifiers: sql<Letterhead['identifiers']>`${JSON.stringify(set.identifiers)}::jsonb`,
    color: set.color,
    logo_svg: set.logoSvg,
    updated_by: updatedBy,
    updated_at: updatedAt,
  }
  return builder
    .insertInto('letterheads')
    .values({ tenant_id: tenantId, ...written })
    .onConflict((known) => known.column('tenant_id').doUpdateSet(written))
}
