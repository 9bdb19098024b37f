import { sql } from 'kysely'
import type { AccountRole } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { MAX_TRIES } from './rules.ts'

type Reset = { resetSha256: Buffer; loginId: string; codeKey: Buffer; expiresAt: Date }

export const insert = prepared<Reset>(
  (v) => sql`
    insert into password_resets (reset_sha256, login_id, code_key, expires_at)
    values (${v.resetSha256}::bytea, ${v.loginId}, ${v.codeKey}::bytea, ${v.expiresAt}::timestamptz)`,
)

const tried = prepared<{ resetSha256: Buffer }>(
  (v) => sql`
    with tried as (
      update password_resets
      set tries = tries + 1
      where reset_sha256 = ${v.resetSha256}
        and tries < ${sql.lit(MAX_TRIES)}
        and expires_at > app_now()
      returning login_id, code_key
    )
    select login_id, code_key, (select tenant_id from users_of_login(login_id) limit 1) as tenant_id
    from tried`,
)

type Open = { login_id: string; code_key: Buffer; tenant_id: string | null }

/** Counts a try. @returns the login, one of its organisations, and the key of the code, if the code is still valid */
export const countTry = async (tx: Db, resetSha256: Buffer): Promise<Open | undefined> =>
  (await rowsOf<Open>(tx, tried({ resetSha256 })))[0]

const ended = prepared<{ resetSha256: Buffer }>(
  (v) => sql`
    delete from password_resets
    where reset_sha256 = ${v.resetSha256}
      and expires_at > app_now()
    returning login_id`,
)

/** Ends a reset. @returns whether it still existed and had not expired */
export const end = async (tx: Db, resetSha256: Buffer): Promise<boolean> =>
  (await rowsOf(tx, ended({ resetSha256 }))).length > 0

/** A user of the login. `is_own`: the contact address is the address of the login. */
export type Member = { tenant_id: string; id: string; role: AccountRole; email: string | null; is_own: boolean }

const replaced = prepared<{ loginId: string; passwordHash: string }>(
  (v) => sql`select tenant_id, id, role, email, is_own from reset_password(${v.loginId}, ${v.passwordHash})`,
)

/** Sets the password and ends all sessions. @returns the remaining users of the login, possibly none */
export const resetPassword = (tx: Db, loginId: string, passwordHash: string): Promise<Member[]> =>
  rowsOf<Member>(tx, replaced({ loginId, passwordHash }))
