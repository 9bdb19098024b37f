import { type RawBuilder, sql } from 'kysely'
import { isNotMoving } from '../../../../db/moves.ts'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import { hasGuardians, isGuardianOf } from '../../../../db/users.ts'
import { type Channel, channels, type Language, type Purpose, purposes } from '../../../../lib/channels.ts'

/** A due message under a lease, with the data for routing. */
export type Claimed = {
  tenant_id: string
  id: string
  recipient_user_id: string | null
  /** The guardian who receives the message for a dependant, and the dependant's name. Null: the recipient gets it. */
  via_user_id: string | null
  dependant_name: string | null
  /** Whether the recipient has guardians who may receive the message. */
  has_guardians: boolean
  template_code: string
  variables: Record<string, string>
  purpose: Purpose
  about: string[]
  status: 'QUEUED' | 'SENT'
  wanted_channel: Channel | null
  /** The channel of the last attempt, unless that channel was given up; or the channel in whose queue the message waited. */
  channel: Channel | null
  language: Language
  provider: string | null
  attempt: number
  given_up: Channel[]
  last_error: string | null
  /** When the outcome of the last request became unknown; null if it is known. */
  in_doubt_since: Date | null
  /** When the message becomes useless. */
  useless_at: Date | null
  name: string
  /** A confirmed address, or the address that the message states (`to_email`, `to_phone`). */
  email: string | null
  phone: string | null
  /** For a notice: the previous confirmed addresses, while the recipient has not confirmed the current ones in person. */
  earlier_email: string | null
  earlier_phone: string | null
  /** Whether the message states its address. Otherwise it goes to the addresses of its user. */
  addressed: boolean
  /** Whether the recipient confirmed an address in person. */
  proved: boolean
  /** Whether the recipient has an address that is not confirmed. */
  unconfirmed: boolean
  created_at: Date
  preferred_channel: Channel | null
  opt_outs: Channel[]
  /** Like `22:00:00`, in Moroccan time. */
  quiet_from: string | null
  quiet_to: string | null
  disabled: boolean
  /** Whether the message goes to a former guardian. */
  guardian_ended: boolean
  /** Whether the user consented to marketing. True for recipients without an account: campaigns check their consent. */
  consented: boolean
  /** Business time. */
  now: Date
}

/**
 * The number of messages of each queue that may be claimed. `unrouted` messages have no channel yet; `critical` is their number
 * including critical messages.
 */
export type FreeSlots = Record<Channel, number> & { unrouted: number; critical: number }

/** The oldest due messages of one purpose in a queue, read as a range of the queue's index, which contains the purpose. */
const dueByPurpose = (queue: RawBuilder<boolean>, purpose: Purpose, limit: RawBuilder<number>) => sql`
  select *
  from (
    select ctid as place
    from messages
    where ${queue}
      and purpose = ${sql.lit(purpose)}
      and next_at <= app_now()
      and lease is null
      and ${isNotMoving}
    order by next_at
    limit ${limit}
    for update skip locked
  ) due_by_purpose`

/** The due messages of a queue: critical messages first, marketing last. @param critical the limit including critical ones */
const dueInQueue = (queue: RawBuilder<boolean>, limit: number, critical = limit) => {
  const due = sql.join(
    purposes.map((purpose) =>
      dueByPurpose(queue, purpose, sql<number>`${purpose === 'CRITICAL' ? critical : limit}::int`),
    ),
    sql` union all `,
  )
  return sql`(${due} limit ${critical}::int)`
}

/** Whether a message goes to the addresses of its user, not to a stated address. */
const ofUser = sql`(c.to_email is null and c.to_phone is null)`
/**
 * Whether a message is a notice about access. A notice also goes to the previous confirmed address until the user confirms the
 * new one in person, because the new address may belong to an attacker.
 */
const isNotice = sql`c.purpose = 'CRITICAL'`
/** The user to whose addresses the message goes. */
const addressee = sql<string>`case when c.via_user_id is null then c.recipient_user_id else c.via_user_id end`

const isGuardian = isGuardianOf({
  tenantId: sql`c.tenant_id`,
  guardianId: sql`c.via_user_id`,
  dependantId: sql`c.recipient_user_id`,
})

/** Claims due messages, up to the free slots of each queue. */
export const claim = prepared<FreeSlots & { lease: string; leaseSec: number }, Claimed>(
  (v) => sql`
    with due as materialized (
      ${sql.join(
        [
          dueInQueue(sql`channel is null`, v.unrouted, v.critical),
          ...channels.map((channel) => dueInQueue(sql`channel = ${sql.lit(channel)}`, v[channel])),
        ],
        sql` union all `,
      )}
    ),
    claimed as (
      update messages m
      set lease = ${v.lease}, lease_until = now() + ${v.leaseSec} * interval '1 second'
      from due
      where m.ctid = due.place
      returning m.*
    )
    select c.tenant_id, c.id, c.recipient_user_id, c.via_user_id, d.name as dependant_name, c.template_code, c.variables, c.purpose, c.about, c.status,
      c.wanted_channel, c.channel, c.provider, c.attempt, c.given_up, c.last_error, c.in_doubt_since,
      c.useless_at,
      coalesce(c.language, c.to_language, k.language, 'fr') as language,
      coalesce(c.to_name, u.name) as name,
      case when ${ofUser} then case when u.email_confirmed_at is not null then u.email when ${isNotice} then k.earlier_email end else c.to_email end as email,
      case when ${ofUser} then case when k.phone_confirmed_at is not null then k.phone when ${isNotice} then k.earlier_phone end else c.to_phone end as phone,
      case when ${ofUser} and ${isNotice} and u.email_proved_at is null then k.earlier_email end as earlier_email,
      case when ${ofUser} and ${isNotice} and k.phone_proved_at is null then k.earlier_phone end as earlier_phone,
      not ${ofUser} as addressed,
      u.email_proved_at is not null or k.phone_proved_at is not null as proved,
      ${ofUser} and (u.email is not null and u.email_confirmed_at is null
        or k.phone is not null and k.phone_confirmed_at is null) as unconfirmed,
      c.created_at,
      k.preferred_channel,
      coalesce(k.opt_outs, r.stopped) as opt_outs,
      k.quiet_from,
      k.quiet_to,
      u.disabled_at is not null as disabled,
      c.via_user_id is not null and not ${isGuardian} as guardian_ended,
      c.via_user_id is null and c.recipient_user_id is not null and ${hasGuardians(sql`c.tenant_id`, sql`c.recipient_user_id`, sql`c.purpose = 'CRITICAL'`)} as has_guardians,
      c.recipient_user_id is null or exists (
        select
        from consents_in_force f
        where f.tenant_id = c.tenant_id
          and f.name = 'MARKETING'
          and f.patient_id = c.recipient_user_id
      ) as consented,
      app_now() as now
    from claimed c
    left join lateral (
      select name, email, email_confirmed_at, email_proved_at, disabled_at
      from users
      where ${atKey({ tenant_id: 'c.tenant_id', id: addressee })}
    ) u on true
    left join lateral (
      select phone, phone_confirmed_at, phone_proved_at, earlier_email, earlier_phone, language, preferred_channel, opt_outs, quiet_from, quiet_to
      from contacts
      where ${atKey({ tenant_id: 'c.tenant_id', user_id: addressee })}
    ) k on true
    left join lateral (
      select name
      from users
      where c.via_user_id is not null
        and ${atKey({ tenant_id: 'c.tenant_id', id: 'c.recipient_user_id' })}
    ) d on true
    cross join lateral (
      select array(
        select distinct channel
        from (
          select channel
          from message_replies
          where tenant_id = c.tenant_id
            and lead_id = c.lead_id
            and stop
          order by at -- the order of the index of a lead's replies
        ) of_lead
      ) as stopped
    ) r`,
)

/**
 * Returns messages of expired leases to the queue: their server was killed. If a request may have been sent, the message first
 * waits for a receipt.
 */
export const requeueAbandoned = prepared<{ doubtSec: number }>(
  (v) => sql`
    with left_behind as (
      select ctid as place
      from messages
      where lease is not null
        and lease_until < now() -- real time: advancing the test clock expires no lease
      order by lease_until
      for update skip locked -- its server is recording a locked message
    )
    update messages m
    set lease = null,
      lease_until = null,
      next_at = case
        when m.in_doubt_since is null then m.next_at
        else m.in_doubt_since + ${v.doubtSec} * interval '1 second'
      end,
      last_error = case when m.in_doubt_since is null then m.last_error else 'lease_lost' end
    from left_behind
    where m.ctid = left_behind.place`,
)
