import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AccessClaims, StandingRow } from '../../http/access-token.ts'

/** What the token of a client may do right now; nothing once token, family, client or user is revoked or disabled. */
export const tokenStanding = (
  database: Database,
  { tenant, client_id, jti, family }: Pick<AccessClaims, 'tenant' | 'client_id' | 'jti' | 'family'>,
): Promise<StandingRow[]> =>
  database.beforeTenant(sql<StandingRow>`
    select role, scopes, plan, verified, burst_factor, burst_sec
    from token_standing(${tenant}, ${client_id}, ${jti}, ${family})`)
