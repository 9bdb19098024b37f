import type { Context } from '../context.ts'

/**
 * Notes that something has been brought about, in the transaction that brings it about: whatever runs at once, is repeated
 * or comes again after a kill, the key is taken once.
 * @param key what of which occasion: `D1 apt_… 2026-12-01T09:00:00.000Z`
 * @returns false where it had been before
 */
export async function once({ db, trail }: Pick<Context, 'db' | 'trail'>, job: string, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('effects')
    .values({ tenant_id: trail.tenantId, job, key })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
