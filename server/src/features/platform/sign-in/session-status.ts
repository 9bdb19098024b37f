import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../db/database.ts'
import type { AccessClaims, TokenStatusRow } from '../../../http/access-token.ts'
import { isRequiredOfAccount } from '../second-factors/actions.ts'
import { browserScopes } from './rules.ts'

/** The current permissions of a session's token. No row if the session has ended or its user is disabled. */
export async function readSessionStatus(
  database: Database,
  config: Pick<Config, 'adminSecondFactor'>,
  { tenant: tenantId, sub }: Pick<AccessClaims, 'tenant' | 'sub'>,
  sessionId: string,
): Promise<TokenStatusRow[]> {
  const rows = await database.queryWithoutTenant(
    sql<
      Omit<TokenStatusRow, 'scopes' | 'may_act' | 'may_sign' | 'lacks_second_factor'> & { has_second_factor: boolean }
    >`
      select role, session_has_second_factor(${tenantId}, ${sessionId}) as has_second_factor, plan, verified, merges_of(${tenantId}) as merges, burst_factor, burst_sec,
        case role when 'PATIENT' then dependants_of(${tenantId}, ${sub}) else '{}' end as dependants
      from session_standing(${tenantId}, ${sessionId})`,
  )
  return rows.map(({ has_second_factor: hasSecondFactor, ...row }) => ({
    ...row,
    may_act: true,
    may_sign: true,
    lacks_second_factor: !hasSecondFactor && isRequiredOfAccount(config, row),
    scopes: [...browserScopes[row.role]],
  }))
}
