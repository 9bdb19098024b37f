import { sql } from 'kysely'
import type { AccountRole } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'

/** A user, who can sign in if enabled and with a password. */
export type Account = {
  tenant_id: string
  id: string
  email: string
  name: string
  role: AccountRole
  password_hash: string | null
  enabled: boolean
  login_id: string
}

export async function accountByEmail(database: Database, email: string): Promise<Account | undefined> {
  const [account] = await database.queryWithoutTenant(sql<Account>`
    select tenant_id, id, email, name, role, password_hash, enabled, login_id
    from account_by_email(${email})`)
  return account
}

/** A valid session with its user. */
export type Session = {
  tenant_id: string
  id: string
  user_id: string
  email: string
  name: string
  role: AccountRole
  last_seen_at: Date
  ends_at: Date
  expires_at: Date
}

export async function sessionByCookie(database: Database, cookieSha256: Buffer): Promise<Session | undefined> {
  const [session] = await database.queryWithoutTenant(sql<Session>`
    select tenant_id, id, user_id, email, name, role, last_seen_at, ends_at, expires_at
    from session_by_cookie(${cookieSha256})`)
  return session
}

type NewSession = { tenantId: string; id: string; cookieSha256: Buffer; userId: string; endsAt: Date; expiresAt: Date }

/**
 * Inserts nothing if the user was disabled during the password check; the session would become valid when re-enabled.
 */
export const insertSession = prepared<NewSession>(
  (v) => sql`
    insert into sessions (tenant_id, id, cookie_sha256, user_id, ends_at, expires_at)
    select u.tenant_id, ${v.id}, ${v.cookieSha256}::bytea, u.id, ${v.endsAt}::timestamptz, ${v.expiresAt}::timestamptz
    from users u
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.userId}
      and u.disabled_at is null
    for key share of u`,
)

export const prolongSession = prepared<{ tenantId: string; id: string; endsAt: Date }>(
  (v) => sql`
    update sessions
    set last_seen_at = app_now(), ends_at = ${v.endsAt}
    where tenant_id = ${v.tenantId}
      and id = ${v.id}`,
)

export const deleteSession = prepared<{ tenantId: string; id: string }>(
  (v) => sql`delete from sessions where tenant_id = ${v.tenantId} and id = ${v.id}`,
)

export const deleteSessionsOf = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`delete from sessions where tenant_id = ${v.tenantId} and user_id = ${v.userId}`,
)

/** Only if the hash has not changed meanwhile. */
export const replaceHash = prepared<{ loginId: string; from: string; to: string }>(
  (v) => sql`select replace_password_hash(${v.loginId}, ${v.from}, ${v.to})`,
)

/** Keyed hashes of an e-mail address, and of the address with a network, by which failures are counted. */
export type Subjects = { anywhere: Buffer; here: Buffer }

/**
 * Locks the failures of both subjects and returns them with the seconds since this network's last attempt. Failures
 * older than an hour are reset. Rows are locked in the order of the values, the account first, to avoid deadlocks.
 */
const lock = prepared<Subjects>(
  (v) => sql`
    insert into sign_in_failures as f (subject)
    values (${v.anywhere}), (${v.here})
    on conflict (subject) do update
    set failures = case when f.last_at < app_now() - interval '1 hour' then 0 else f.failures end
    returning subject, failures, extract(epoch from app_now() - last_at)::float8 as sec_ago`,
)

type Held = { subject: Buffer; failures: number; sec_ago: number }

export async function lockFailures(tx: Db, subjects: Subjects): Promise<{ here: Held; anywhere: Held }> {
  const rows = await rowsOf<Held>(tx, lock(subjects))
  const rowOf = (subject: Buffer) => rows.find((row) => row.subject.equals(subject))!
  return { here: rowOf(subjects.here), anywhere: rowOf(subjects.anywhere) }
}

export const countFailure = prepared<Subjects>(
  (v) => sql`
    update sign_in_failures
    set failures = failures + 1, last_at = app_now()
    where subject in (${v.anywhere}, ${v.here})`,
)

/** Removes one failure. Callers lock the account first here too. */
export const removeFailure = prepared<{ subject: Buffer }>(
  (v) => sql`update sign_in_failures set failures = greatest(failures - 1, 0) where subject = ${v.subject}`,
)

/** Deletes all failures. */
export const forget = prepared<{ subject: Buffer }>(
  (v) => sql`delete from sign_in_failures where subject = ${v.subject}`,
)
