import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { StandingRow } from '../../http/access-token.ts'
import { browserScopes } from './rules.ts'

/** What the token of a session may do right now; nothing once the session is over or its user disabled. */
export async function sessionStanding(database: Database, tenantId: string, sessionId: string): Promise<StandingRow[]> {
  const rows = await database.beforeTenant(
    sql<Omit<StandingRow, 'scopes'>>`
      select role, plan, verified, burst_factor, burst_sec
      from session_standing(${tenantId}, ${sessionId})`,
  )
  return rows.map((row) => ({ ...row, scopes: [...browserScopes[row.role]] }))
}
