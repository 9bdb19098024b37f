import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '../../../../db/flush.ts'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { Receipt } from '../../../../messages/providers/index.ts'
import { asJson } from './unverified-input.ts'

/** Of several receipts of one message, the one with the highest number counts. */
const PRECEDENCE: Record<Receipt['status'], number> = { SENT: 0, FAILED: 1, DELIVERED: 2, READ: 3 }

/** The most advanced receipt of each message and provider id, regardless of their order. */
export const selectMostAdvanced = (receipts: Receipt[]): Receipt[] =>
  [...Map.groupBy(receipts, ({ messageId, providerMessageId }) => `${messageId} ${providerMessageId}`).values()].map(
    (same) => same.reduce((best, next) => (PRECEDENCE[next.status] > PRECEDENCE[best.status] ? next : best)),
  )

/** A receipt with the key of its message. */
export type MatchedReceipt = {
  tenant_id: string
  id: string
  provider_message_id: string | null
  status: Receipt['status']
  error: string | null
}

type Receipts = { provider: string; receipts: string }

/** Finds and locks the messages of receipts. Omits unknown messages, and receipts of channels that were given up. */
export const lockMessages = (provider: string, receipts: Receipt[]): Statement =>
  lock({
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

/** Uses the index messages_provider. */
const byProviderId = ({ provider }: Receipts) => sql`
  select tenant_id, id
  from messages
  where provider = ${provider}
    and provider_message_id = receipt.provider_message_id
    and receipt.provider_message_id <> all(former_ids)`

/**
 * For a receipt without a provider id, or one that arrived before the provider id was recorded. Uses the index messages_id: see
 * `atKey`.
 */
const byOwnId = ({ provider }: Receipts) => sql`
  select tenant_id, id
  from messages
  where id between receipt.message_id and receipt.message_id
    and provider = ${provider}
    and (receipt.provider_message_id is null or provider_message_id is null)
    and (receipt.provider_message_id is null or receipt.provider_message_id <> all(former_ids))
  order by id
  limit 1`

/**
 * Locks in the order of keys, like `record.ts`, to avoid deadlocks; `materialized` preserves that order. A separate statement,
 * because a statement that waits for a lock does not see changes that were committed meanwhile.
 */
const lock = prepared<Receipts, MatchedReceipt>(
  (v) => sql`
    with receipt as materialized (
      select *
      from jsonb_to_recordset(${v.receipts}::jsonb) as r (
        provider_message_id text, message_id text, status text, error text)
    ),
    matched as materialized (
      select m.tenant_id, m.id, receipt.provider_message_id, receipt.status, receipt.error
      from receipt
      cross join lateral (${byProviderId(v)} union all (${byOwnId(v)}) limit 1) m
      order by m.tenant_id, m.id
    )
    select matched.*
    from matched
    cross join lateral (
      select
      from messages
      where ${atKey({ tenant_id: 'matched.tenant_id', id: 'matched.id' })}
      for no key update
    ) locked`,
)

/**
 * Advances locked messages; a status never goes back. A receipt may arrive before the sender records the send. It resolves a
 * message in doubt, even one that has failed meanwhile. The receipt ends the lease, so that the sender notices.
 */
export function applyReceipts(provider: string, receipts: MatchedReceipt[]): Statement[] {
  const { progress, failures } = Object.groupBy(receipts, ({ status }) =>
    status === 'FAILED' ? 'failures' : 'progress',
  )
  return [
    ...(progress ? [advance({ provider, receipts: asJson(progress) })] : []),
    ...(failures ? [giveUpChannel({ provider, receipts: asJson(failures) })] : []),
  ]
}

/** A CTE of the receipts with the `ctid` of their locked messages, read again after the wait for the locks. */
const receiptsWithCtid = (v: Receipts): RawBuilder<unknown> => sql`
  receipt as materialized (
    select r.*, m.place
    from jsonb_to_recordset(${v.receipts}::jsonb) as r (
      tenant_id text, id text, provider_message_id text, status text, error text)
    cross join lateral (
      select ctid as place, provider, former_ids
      from messages
      where ${atKey({ tenant_id: 'r.tenant_id', id: 'r.id' })}
    ) m
    -- During the wait, the channel may have been given up and another tried.
    where m.provider = ${v.provider}
      and (r.provider_message_id is null or r.provider_message_id <> all(m.former_ids))
  )`

const advance = prepared<Receipts>(
  (v) => sql`
    with ${receiptsWithCtid(v)}
    update messages m
    set status = receipt.status,
      provider_message_id = coalesce(m.provider_message_id, receipt.provider_message_id),
      next_at = null,
      lease = null,
      lease_until = null,
      in_doubt_since = null,
      sent_at = coalesce(m.sent_at, app_now()),
      -- \`app_now()\` is the start of the transaction, which may have waited for one that began later.
      delivered_at = case
        when receipt.status = 'SENT' then m.delivered_at
        else coalesce(m.delivered_at, greatest(app_now(), m.sent_at))
      end,
      read_at = case
        when receipt.status = 'READ' then greatest(app_now(), m.sent_at, m.delivered_at)
        else m.read_at
      end,
      failed_at = null
    from receipt
    where m.ctid = receipt.place
      and case receipt.status
        when 'SENT' then m.status in ('QUEUED', 'FAILED') or m.in_doubt_since is not null
        when 'DELIVERED' then m.status in ('QUEUED', 'SENT', 'FAILED')
        else m.status <> 'READ'
      end`,
)

/** Gives up the channel, so that the next one is tried. */
const giveUpChannel = prepared<Receipts>(
  (v) => sql`
    with ${receiptsWithCtid(v)}
    update messages m
    set channel = null,
      provider = null,
      provider_message_id = null,
      former_ids = array_remove(m.former_ids || coalesce(receipt.provider_message_id, m.provider_message_id), null),
      given_up = m.given_up || m.channel,
      attempt = 0,
      last_error = coalesce(receipt.error, 'undelivered'),
      next_at = app_now(),
      lease = null,
      lease_until = null,
      in_doubt_since = null
    from receipt
    where m.ctid = receipt.place
      and m.status in ('QUEUED', 'SENT')`,
)
