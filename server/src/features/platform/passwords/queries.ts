import { sql } from 'kysely'
import type { AccountRole } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'

/** The login of a user: its address and hash. */
export type OwnLogin = { login_id: string; email: string; password_hash: string | null }

const ofUser = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`select login_id, email, password_hash from login_of_user(${v.tenantId}, ${v.userId})`,
)

/** The login of a user of the transaction's tenant. */
export const loginOfUser = async (tx: Db, user: { tenantId: string; userId: string }): Promise<OwnLogin | undefined> =>
  (await rowsOf<OwnLogin>(tx, ofUser(user)))[0]

const users = prepared<{ loginId: string }>((v) => sql`select tenant_id, id, role from users_of_login(${v.loginId})`)

type UserRef = { tenant_id: string; id: string; role: AccountRole }

/** The users of a login in all organisations, disabled ones too. */
export const usersOfLogin = (tx: Db, loginId: string): Promise<UserRef[]> => rowsOf<UserRef>(tx, users({ loginId }))

/** Replaces a hash unless it has changed meanwhile. */
export const replaceHash = prepared<{ loginId: string; from: string; to: string }>(
  (v) => sql`select replace_password_hash(${v.loginId}, ${v.from}, ${v.to})`,
)

/** What failures are counted for: an e-mail address, and an address with a network. Both are keyed hashes. */
export type Subjects = { anywhere: Buffer; here: Buffer }

/**
 * Locks the failures of both subjects and returns them with the seconds since the last attempt. Failures older than an hour are
 * reset. Rows are locked in the order of the values, the account first, to avoid deadlocks.
 */
const lock = prepared<Subjects>(
  (v) => sql`
    insert into sign_in_failures as f (subject)
    values (${v.anywhere}), (${v.here})
    on conflict (subject) do update
    set failures = case when f.last_at < app_now() - interval '1 hour' then 0 else f.failures end
    returning subject, failures, extract(epoch from app_now() - last_at)::float8 as sec_ago`,
)

type LockedFailures = { subject: Buffer; failures: number; sec_ago: number }

export async function lockFailures(
  tx: Db,
  subjects: Subjects,
): Promise<{ here: LockedFailures; anywhere: LockedFailures }> {
  const rows = await rowsOf<LockedFailures>(tx, lock(subjects))
  const rowOf = (subject: Buffer) => rows.find((row) => row.subject.equals(subject))!
  return { here: rowOf(subjects.here), anywhere: rowOf(subjects.anywhere) }
}

export const countFailure = prepared<Subjects>(
  (v) => sql`
    update sign_in_failures
    set failures = failures + 1, last_at = app_now()
    where subject in (${v.anywhere}, ${v.here})`,
)

/** Removes one failure. Callers must lock the account first, to avoid deadlocks. */
export const removeFailure = prepared<{ subject: Buffer }>(
  (v) => sql`update sign_in_failures set failures = greatest(failures - 1, 0) where subject = ${v.subject}`,
)

/** Deletes all failures. */
export const forget = prepared<{ subject: Buffer }>(
  (v) => sql`delete from sign_in_failures where subject = ${v.subject}`,
)
