import { sql } from 'kysely'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { Receipt } from '../../../../messages/providers/index.ts'
import { asJson } from './unverified-input.ts'

/** Which of several receipts of one message counts: the highest. */
const PRECEDENCE: Record<Receipt['status'], number> = { SENT: 0, FAILED: 1, DELIVERED: 2, READ: 3 }

/** A message has one provider id for each channel that was tried. */
const subjectOf = ({ providerMessageId, messageId }: Receipt) => `${messageId} ${providerMessageId}`

/** The most advanced receipt of each message, regardless of their order. */
export function mostAdvanced(receipts: Receipt[]): Receipt[] {
  const bySubject = new Map<string, Receipt>()
  for (const receipt of receipts) {
    const known = bySubject.get(subjectOf(receipt))
    if (!known || PRECEDENCE[receipt.status] > PRECEDENCE[known.status]) bySubject.set(subjectOf(receipt), receipt)
  }
  return [...bySubject.values()]
}

/** A receipt with the message that it belongs to. */
export type Known = {
  tenant_id: string
  id: string
  provider_message_id: string | null
  status: Receipt['status']
  error: string | null
}

export const findMessages = (provider: string, receipts: Receipt[]) =>
  lockAll({
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
 * Finds the messages of receipts and locks them in one order to avoid deadlocks. Receipts of a channel that was given
 * up are ignored.
 */
const lockAll = prepared<{ provider: string; receipts: string }, Known>(
  (v) => sql`
    with receipt as materialized (
      select *
      from jsonb_to_recordset(${v.receipts}::jsonb) as r (
        provider_message_id text, message_id text, status text, error text)
    ),
    found as materialized (
      select m.tenant_id, m.id, receipt.provider_message_id, receipt.status, receipt.error
      from receipt
      cross join lateral (
        select tenant_id, id
        from messages
        where provider = ${v.provider}
          and provider_message_id = receipt.provider_message_id
          and receipt.provider_message_id <> all(former_ids)
        union all
        (
          select tenant_id, id
          from messages
          where id between receipt.message_id and receipt.message_id
            and provider = ${v.provider}
            and (receipt.provider_message_id is null or provider_message_id is null)
            and (receipt.provider_message_id is null or receipt.provider_message_id <> all(former_ids))
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
 * Advances locked messages, never back. A receipt may arrive before the send is recorded, and it resolves a message in
 * doubt, even one that has failed since; the sender notices by its lost lease. A failed message is tried by the next
 * channel.
 */
const apply = prepared<{ provider: string; receipts: string }>(
  (v) => sql`
    with receipt as materialized (
      select r.*, r.status = 'FAILED' as failed, m.place
      from jsonb_to_recordset(${v.receipts}::jsonb) as r (
        tenant_id text, id text, provider_message_id text, status text, error text)
      cross join lateral (
        select ctid as place, provider, former_ids
        from messages
        where ${atKey({ tenant_id: 'r.tenant_id', id: 'r.id' })}
      ) m
      -- While this waited for the row lock, the channel may have been given up and another tried.
      where m.provider = ${v.provider}
        and (r.provider_message_id is null or r.provider_message_id <> all(m.former_ids))
    )
    update messages m
    set status = case when receipt.failed then m.status else receipt.status end,
      channel = case when receipt.failed then null else m.channel end,
      provider = case when receipt.failed then null else m.provider end,
      provider_message_id = case
        when not receipt.failed then coalesce(m.provider_message_id, receipt.provider_message_id)
      end,
      former_ids = case
        when receipt.failed then array_remove(m.former_ids || coalesce(receipt.provider_message_id, m.provider_message_id), null)
        else m.former_ids
      end,
      given_up = case when receipt.failed then m.given_up || m.channel else m.given_up end,
      attempt = case when receipt.failed then 0 else m.attempt end,
      last_error = case when receipt.failed then coalesce(receipt.error, 'undelivered') else m.last_error end,
      next_at = case when receipt.failed then app_now() end,
      lease = null,
      lease_until = null,
      in_doubt_since = null,
      sent_at = case when receipt.failed then m.sent_at else coalesce(m.sent_at, app_now()) end,
      delivered_at = case
        when receipt.status in ('DELIVERED', 'READ') then coalesce(m.delivered_at, app_now())
        else m.delivered_at
      end,
      read_at = case when receipt.status = 'READ' then app_now() else m.read_at end,
      failed_at = case when receipt.failed then m.failed_at end
    from receipt
    where m.ctid = receipt.place
      and case receipt.status
        when 'SENT' then m.status in ('QUEUED', 'FAILED') or m.in_doubt_since is not null
        when 'FAILED' then m.status in ('QUEUED', 'SENT')
        when 'DELIVERED' then m.status in ('QUEUED', 'SENT', 'FAILED')
        else m.status <> 'READ'
      end`,
)
