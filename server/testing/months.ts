import type pg from 'pg'
import { idFloor } from '../src/lib/ids.ts'

/** The start of the calendar month (UTC) that is so many months back. */
export function monthBack(months: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))
}

/** The end of the names of a month's tables, such as `2026_11`. */
export const suffixOf = (month: Date): string => month.toISOString().slice(0, 7).replace('-', '_')

/**
 * Creates the month's tables of partitioned tables, unless they exist. Servers create them only from the current month on.
 * @returns their names
 */
export async function createMonth(owner: pg.Pool | pg.Client, month: Date, parents: string[]): Promise<string[]> {
  const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)
  const tables = parents.map((parent) => `${parent}_${suffixOf(month)}`)
  for (const [n, parent] of parents.entries()) {
    const prefix = parent.startsWith('audit') ? 'aud' : 'evt'
    const storage =
      parent === 'webhook_deliveries' ? 'with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01)' : ''
    await owner.query(
      `create table if not exists ${tables[n]} partition of ${parent}
       for values from ('${idFloor(prefix, month.getTime())}') to ('${idFloor(prefix, end)}') ${storage}`,
    )
  }
  return tables
}
