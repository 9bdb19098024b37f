import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { type Limit, MAX_TRIES } from './rules.ts'

type Key = { tenantId: string; userId: string; purpose: string; about: string; kind: string }

/** Stores a code. Replaces an earlier code with the same key. */
export const upsert = prepared<Key & { addressKey: Buffer; codeKey: Buffer; expiresAt: Date }>(
  (v) => sql`
    insert into confirmation_codes
      (tenant_id, user_id, purpose, about, kind, address_key, code_key, expires_at)
    values (${v.tenantId}, ${v.userId}, ${v.purpose}, ${v.about}, ${v.kind}, ${v.addressKey}, ${v.codeKey},
      ${v.expiresAt})
    on conflict (tenant_id, user_id, purpose, about, kind) do update
    set address_key = excluded.address_key,
      code_key = excluded.code_key,
      tries = 0,
      created_at = excluded.created_at,
      expires_at = excluded.expires_at`,
)

const tried = prepared<Key & { addressKey: Buffer }>(
  (v) => sql`
    update confirmation_codes
    set tries = tries + 1
    where tenant_id = ${v.tenantId}
      and user_id = ${v.userId}
      and purpose = ${v.purpose}
      and about = ${v.about}
      and kind = ${v.kind}
      and address_key = ${v.addressKey}
      and tries < ${sql.lit(MAX_TRIES)}
      and expires_at > app_now()
    returning code_key`,
)

/** Counts a try of the code that is valid for this address. @returns the key of the code */
export const countTry = async (db: Db, key: Key & { addressKey: Buffer }): Promise<Buffer | undefined> =>
  (await rowsOf<{ code_key: Buffer }>(db, tried(key)))[0]?.code_key

export const remove = prepared<Key>(
  (v) => sql`
    delete from confirmation_codes
    where tenant_id = ${v.tenantId}
      and user_id = ${v.userId}
      and purpose = ${v.purpose}
      and about = ${v.about}
      and kind = ${v.kind}`,
)

/** Removes the codes of every purpose that were sent to an address of a user. */
export const removeAll = prepared<Pick<Key, 'tenantId' | 'userId' | 'kind'>>(
  (v) => sql`
    delete from confirmation_codes
    where tenant_id = ${v.tenantId}
      and user_id = ${v.userId}
      and kind = ${v.kind}`,
)

const ended = prepared<Key>(
  (v) => sql`
    delete from confirmation_codes
    where tenant_id = ${v.tenantId}
      and user_id = ${v.userId}
      and purpose = ${v.purpose}
      and about = ${v.about}
      and kind = ${v.kind}
      and expires_at > app_now()
    returning user_id`,
)

export const end = async (db: Db, key: Key): Promise<boolean> => (await rowsOf(db, ended(key))).length > 0

const counted = prepared<{ limits: string }>(
  (v) => sql`
    with requested as materialized (
      select decode(hex, 'hex') as subject, most, period_sec * interval '1 second' as period
      from jsonb_to_recordset(${v.limits}::jsonb) as l (hex text, most int, period_sec int)
    ),
    counted as (
      insert into code_limits as l (subject)
      select subject
      from requested
      order by subject
      on conflict (subject) do update
      set sent = case when l.since + (select period from requested r where r.subject = l.subject) > app_now()
          then l.sent + 1 else 1 end,
        since = case when l.since + (select period from requested r where r.subject = l.subject) > app_now()
          then l.since else app_now() end
      returning subject, sent, since
    )
    select max(extract(epoch from since + period - app_now()))::float8 as wait_sec
    from counted
    join requested using (subject)
    where sent > most`,
)

/**
 * Counts a code for the subject of each limit. Locks the subjects until the transaction ends, in a fixed order to avoid
 * deadlocks.
 * @returns the seconds to wait if a limit is exceeded. The caller must then throw, so that the count is rolled back.
 */
export async function count(db: Db, limits: readonly Limit[]): Promise<number | undefined> {
  const rows = limits.map(({ subject, most, periodSec }) => ({
    ...{ hex: subject.toString('hex'), most, period_sec: periodSec },
  }))
  return (
    (await rowsOf<{ wait_sec: number | null }>(db, counted({ limits: JSON.stringify(rows) })))[0]?.wait_sec ?? undefined
  )
}
