import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { dropMonths } from '../db/drop-months.ts'
import { prepared } from '../db/prepared.ts'

const endMonth = prepared<{ keepDays: number }, { ended: string }>(
  (v) => sql`select ended from end_audit_month(${v.keepDays})`,
)

/**
 * Drops the months of the audit log in which all entries are sealed and older than `keepDays`. Their seals stay.
 * @param database connected as the worker
 */
export const dropOldEntries = (database: Database, keepDays: number, log: FastifyBaseLogger): Promise<void> =>
  dropMonths(
    'the audit log',
    async () => {
      const [result] = await database.onOwnConnection('', [endMonth({ keepDays })])
      const [row]: { ended: string }[] = result!.rows
      return row && { month: row.ended.replace('_', '-') }
    },
    log,
  )
