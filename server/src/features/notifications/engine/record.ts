import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Step } from './steps.ts'

/** Of a step that was written down. */
export type Recorded = { tenant_id: string; id: string }

/** Writes down what becomes of messages whose leases still hold, and says which those are. */
export const record = (steps: (Step & { lease: string })[], leaseSec: number) =>
  recordAll({ steps: JSON.stringify(steps), leaseSec })

const recordAll = prepared<{ steps: string; leaseSec: number }, Recorded>(
  (v) => sql`
    with told as materialized (
      select *
      from jsonb_to_recordset(${v.steps}::jsonb) as s (
        tenant_id text, id text, lease uuid, status text, channel text, language text, provider text,
        provider_message_id text, attempt smallint, given_up text[], last_error text, next_in_sec float8, held boolean,
        in_doubt boolean)
      order by tenant_id collate "C", id collate "C" -- as receipts are, so that neither waits for the other
    ),
    step as materialized (
      select told.*
      from told
      cross join lateral (
        select
        from messages
        where tenant_id = told.tenant_id
          and id = told.id
        for no key update
      ) m
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
      lease = case when step.held then m.lease end,
      lease_until = case when step.held then now() + ${v.leaseSec} * interval '1 second' end,
      in_doubt_since = case when step.in_doubt then coalesce(m.in_doubt_since, app_now()) end,
      sent_at = case when step.status = 'SENT' and step.next_in_sec is null then app_now() else m.sent_at end,
      failed_at = case when step.status = 'FAILED' then app_now() end
    from step
    where m.tenant_id = step.tenant_id
      and m.id = step.id
      and m.lease = step.lease
    returning m.tenant_id, m.id`,
)
