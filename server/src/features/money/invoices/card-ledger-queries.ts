import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Entry, Keyed } from '../../../providers/payments/index.ts'

/** Adds an entry to the ledger of the simulated card provider unless its key exists. */
export const enter = prepared<Keyed & Entry>(
  (v) => sql`
    insert into card_ledger (tenant_id, key, kind, amount, outcome, card_token)
    values (${v.tenantId}, ${v.key}, ${v.kind}, ${v.amount}, ${v.outcome}, ${v.cardToken})
    on conflict do nothing`,
)

export function findEntry(db: Db, { tenantId, key }: Keyed): Promise<Entry | undefined> {
  return db
    .selectFrom('card_ledger')
    .select(['kind', 'amount', 'outcome', 'card_token as cardToken'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirst()
}
