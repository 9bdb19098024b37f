import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'

/** Whoever changes an endpoint's secrets holds its row. */
const holdDue = prepared<object>(
  () => sql`
    select e.id
    from webhook_secrets n
    join webhook_endpoints e on e.tenant_id = n.tenant_id and e.id = n.endpoint_id
    where n.state = 'NEXT'
      and n.valid_until <= app_now()
    order by e.tenant_id, e.id
    for no key update of e`,
)

/** The previous secret whose time is over, or whose place is needed. */
const dropPrevious = prepared<object>(
  () => sql`
    delete from webhook_secrets s
    where s.state = 'PREVIOUS'
      and (
        s.valid_until <= app_now()
        or exists (
          select
          from webhook_secrets n
          where n.tenant_id = s.tenant_id
            and n.endpoint_id = s.endpoint_id
            and n.state = 'NEXT'
            and n.valid_until <= app_now()
        )
      )`,
)

/** The current one makes room for the next, and stays valid for as long as that had been announced. */
const retireCurrent = prepared<object>(
  () => sql`
    update webhook_secrets s
    set state = 'PREVIOUS', valid_until = app_now() + (n.valid_until - n.created_at)
    from webhook_secrets n
    where n.state = 'NEXT'
      and n.valid_until <= app_now()
      and s.tenant_id = n.tenant_id
      and s.endpoint_id = n.endpoint_id
      and s.state = 'CURRENT'`,
)

const promoteNext = prepared<object>(
  () => sql`
    update webhook_secrets
    set state = 'CURRENT', valid_until = null
    where state = 'NEXT'
      and valid_until <= app_now()`,
)

/** Has secrets change places whose time has come: all of an endpoint's, or none. */
export async function swapSecrets(database: Database): Promise<void> {
  await database.alone('', [holdDue({}), dropPrevious({}), retireCurrent({}), promoteNext({})])
}
