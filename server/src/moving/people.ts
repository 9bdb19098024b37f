import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../db/start-error.ts'
import type { Changes } from './tables.ts'

/** What is different for people and professionals in the other database. */
export type People = {
  /** Ids of logins that are copied, because the other database has none with their address. */
  copied: string[]
  /** Ids of all logins of the tenant. */
  logins: string[]
  /** Ids of logins that are replaced by an existing login with the same address. */
  joined: number
  changes: Changes
}

type Login = { id: string; email: string; confirmed: boolean }

/**
 * Finds the logins and addresses of profiles that the other database already has. A login is joined with the login of the same
 * address there if both addresses are confirmed, as when a person becomes a member of a second organisation.
 * @throws {StartError} if an address is not confirmed on both sides, because the logins may be of different people
 */
export async function comparePeople(source: pg.Client, target: pg.Client, tenantId: string): Promise<People> {
  const { rows: logins } = await source.query<Login>(
    `select l.id, lower(l.email) as email, l.confirmed_at is not null as confirmed
     from public.logins l
     where exists (select from public.users u where u.login_id = l.id and u.tenant_id = $1)`,
    [tenantId],
  )
  const { rows: existing } = await target.query<Login>(
    `select id, lower(email) as email, confirmed_at is not null as confirmed
     from public.logins
     where lower(email) = any($1) or id = any($2)`,
    [logins.map(({ email }) => email), logins.map(({ id }) => id)],
  )
  const byId = new Map(existing.map((login) => [login.id, login]))
  const byEmail = new Map(existing.map((login) => [login.email, login]))
  const replaced: Record<string, string> = {}
  const unproved: string[] = []
  for (const { id, email, confirmed } of logins) {
    const other = byEmail.get(email)
    if (byId.has(id) || !other) continue
    if (confirmed && other.confirmed) replaced[id] = other.id
    else unproved.push(email)
  }
  if (unproved.length > 0)
    throw new StartError(
      `${unproved.length} addresses have a login in both installations and are not confirmed in both (${unproved.slice(0, 5).join(', ')}). Their people must confirm them first, with "forgot password".`,
    )
  return {
    copied: logins.map(({ id }) => id).filter((id) => !byId.has(id) && replaced[id] === undefined),
    logins: logins.map(({ id }) => id),
    joined: Object.keys(replaced).length,
    changes: { ...changesOfLogins(replaced), ...(await changesOfSlugs(source, target, tenantId)) },
  }
}

/** A professional's calendar is that of the login, in all organisations (migration 0061). */
function changesOfLogins(replaced: Record<string, string>): Changes {
  if (Object.keys(replaced).length === 0) return {}
  const login = (id: string) => `(${pg.escapeLiteral(JSON.stringify(replaced))}::jsonb ->> ${id})`
  const own = '(select u.login_id from public.users u where u.tenant_id = t.tenant_id and u.id = t.doctor_id)'
  const calendar = `case
    when t.calendar is null or ${login(own)} is null then t.calendar
    else public.calendar_of(t.tenant_id, t.doctor_id, ${login(own)}) end`
  return {
    users: { login_id: `coalesce(${login('t.login_id')}, t.login_id)` },
    appointments: { calendar },
    slot_holds: { calendar },
  }
}

/** Profiles whose address in the directory is taken get an ending. */
async function changesOfSlugs(source: pg.Client, target: pg.Client, tenantId: string): Promise<Changes> {
  const { rows } = await source.query<{ slug: string }>('select slug from public.doctors where tenant_id = $1', [
    tenantId,
  ])
  const { rows: taken } = await target.query<{ slug: string }>('select slug from public.doctors where slug = any($1)', [
    rows.map(({ slug }) => slug),
  ])
  if (taken.length === 0) return {}
  const renamed = Object.fromEntries(taken.map(({ slug }) => [slug, `${slug}-${randomBytes(3).toString('hex')}`]))
  const slug = `coalesce(${pg.escapeLiteral(JSON.stringify(renamed))}::jsonb ->> t.slug, t.slug)`
  return { doctors: { slug }, public_doctors: { slug } }
}
