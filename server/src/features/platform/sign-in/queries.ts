import { sql } from 'kysely'
import type { AccountRole, CallerIds } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import { lockSessionsOf } from '../../../db/users.ts'

/** A person's user in an organisation that they can sign in to. */
export type Account = {
  tenant_id: string
  organization: string
  id: string
  email: string
  name: string
  role: AccountRole
}

/** A login with its password hash and its enabled memberships. */
export type Login = { login_id: string; password_hash: string | null; confirmed: boolean; accounts: Account[] }

export async function loginByEmail(database: Database, email: string): Promise<Login | undefined> {
  type Row = { [field in keyof Account]: Account[field] | null } & Omit<Login, 'accounts'>
  const rows = await database.queryWithoutTenant(sql<Row>`
    select l.login_id, l.password_hash, l.confirmed, m.tenant_id, m.organization, m.id, m.email, m.name, m.role
    from login_by_email(${email}) l
    left join memberships_of(l.login_id) m on true`)
  const [login] = rows
  return login && { ...login, accounts: rows.filter((row): row is Row & Account => row.id !== null) }
}

/** A user of a login, enabled or disabled. */
export type UserRef = Pick<Account, 'tenant_id' | 'id' | 'role'>

export const usersOf = (database: Database, loginId: string): Promise<UserRef[]> =>
  database.queryWithoutTenant(sql<UserRef>`select tenant_id, id, role from users_of_login(${loginId})`)

/** The enabled memberships of a login. */
export const membershipsOf = (database: Database, loginId: string): Promise<Account[]> =>
  database.queryWithoutTenant(
    sql<Account>`select tenant_id, organization, id, email, name, role from memberships_of(${loginId})`,
  )

/** Whether the person of a session has a second factor. */
export async function hasSecondFactor(
  database: Database,
  { tenant_id: tenantId, id }: Pick<Session, 'tenant_id' | 'id'>,
): Promise<boolean> {
  const [row] = await database.queryWithoutTenant(
    sql<{ has: boolean | null }>`select session_has_second_factor(${tenantId}, ${id}) as has`,
  )
  return row!.has === true
}

type NewChoice = { cookieSha256: Buffer; loginId: string; expiresAt: Date }

export const insertChoice = prepared<NewChoice>(
  (v) => sql`
    insert into sign_in_choices (cookie_sha256, login_id, expires_at)
    values (${v.cookieSha256}::bytea, ${v.loginId}, ${v.expiresAt}::timestamptz)`,
)

const ofChoice = prepared<{ cookieSha256: Buffer; tenantId: string }>(
  (v) => sql`
    select m.tenant_id, m.organization, m.id, m.email, m.name, m.role
    from sign_in_choices c
    cross join memberships_of(c.login_id) m
    where c.cookie_sha256 = ${v.cookieSha256}::bytea
      and c.expires_at > app_now()
      and m.tenant_id in (${v.tenantId})`,
)

/** The account in one of the organisations that a choice offers. */
export async function findChoice(tx: Db, cookieSha256: Buffer, tenantId: string): Promise<Account | undefined> {
  return (await rowsOf<Account>(tx, ofChoice({ cookieSha256, tenantId })))[0]
}

const deleteChoice = prepared<{ cookieSha256: Buffer }>(
  (v) => sql`
    delete from sign_in_choices
    where cookie_sha256 = ${v.cookieSha256}::bytea
      and expires_at > app_now()
    returning cookie_sha256`,
)

/** Uses a choice, once. @returns whether it was still open */
export const endChoice = async (tx: Db, cookieSha256: Buffer): Promise<boolean> =>
  (await rowsOf(tx, deleteChoice({ cookieSha256 }))).length > 0

const passwordOf = prepared<{ email: string; hash: string }>(
  (v) => sql`select from login_by_email(${v.email}) where password_hash = ${v.hash}`,
)

/** Whether a hash is that of the password of a login. */
export const isPassword = async (tx: Db, login: { email: string; hash: string }): Promise<boolean> =>
  (await rowsOf(tx, passwordOf(login))).length > 0

const ofUser = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`
    select m.tenant_id, m.organization, m.id, m.email, m.name, m.role
    from users u
    cross join memberships_of(u.login_id) m
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.userId}`,
)

/** The memberships of a user of the transaction's tenant. */
export const accountsOfUser = (tx: Db, user: { tenantId: string; userId: string }): Promise<Account[]> =>
  rowsOf<Account>(tx, ofUser(user))

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

type NewSession = {
  tenantId: string
  id: string
  cookieSha256: Buffer
  userId: string
  userAgent: string | null
  endsAt: Date
  expiresAt: Date
}

/**
 * Inserts nothing if the user was disabled during the password check: the session would become valid when the user is enabled.
 */
export const insertSession = prepared<NewSession>(
  (v) => sql`
    insert into sessions (tenant_id, id, cookie_sha256, user_id, user_agent, ends_at, expires_at)
    select
      u.tenant_id, ${v.id}, ${v.cookieSha256}::bytea, u.id, ${v.userAgent}::text,
      ${v.endsAt}::timestamptz, ${v.expiresAt}::timestamptz
    from users u
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.userId}
      and u.disabled_at is null
    for key share of u`,
)

export const extendSession = prepared<{ tenantId: string; id: string; endsAt: Date }>(
  (v) => sql`
    update sessions
    set last_seen_at = app_now(), ends_at = ${v.endsAt}
    where tenant_id = ${v.tenantId}
      and id = ${v.id}`,
)

const deleteOne = prepared<{ tenantId: string; id: string }>(
  (v) => sql`delete from sessions where tenant_id = ${v.tenantId} and id = ${v.id} returning id`,
)

/** Ends a session. @returns whether it had not ended before */
export const deleteSession = async (tx: Db, session: { tenantId: string; id: string }): Promise<boolean> =>
  (await rowsOf(tx, deleteOne(session))).length > 0

export const deleteSessionsOf = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`delete from sessions where tenant_id = ${v.tenantId} and user_id = ${v.userId}`,
)

/** A session in the list of its person. */
export type OwnSession = {
  tenant_id: string
  id: string
  organization: string
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  ends_at: Date
  patient_id: string | null
}

/** The valid sessions of the caller's login in all organisations, the last used first. */
export const sessionsOfUser = prepared<CallerIds, OwnSession>(
  (v) => sql`
    select
      s.tenant_id, s.id, s.organization, s.user_agent, s.created_at, s.last_seen_at, s.ends_at,
      case u.role when 'PATIENT' then u.id end as patient_id
    from users u
    cross join sessions_of_user(u.tenant_id, u.id) s
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.userId}
    order by s.last_seen_at desc, s.id desc`,
)

const endSessions = prepared<{ tenantId: string; userId: string; only: string | null; except: string | null }>(
  (v) => sql`select end_sessions_of_user(${v.tenantId}, ${v.userId}, ${v.only}::text, ${v.except}::text) as ended`,
)

/** Ends one session of the caller's login, or all except one. @returns how many sessions ended */
export async function endSessionsOfUser(
  tx: Db,
  { tenantId, userId }: CallerIds,
  { only, except }: { only: string | null; except: string | null },
): Promise<number> {
  defer(tx, lockSessionsOf({ tenantId, userId }))
  const [row] = await rowsOf<{ ended: number }>(tx, endSessions({ tenantId, userId, only, except }))
  return row!.ended
}
