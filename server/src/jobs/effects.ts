import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import { rowsOf } from '../db/transaction.ts'

/**
 * Notes that something has been brought about, in the transaction that brings it about: whatever runs at once, is repeated
 * or comes again after a kill, the key is taken once.
 * @param key what of which occasion: `D1 apt_… 2026-12-01T09:00:00.000Z`
 * @returns false where it had been before
 */
export const once = async (ctx: Pick<Context, 'db' | 'trail'>, job: string, key: string): Promise<boolean> =>
  (await onceEach(ctx, job, [key])).has(key)

/** The same for several at once. @returns those that had not been before */
export async function onceEach(
  { db, trail }: Pick<Context, 'db' | 'trail'>,
  job: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const taken = await rowsOf<{ key: string }>(db, take({ tenantId: trail.tenantId, job, keys }))
  return new Set(taken.map(({ key }) => key))
}

// In order: two that want some of the same wait for each other, and never both.
const take = prepared<{ tenantId: string; job: string; keys: readonly string[] }>(
  (v) => sql`
    insert into effects (tenant_id, job, key)
    select ${v.tenantId}, ${v.job}, key
    from unnest(${v.keys}::text[]) as key
    order by key collate "C"
    on conflict do nothing
    returning key`,
)
