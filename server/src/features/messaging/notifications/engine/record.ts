import { sql } from 'kysely'
import type { Statement } from '../../../../db/flush.ts'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { Step } from './steps.ts'

/** A step that was recorded. */
export type Recorded = { tenant_id: string; id: string }

/** Records the next steps of messages whose leases have not been lost. The last statement returns those messages. */
export function record(steps: (Step & { lease: string })[], leaseSec: number): Statement[] {
  const json = JSON.stringify(steps)
  return [lock({ steps: json }), recordAll({ steps: json, leaseSec })]
}

const message = atKey({ tenant_id: 'step.tenant_id', id: 'step.id' })

/** Locks the messages in the same order as receipts, to avoid deadlocks. */
const lock = prepared<{ steps: string }>(
  (v) => sql`
    with step as materialized (
      select *
      from jsonb_to_recordset(${v.steps}::jsonb) as s (tenant_id text, id text)
      order by tenant_id collate "C", id collate "C"
    )
    select
    from step
    cross join lateral (
      select
      from messages
      where ${message}
      for no key update
    ) m`,
)

const recordAll = prepared<{ steps: string; leaseSec: number }, Recorded>(
  (v) => sql`
    with step as materialized (
      select *
      from jsonb_to_recordset(${v.steps}::jsonb) as s (
        tenant_id text, id text, lease uuid, status text, channel text, language text, provider text,
        provider_message_id text, attempt smallint, given_up text[], last_error text, next_in_sec float8, keeps_lease boolean,
        in_doubt boolean)
    ),
    leased as materialized (
      select step.*, m.place
      from step
      cross join lateral (
        select ctid as place, lease
        from messages
        where ${message}
      ) m
      where m.lease = step.lease
    )
    update messages m
    set status = step.status,
      channel = step.channel,
      language = step.language,
      provider = step.provider,
      provider_message_id = step.provider_message_id,
      attempt = step.attempt,
      given_up = step.given_up,
      last_error = step.last_error,
      next_at = app_now() + step.next_in_sec * interval '1 second',
      lease = case when step.keeps_lease then m.lease end,
      lease_until = case when step.keeps_lease then now() + ${v.leaseSec} * interval '1 second' end,
      in_doubt_since = case when step.in_doubt then coalesce(m.in_doubt_since, app_now()) end,
      sent_at = case when step.status = 'SENT' and step.next_in_sec is null then app_now() else m.sent_at end,
      failed_at = case when step.status = 'FAILED' then app_now() end
    from leased step
    where m.ctid = step.place
    returning m.tenant_id, m.id`,
)
