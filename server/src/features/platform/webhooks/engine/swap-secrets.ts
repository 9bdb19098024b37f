import { sql } from 'kysely'
import type { Database } from '../../../../db/database.ts'
import { byIndex } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'

/** Secrets that are due to change: an endpoint's next secret, its previous secret, or both. */
const due = sql`
  due as materialized (
    select tenant_id, endpoint_id, state, valid_until, created_at
    from webhook_secrets
    where valid_until <= app_now()
    order by valid_until
  )`

/** Locks the endpoints of due secrets, as every change of an endpoint's secrets does. */
const lockDue = prepared<object>(
  () => sql`
    with ${due}
    select
    from (select tenant_id, endpoint_id from due where state = 'NEXT' order by tenant_id, endpoint_id) n
    cross join lateral (
      select
      from webhook_endpoints
      where tenant_id = n.tenant_id
        and id = n.endpoint_id
      for no key update
    ) e`,
)

/** Deletes previous secrets that have expired or that a promotion replaces. */
const dropPrevious = prepared<object>(
  () => sql`
    with ${due}
    delete from webhook_secrets s
    using (select distinct tenant_id, endpoint_id from due) d
    where s.tenant_id = d.tenant_id
      and s.endpoint_id = d.endpoint_id
      and s.state = 'PREVIOUS'`,
)

/** Makes the current secret the previous one. It stays valid for as long as the next secret was announced. */
const retireCurrent = prepared<object>(
  () => sql`
    with ${due}
    update webhook_secrets s
    set state = 'PREVIOUS', valid_until = app_now() + (n.valid_until - n.created_at)
    from due n
    where n.state = 'NEXT'
      and s.tenant_id = n.tenant_id
      and s.endpoint_id = n.endpoint_id
      and s.state = 'CURRENT'`,
)

const promoteNext = prepared<object>(
  () => sql`
    with ${due}
    update webhook_secrets s
    set state = 'CURRENT', valid_until = null
    from due n
    where n.state = 'NEXT'
      and s.tenant_id = n.tenant_id
      and s.endpoint_id = n.endpoint_id
      and s.state = 'NEXT'`,
)

/** Applies due secret rotations, in one transaction. */
export async function swapSecrets(database: Database): Promise<void> {
  await database.onOwnConnection('', [byIndex({}), lockDue({}), dropPrevious({}), retireCurrent({}), promoteNext({})])
}
