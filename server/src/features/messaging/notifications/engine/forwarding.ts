import { sql } from 'kysely'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import { guardiansOf } from '../../../../db/users.ts'
import { isPersonal } from '../../../../messages/catalog.ts'
import type { Claimed } from './claim.ts'

/**
 * Whether a message goes to the guardians of its recipient, who has no confirmed address of their own. It does not wait for
 * the recipient's confirmation; for that of a guardian's address it does.
 */
export const isForGuardians = ({ has_guardians, disabled, template_code, email, phone }: Claimed): boolean =>
  has_guardians && (!disabled || isPersonal(template_code)) && email === null && phone === null

/**
 * Turns a leased message to a dependant into one for each guardian, in one statement: the message itself goes to the first one,
 * copies to the others. Then they are routed as the guardians prefer.
 */
export const forward = prepared<{ tenantId: string; id: string; lease: string }>(
  (v) => sql`
    with held as materialized (
      select *
      from (
        select *
        from messages
        where ${atKey({ tenant_id: sql`${v.tenantId}`, id: sql`${v.id}` })}
        for update
      ) m
      where m.lease = ${v.lease} -- after the look-up: otherwise the planner may read the index of all leases
    ),
    guardian as materialized (
      select g.guardian_id, row_number() over (order by g.guardian_id) as n
      from held h
      cross join lateral (${guardiansOf(sql`h.tenant_id`, sql`h.recipient_user_id`, sql`h.purpose = 'CRITICAL'`)}) g
    ),
    copied as (
      insert into messages (tenant_id, id, recipient_user_id, via_user_id, template_code, purpose, variables, about,
        useless_at, wanted_channel)
      select h.tenant_id, new_id('msg'), h.recipient_user_id, g.guardian_id, h.template_code, h.purpose, h.variables, h.about,
        h.useless_at, h.wanted_channel
      from held h
      join guardian g on g.n > 1
    )
    update messages m
    set via_user_id = g.guardian_id, lease = null, lease_until = null
    from held h
    left join guardian g on g.n = 1
    where m.tenant_id = h.tenant_id
      and m.id = h.id`,
)
