import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { type Conditions, pagedListing } from '../../../db/listings.ts'
import { atKey } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Channel } from '../../../lib/channels.ts'
import type { Due, Outgoing, SimulatedReceipt } from '../../../messages/providers/index.ts'
import { ofPatient } from './queries.ts'

/** A message with its simulated receipt, if one follows. */
export type Kept = Outgoing & Partial<SimulatedReceipt>

export const keep = (messages: Kept[]) =>
  keepAll({
    messages: JSON.stringify(
      messages.map(({ tenantId, messageId, channel, to, subject, text, status, afterSec }) => ({
        tenantId,
        messageId,
        channel,
        to,
        subject,
        text,
        status,
        afterSec,
      })),
    ),
  })

const keepAll = prepared<{ messages: string }>(
  (v) => sql`
    insert into sandbox_messages (tenant_id, message_id, channel, recipient, subject, body, receipt, receipt_at)
    select "tenantId", "messageId", channel, "to", subject, text, status, app_now() + "afterSec" * interval '1 second'
    from jsonb_to_recordset(${v.messages}::jsonb) as m (
      "tenantId" text, "messageId" text, channel text, "to" text, subject text, text text, status text, "afterSec" float8)
    on conflict do nothing`,
)

const AT_ONCE = 500

/** Due simulated receipts of all tenants. */
export const due = prepared<object, Due>(
  () => sql`
    select tenant_id as "tenantId", message_id as "messageId", channel, receipt as status
    from sandbox_messages
    where receipt_at <= app_now()
    order by receipt_at
    limit ${sql.lit(AT_ONCE)}`,
)

export const forget = (due: Due[]) => forgetAll({ due: JSON.stringify(due) })

const forgetAll = prepared<{ due: string }>(
  (v) => sql`
    with reported as materialized (
      select m.place
      from jsonb_to_recordset(${v.due}::jsonb) as d ("tenantId" text, "messageId" text, channel text)
      cross join lateral (
        select ctid as place
        from sandbox_messages
        where ${atKey({ tenant_id: 'd.tenantId', message_id: 'd.messageId', channel: 'd.channel' })}
        for update skip locked -- another server handles it
      ) m
    )
    update sandbox_messages s
    set receipt_at = null
    from reported
    where s.ctid = reported.place
      and s.receipt_at is not null`,
)

type Filters = {
  recipientUserId?: string | undefined
  channel?: Channel | undefined
  about?: string | undefined
}

/** Sandbox messages that the caller may see: administrators all, other users the messages sent to them. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('sandbox_messages as s')
    .where('s.tenant_id', '=', caller.tenantId)
    .where(visible(access.messages.read, caller, { own: sql`${recipient} = any(${caller.actsFor}::text[])` }))
}

const recipient = sql<string | null>`(
  select recipient_user_id
  from messages m
  where m.tenant_id = s.tenant_id
    and m.id = s.message_id
  limit 1)`

const shown = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('messages as m', (join) =>
      join.onRef('m.tenant_id', '=', 's.tenant_id').onRef('m.id', '=', 's.message_id'),
    )
    .select([
      'm.id',
      's.channel',
      's.recipient',
      'm.recipient_user_id',
      'm.template_code',
      'm.about',
      's.subject',
      's.body',
      's.at',
      ofPatient,
    ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

const conditions: Conditions<Filters> = {
  recipientUserId: ({ recipientUserId }) => sql`${recipient} = ${recipientUserId}`,
  channel: ({ channel }) => sql`s.channel = ${channel}`,
  about: ({ about }) => sql`(
    select ${about} = any(m.about)
    from messages m
    where m.tenant_id = s.tenant_id
      and m.id = s.message_id
    limit 1)`,
}

/** A message is stored once for each channel that was tried. A sandbox has few messages, so filters need no index. */
export const listing = pagedListing({ visibleTo, shown, by: 's.at', id: 's.message_id', and: 's.channel' }, conditions)
