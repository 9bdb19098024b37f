import { sql } from 'kysely'
import type { AccountRole } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import { deferSessionsLock, lockSessionsOf } from '../../../db/users.ts'
import { newId } from '../../../lib/ids.ts'

type NewUser = {
  tenantId: string
  id: string
  email: string
  name: string
  role: AccountRole
  passwordHash: string
  verified: boolean
}

/** Violates `logins_email` if the address has a login in any organisation. */
export function insertUser(db: Db, user: NewUser) {
  return db.insertInto('users').values({
    tenant_id: user.tenantId,
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    login_id: sql<string>`add_login(${newId('lgn')}, ${user.email}, ${user.passwordHash})`,
    verified_at: user.verified ? sql<Date>`app_now()` : null,
  })
}

type NewMember = {
  tenantId: string
  id: string
  email: string
  name: string
  role: AccountRole
  verifiedBy: string | undefined
}

/** The login of a new user: an existing one, an existing one that gets its first password, or a new one. */
export type LoginSource =
  | { loginId: string; firstPassword?: string }
  | { newLogin: { email: string; passwordHash: string } }

const loginFrom = (tenantId: string, source: LoginSource) => {
  if ('newLogin' in source)
    return sql<string>`add_login(${newId('lgn')}, ${source.newLogin.email}, ${source.newLogin.passwordHash})`
  const { loginId, firstPassword } = source
  return firstPassword === undefined
    ? sql<string>`${loginId}`
    : sql<string>`set_first_password(${tenantId}, ${loginId}, ${firstPassword})`
}

/**
 * Inserts a user whose address is confirmed, because they opened the link that was sent to it. Violates `users_login` if the
 * person is already a user of the organisation.
 * @returns the login; null if this organisation may not set its password
 */
export async function insertMember(db: Db, user: NewMember, source: LoginSource): Promise<string | null> {
  const verified = user.verifiedBy !== undefined
  if ('firstPassword' in source) deferSessionsLock(db, source.loginId)
  const { login_id: loginId } = await db
    .insertInto('users')
    .values({
      tenant_id: user.tenantId,
      id: user.id,
      email: user.email,
      email_confirmed_at: sql<Date>`app_now()`,
      email_proved_at: sql<Date>`app_now()`,
      name: user.name,
      role: user.role,
      login_id: loginFrom(user.tenantId, source),
      verified_at: verified ? sql<Date>`app_now()` : null,
      verified_by: user.verifiedBy ?? null,
    })
    .returning('login_id')
    .executeTakeFirstOrThrow()
  return loginId
}

/** Sets the first password of an administrator. @returns their id; undefined if they are not one, or already have a password */
export async function setFirstPassword(
  db: Db,
  {
    tenantId,
    email,
    loginId,
    passwordHash,
  }: { tenantId: string; email: string; loginId: string; passwordHash: string },
): Promise<string | undefined> {
  deferSessionsLock(db, loginId)
  const { rows } = await sql<{ id: string }>`
    with administrator as materialized (
      select id
      from users
      where tenant_id = ${tenantId}
        and login_id = ${loginId}
        and role = 'ADMIN'
        and disabled_at is null
      for no key update
    )
    update users u
    set email_confirmed_at = case when lower(u.email) = lower(${email}) then app_now() else u.email_confirmed_at end,
      email_proved_at = case when lower(u.email) = lower(${email}) then app_now() else u.email_proved_at end
    from administrator a
    where u.tenant_id = ${tenantId}
      and u.id = a.id
      and set_first_password(${tenantId}, ${loginId}, ${passwordHash}) is not null
    returning u.id`.execute(db)
  return rows[0]?.id
}

type NewPatient = Pick<NewUser, 'tenantId' | 'id' | 'name'> & { email: string | null }

export const insertPatient = (db: Db, { tenantId, id, name, email }: NewPatient) =>
  db.insertInto('users').values({ tenant_id: tenantId, id, name, email, role: 'PATIENT' })

type Login = { tenantId: string; userId: string; email: string; passwordHash: string }

/** Violates `logins_email` if the address has a login. */
export async function addLogin(db: Db, { tenantId, userId, email, passwordHash }: Login): Promise<void> {
  await db
    .updateTable('users')
    .set({ login_id: sql<string>`add_login(${newId('lgn')}, ${email}, ${passwordHash})` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .execute()
}

export async function setLogin(db: Db, tenantId: string, userId: string, loginId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ login_id: loginId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .execute()
}

type PasswordChange = { tenantId: string; userId: string; oldHash: string; newHash: string; keptSession: string }

const changed = prepared<PasswordChange>(
  (v) => sql`
    select change_password(${v.tenantId}, ${v.userId}, ${v.oldHash}, ${v.newHash}, ${v.keptSession}) as changed`,
)

/** Replaces the password and ends all sessions but one. @returns false if the password was changed in the meantime */
export async function changePassword(db: Db, change: PasswordChange): Promise<boolean> {
  defer(db, lockSessionsOf(change))
  return (await rowsOf<{ changed: boolean }>(db, changed(change)))[0]!.changed
}
