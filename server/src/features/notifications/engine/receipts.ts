import { sql } from 'kysely'
import { atKey } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Receipt } from '../../../providers/messages/index.ts'
import { asJson } from './hearsay.ts'

/** What outweighs what of the things that are told of one message at once. */
const WEIGHT: Record<Receipt['status'], number> = { SENT: 0, FAILED: 1, DELIVERED: 2, READ: 3 }

/** One message has an id of its provider's on each channel by which it was tried. */
const subjectOf = ({ providerMessageId, messageId }: Receipt) => `${messageId} ${providerMessageId}`

/** What is told last of each message, whatever the order in which it is told. */
export function weightiest(receipts: Receipt[]): Receipt[] {
  const bySubject = new Map<string, Receipt>()
  for (const receipt of receipts) {
    const known = bySubject.get(subjectOf(receipt))
    if (!known || WEIGHT[receipt.status] > WEIGHT[known.status]) bySubject.set(subjectOf(receipt), receipt)
  }
  return [...bySubject.values()]
}

/** A receipt of a message that is known, as the database tells of both. */
export type Known = {
  tenant_id: string
  id: string
  provider_message_id: string | null
  status: Receipt['status']
  error: string | null
}

export const findMessages = (provider: string, receipts: Receipt[]) =>
  holdAll({
    provider,
    receipts: asJson(
      receipts.map(({ providerMessageId, messageId, status, error }) => ({
        provider_message_id: providerMessageId,
        message_id: messageId,
        status,
        error,
      })),
    ),
  })

/**
 * Finds the messages that receipts are of, and locks them in one order to avoid deadlocks. A receipt of a channel that is
 * given up comes too late.
 */
const holdAll = prepared<{ provider: string; receipts: string }, Known>(
  (v) => sql`
    with told as materialized (
      select *
      from jsonb_to_recordset(${v.receipts}::jsonb) as r (
        provider_message_id text, message_id text, status text, error text)
    ),
    found as materialized (
      select m.tenant_id, m.id, told.provider_message_id, told.status, told.error
      from told
      cross join lateral (
        select tenant_id, id
        from messages
        where provider = ${v.provider}
          and provider_message_id = told.provider_message_id
          and told.provider_message_id <> all(former_ids)
        union all
        (
          select tenant_id, id
          from messages
          where id between told.message_id and told.message_id
            and provider = ${v.provider}
            and (told.provider_message_id is null or provider_message_id is null)
            and (told.provider_message_id is null or told.provider_message_id <> all(former_ids))
          order by id
          limit 1
        )
        limit 1
      ) m
      order by m.tenant_id, m.id
    )
    select found.*
    from found
    cross join lateral (
      select
      from messages
      where ${atKey({ tenant_id: 'found.tenant_id', id: 'found.id' })}
      for no key update
    ) held`,
)

export const applyReceipts = (provider: string, known: Known[]) => apply({ provider, receipts: asJson(known) })

/**
 * Moves messages that are locked forward, never back. A receipt may overtake the record of the send, and settles what was
 * in doubt, even after that was given up: then the end of the lease is how its sender learns of it. A message that failed
 * goes to the next channel.
 */
const apply = prepared<{ provider: string; receipts: string }>(
  (v) => sql`
    with told as materialized (
      select r.*, r.status = 'FAILED' as failed, m.place
      from jsonb_to_recordset(${v.receipts}::jsonb) as r (
        tenant_id text, id text, provider_message_id text, status text, error text)
      cross join lateral (
        select ctid as place, provider, former_ids
        from messages
        where ${atKey({ tenant_id: 'r.tenant_id', id: 'r.id' })}
      ) m
      -- The channel may have been given up, and another tried, while the row was waited for.
      where m.provider = ${v.provider}
        and (r.provider_message_id is null or r.provider_message_id <> all(m.former_ids))
    )
    update messages m
    set status = case when told.failed then m.status else told.status end,
      channel = case when told.failed then null else m.channel end,
      provider = case when told.failed then null else m.provider end,
      provider_message_id = case
        when not told.failed then coalesce(m.provider_message_id, told.provider_message_id)
      end,
      former_ids = case
        when told.failed then array_remove(m.former_ids || coalesce(told.provider_message_id, m.provider_message_id), null)
        else m.former_ids
      end,
      given_up = case when told.failed then m.given_up || m.channel else m.given_up end,
      attempt = case when told.failed then 0 else m.attempt end,
      last_error = case when told.failed then coalesce(told.error, 'undelivered') else m.last_error end,
      next_at = case when told.failed then app_now() end,
      lease = null,
      lease_until = null,
      in_doubt_since = null,
      sent_at = case when told.failed then m.sent_at else coalesce(m.sent_at, app_now()) end,
      delivered_at = case
        when told.status in ('DELIVERED', 'READ') then coalesce(m.delivered_at, app_now())
        else m.delivered_at
      end,
      read_at = case when told.status = 'READ' then app_now() else m.read_at end,
      failed_at = case when told.failed then m.failed_at end
    from told
    where m.ctid = told.place
      and case told.status
        when 'SENT' then m.status in ('QUEUED', 'FAILED') or m.in_doubt_since is not null
        when 'FAILED' then m.status in ('QUEUED', 'SENT')
        when 'DELIVERED' then m.status in ('QUEUED', 'SENT', 'FAILED')
        else m.status <> 'READ'
      end`,
)
