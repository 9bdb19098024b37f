import type { Db } from '../../../db/kysely.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/**
 * The days from `from` to `to` (both included, such as `2027-03-10`) on which an organisation is closed or has its hours of
 * Ramadan. One query.
 */
export const specialDays = async (db: Db, tenantId: string, from: string, to: string): Promise<rules.SpecialDays> =>
  rules.specialDaysBetween(from, to, await queries.find(db, tenantId))
