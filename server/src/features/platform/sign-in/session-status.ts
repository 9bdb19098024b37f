import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { AccessClaims, TokenStatusRow } from '../../../http/access-token.ts'
import { browserScopes } from './rules.ts'

/** The present rights of a session's token; no row once the session has ended or its user is disabled. */
export async function readSessionStatus(
  database: Database,
  { tenant: tenantId, sub }: Pick<AccessClaims, 'tenant' | 'sub'>,
  sessionId: string,
): Promise<TokenStatusRow[]> {
  const rows = await database.queryWithoutTenant(
    sql<Omit<TokenStatusRow, 'scopes' | 'may_act' | 'may_sign'>>`
      select role, plan, verified, merges_of(${tenantId}) as merges, burst_factor, burst_sec,
        case role when 'PATIENT' then dependants_of(${tenantId}, ${sub}) else '{}' end as dependants
      from session_standing(${tenantId}, ${sessionId})`,
  )
  return rows.map((row) => ({ ...row, may_act: true, may_sign: true, scopes: [...browserScopes[row.role]] }))
}
