import { sql } from 'kysely'
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

export const applyReceipts = (provider: string, receipts: Receipt[]) =>
  apply({
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
 * Moves messages on, never back, and says of how many receipts the message is known. What is told of a channel that is
 * given up comes too late. A receipt may overtake the record of the send, and settles what was in doubt, even after that
 * was given up: then the end of the lease is how its sender learns of it. One that failed goes to the next channel.
 */
const apply = prepared<{ provider: string; receipts: string }, { known: number }>(
  (v) => sql`
    with told as materialized (
      select *
      from jsonb_to_recordset(${v.receipts}::jsonb) as r (
        provider_message_id text, message_id text, status text, error text)
    ),
    found as materialized (
      select m.tenant_id, m.id, told.*
      from told
      cross join lateral (
        select tenant_id, id
        from messages
        where provider = ${v.provider}
          and (
            provider_message_id = told.provider_message_id
            or (id = told.message_id and (provider_message_id is null or told.provider_message_id is null))
          )
          and (told.provider_message_id is null or told.provider_message_id <> all(former_ids))
        limit 1
      ) m
      order by m.tenant_id, m.id -- so that two servers do not wait for each other
    ),
    held as materialized (
      select m.tenant_id, m.id
      from found
      cross join lateral (
        select tenant_id, id
        from messages
        where tenant_id = found.tenant_id
          and id = found.id
        for no key update
      ) m
    ),
    moved as (
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
      from (
        select found.*, found.status = 'FAILED' as failed
        from found
        join held on held.tenant_id = found.tenant_id and held.id = found.id
      ) told
      where m.tenant_id = told.tenant_id
        and m.id = told.id
        and m.provider = ${v.provider}
        -- The channel may have been given up, and another tried, while the row was waited for.
        and (told.provider_message_id is null or told.provider_message_id <> all(m.former_ids))
        and case told.status
          when 'SENT' then m.status in ('QUEUED', 'FAILED') or m.in_doubt_since is not null
          when 'FAILED' then m.status in ('QUEUED', 'SENT')
          when 'DELIVERED' then m.status in ('QUEUED', 'SENT', 'FAILED')
          else m.status <> 'READ'
        end
    )
    select count(*)::int as known
    from found`,
)
