import { type RawBuilder, sql } from 'kysely'
import { atKey } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Channel, channels, type Language, type Purpose, purposes } from '../../../messages/channels.ts'

/** A message to be sent now, with all that decides how. */
export type Claimed = {
  tenant_id: string
  id: string
  recipient_user_id: string | null
  template_code: string
  variables: Record<string, string>
  purpose: Purpose
  about: string[]
  status: 'QUEUED' | 'SENT'
  wanted_channel: Channel | null
  /** By which it was tried last, unless that is given up; or in whose queue it has waited. */
  channel: Channel | null
  language: Language
  provider: string | null
  attempt: number
  given_up: Channel[]
  last_error: string | null
  /** Since when nobody knows whether the last request was carried out; null where that is known. */
  in_doubt_since: Date | null
  /** From when on it is of no use to anybody. */
  useless_at: Date | null
  name: string
  email: string | null
  phone: string | null
  preferred_channel: Channel | null
  opt_outs: Channel[]
  /** `22:00:00`, in Moroccan time. */
  quiet_from: string | null
  quiet_to: string | null
  disabled: boolean
  /** Whether somebody who is a user wants to hear of offers. Those who are none are asked by whoever writes to them. */
  consented: boolean
  /** Business time. */
  now: Date
}

/** How many of each queue may be claimed; `unrouted` are those of which nobody knows yet by what they go. */
export type Room = Record<Channel, number> & { unrouted: number }

/** The oldest of one purpose in a queue: a walk along the queue's own index, of which the purpose is a part. */
const dueOf = (queue: RawBuilder<boolean>, purpose: Purpose, room: RawBuilder<number>) => sql`
  select *
  from (
    select ctid as place
    from messages
    where ${queue}
      and purpose = ${sql.lit(purpose)}
      and next_at <= app_now()
      and lease is null
    order by next_at
    limit ${room}
    for update skip locked
  ) due_of_purpose`

/** Critical messages before the others, and these before offers. */
const dueIn = (queue: RawBuilder<boolean>, room: number) => {
  const rows = sql<number>`${room}::int`
  const due = sql.join(
    purposes.map((purpose) => dueOf(queue, purpose, rows)),
    sql` union all `,
  )
  return sql`(${due} limit ${rows})`
}

/** Takes what is due, as much of each queue as there is room for. */
export const claim = prepared<Room & { lease: string; leaseSec: number }, Claimed>(
  (v) => sql`
    with due as materialized (
      ${sql.join(
        [
          dueIn(sql`channel is null`, v.unrouted),
          ...channels.map((channel) => dueIn(sql`channel = ${sql.lit(channel)}`, v[channel])),
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
    select c.tenant_id, c.id, c.recipient_user_id, c.template_code, c.variables, c.purpose, c.about, c.status,
      c.wanted_channel, c.channel, c.provider, c.attempt, c.given_up, c.last_error, c.in_doubt_since,
      c.useless_at,
      coalesce(c.language, c.to_language, k.language, 'fr') as language,
      coalesce(c.to_name, u.name) as name,
      coalesce(c.to_email, u.email) as email,
      coalesce(c.to_phone, k.phone) as phone,
      k.preferred_channel,
      coalesce(k.opt_outs, r.stopped) as opt_outs,
      k.quiet_from,
      k.quiet_to,
      u.disabled_at is not null as disabled,
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
      select name, email, disabled_at
      from users
      where ${atKey({ tenant_id: 'c.tenant_id', id: 'c.recipient_user_id' })}
    ) u on true
    left join lateral (
      select phone, language, preferred_channel, opt_outs, quiet_from, quiet_to
      from contacts
      where ${atKey({ tenant_id: 'c.tenant_id', user_id: 'c.recipient_user_id' })}
    ) k on true
    cross join lateral (
      select array(
        select distinct channel
        from (
          select channel
          from message_replies
          where tenant_id = c.tenant_id
            and lead_id = c.lead_id
            and stop
          order by at -- as the index of a lead's replies has them, and no other
        ) of_lead
      ) as stopped
    ) r`,
)

/**
 * Gives back what somebody had claimed and never wrote down again: a server was killed. Where a request may have left, it
 * waits for a receipt first.
 */
export const giveBack = prepared<{ doubtSec: number }>(
  (v) => sql`
    with left_behind as (
      select ctid as place
      from messages
      where lease is not null
        and lease_until < now() -- real time: a clock that is set ahead ends no lease
      order by lease_until
      for update skip locked -- the server that holds one is just recording it
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
