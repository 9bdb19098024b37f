import { sql } from 'kysely'

/**
 * Expressions of a select that set the transaction's tenant, `$1`, for row-level security. They fail for a tenant that is being
 * moved to another installation or has been moved (`isBeingMoved`, `movedTo`).
 */
export const setTenant = `set_config('app.tenant', $1, true),
  case when exists (select from tenant_moves m where m.tenant_id = $1) then refuse_moved_tenant($1) end`

/** Whether the tenant of a row stays here, for work across tenants. The list is read once for each statement. */
export const isNotMoving = sql<boolean>`tenant_id <> all (array(select tenant_id from tenant_moves))`
