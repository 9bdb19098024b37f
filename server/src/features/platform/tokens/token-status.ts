import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { AccessClaims, TokenStatusRow } from '../../../http/access-token.ts'

/** The current permissions of a client's token. No row if the token, family, client or user is revoked or disabled. */
export const readTokenStatus = (
  database: Database,
  { tenant, sub, client_id, jti, family }: Pick<AccessClaims, 'tenant' | 'sub' | 'client_id' | 'jti' | 'family'>,
): Promise<TokenStatusRow[]> =>
  database.queryWithoutTenant(sql<TokenStatusRow>`
    select role, scopes, plan, verified, client_may_sign(${tenant}, ${client_id}) as may_sign,
      client_may_act(${tenant}, ${client_id}, ${family}) as may_act,
      merges_of(${tenant}) as merges, burst_factor, burst_sec,
      case role when 'PATIENT' then dependants_of(${tenant}, ${sub}) else '{}' end as dependants
    from token_standing(${tenant}, ${client_id}, ${jti}, ${family})`)
