import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { daysAfter, type Window, windows } from './rules.ts'

/** A pharmacy, identified by its user. */
export type Pharmacy = { tenant_id: string; id: string }

/** Pharmacies of all tenants to warn, in the order of their keys, after the given one. */
export const pharmaciesToWarn = (today: string, limit: number, after: Pharmacy | undefined) => sql<Pharmacy>`
  select tenant_id, id
  from pharmacies_to_warn(${today}::date, ${after?.tenant_id ?? ''}, ${after?.id ?? ''}, ${limit}::int)`

export type Unwarned = { id: string; expires_on: string }

/** The lots to warn a pharmacy of, earliest expiry first; locked until the transaction ends. */
export function lockUnwarned(db: Db, tenantId: string, pharmacyId: string, today: string): Promise<Unwarned[]> {
  const [near, far] = [daysAfter(today, windows.narrow), daysAfter(today, windows.wide)]
  return db
    .selectFrom('stock_lots')
    .where('tenant_id', '=', tenantId)
    .where('pharmacy_id', '=', pharmacyId)
    .where('quantity', '>', 0)
    .where(sql<boolean>`warned_within is distinct from ${sql.lit(windows.narrow)}`)
    .where(sql<boolean>`expires_on <= case when warned_within is null then ${far}::date else ${near}::date end`)
    .select(['id', sql<string>`expires_on::text`.as('expires_on')])
    .orderBy('stock_lots.expires_on')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export function markWarned(db: Db, tenantId: string, ids: string[], withinDays: Window) {
  return db
    .updateTable('stock_lots')
    .set({ warned_within: withinDays })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids})`)
}
