import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import { rowsOf } from '../db/transaction.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/**
 * Records an effect in its transaction. Of several concurrent or repeated runs, only one succeeds.
 * @param key the effect and its occasion: `D1 apt_… 2026-12-01T09:00:00.000Z`
 * @returns false if the effect was recorded before
 */
export const claimEffect = async (ctx: Pick<UnitOfWork, 'db' | 'trail'>, job: string, key: string): Promise<boolean> =>
  (await claimEffects(ctx, job, [key])).has(key)

/** Records several effects. @returns the keys that were not recorded before */
export async function claimEffects(
  { db, trail }: Pick<UnitOfWork, 'db' | 'trail'>,
  job: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const inserted = await rowsOf<{ key: string }>(db, insertNew({ tenantId: trail.tenantId, job, keys }))
  return new Set(inserted.map(({ key }) => key))
}

// Ordered by key, to avoid deadlocks.
const insertNew = prepared<{ tenantId: string; job: string; keys: readonly string[] }>(
  (v) => sql`
    insert into effects (tenant_id, job, key)
    select ${v.tenantId}, ${v.job}, key
    from unnest(${v.keys}::text[]) as key
    order by key collate "C"
    on conflict do nothing
    returning key`,
)
