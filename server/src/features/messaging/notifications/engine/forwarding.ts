import { sql } from 'kysely'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import { guardiansOf } from '../../../../db/users.ts'
import { type Channel, properties } from '../../../../lib/channels.ts'
import { isNotice, isPersonal } from '../../../../messages/catalog.ts'
import type { Claimed } from './claim.ts'

/** A stated address for a copy of a message. */
export type Address = { email: string } | { phone: string }

/** The destinations of a message that does not go to a single address of its recipient. */
export type Copies = { addresses: Address[]; guardians: boolean }

/**
 * Decides whether a message is split into copies.
 * - A notice goes to every confirmed address, because one of them may belong to another person.
 * - A message to a dependant without a confirmed address goes to the guardians. A notice goes to the guardians too until the
 *   dependant confirms an address in person. Each copy waits until the guardian's own address is confirmed.
 * @returns undefined if the message goes to one address, or an attempt to send it was made before
 */
export function copiesOf(message: Claimed, offered: ReadonlySet<Channel>): Copies | undefined {
  const { template_code: code, disabled, attempt, channel, given_up: givenUp } = message
  if (message.addressed || channel !== null || attempt > 0 || givenUp.length > 0 || (disabled && !isPersonal(code)))
    return undefined
  const notice = isNotice(code)
  const reachable = message.email !== null || message.phone !== null
  const guardians = message.has_guardians && (!reachable || (notice && !message.proved))
  const addresses = notice ? addressesOf(message, offered) : []
  return guardians || addresses.length > 1 ? { addresses, guardians } : undefined
}

type Addresses = Pick<Claimed, 'email' | 'phone' | 'earlier_email' | 'earlier_phone'>

/** The distinct confirmed addresses that an offered channel can reach. */
function addressesOf(known: Addresses, offered: ReadonlySet<Channel>): Address[] {
  const reaches = (kind: 'email' | 'phone') => [...offered].some((one) => properties[one].address === kind)
  const each = (values: (string | null)[]) => [
    ...new Map(values.flatMap((value) => (value === null ? [] : [[value.toLowerCase(), value] as const]))).values(),
  ]
  return [
    ...(reaches('email') ? each([known.earlier_email, known.email]).map((email) => ({ email })) : []),
    ...(reaches('phone') ? each([known.earlier_phone, known.phone]).map((phone) => ({ phone })) : []),
  ]
}

/**
 * Splits a leased message into one for each address and each guardian, in one statement: the message itself goes to the first
 * destination, copies go to the others. Each one is then routed by the preferences of its recipient.
 */
export const forward = prepared<{ tenantId: string; id: string; lease: string; addresses: string; guardians: boolean }>(
  (v) => sql`
    with leased as materialized (
      select *
      from (
        select *
        from messages
        where ${atKey({ tenant_id: sql`${v.tenantId}`, id: sql`${v.id}` })}
        for update
      ) m
      where m.lease = ${v.lease} -- after the look-up: otherwise the planner may read the index of all leases
    ),
    target as materialized (
      select t.*, row_number() over () as n
      from (
        select null as guardian_id, a.email, a.phone
        from jsonb_to_recordset(${v.addresses}::jsonb) as a (email text, phone text)
        union all
        (
          select g.guardian_id, null, null
          from leased h
          cross join lateral (${guardiansOf(sql`h.tenant_id`, sql`h.recipient_user_id`, sql`h.purpose = 'CRITICAL'`)}) g
          where ${v.guardians}::boolean
          order by g.guardian_id
        )
      ) t
    ),
    copied as (
      insert into messages (tenant_id, id, recipient_user_id, via_user_id, to_email, to_phone, template_code, purpose, variables,
        about, useless_at, wanted_channel)
      select h.tenant_id, new_id('msg'), h.recipient_user_id, coalesce(t.guardian_id, h.via_user_id), t.email, t.phone,
        h.template_code, h.purpose, h.variables, h.about, h.useless_at, h.wanted_channel
      from leased h
      join target t on t.n > 1
    )
    update messages m
    set via_user_id = coalesce(t.guardian_id, h.via_user_id), to_email = t.email, to_phone = t.phone, lease = null,
      lease_until = null
    from leased h
    left join target t on t.n = 1
    where m.tenant_id = h.tenant_id
      and m.id = h.id`,
)
