import { type InferResult, type RawBuilder, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { deferUserLock, hasGuardians } from '../../../db/users.ts'
import type { Channel, Language } from '../../../lib/channels.ts'

/** The users whose contact data the caller may see. */
const visibleTo = (db: Db, caller: Caller) =>
  db
    .selectFrom('users as u')
    .where('u.tenant_id', '=', caller.tenantId)
    .where(visible(access.contacts.read, caller, { own: 'u.id', desk: sql<boolean>`u.role = 'PATIENT'` }))

/** The contact data of users, with defaults for users who have set none. */
const selectContact = (query: ReturnType<typeof visibleTo>) =>
  query
    .leftJoin('contacts as c', (join) => join.onRef('c.tenant_id', '=', 'u.tenant_id').onRef('c.user_id', '=', 'u.id'))
    .select([
      'u.id',
      'u.name',
      'u.email',
      sql<boolean>`u.email_confirmed_at is not null`.as('email_confirmed'),
      'c.phone',
      'c.phone_confirmed_at',
      sql<boolean>`u.email_proved_at is not null`.as('email_proved'),
      sql<boolean>`c.phone_proved_at is not null`.as('phone_proved'),
      'c.preferred_channel',
      sql<Language>`coalesce(c.language, 'fr')`.as('language'),
      sql<Channel[]>`coalesce(c.opt_outs, '{}')`.as('opt_outs'),
      sql<string | null>`to_char(c.quiet_from, 'HH24:MI')`.as('quiet_from'),
      sql<string | null>`to_char(c.quiet_to, 'HH24:MI')`.as('quiet_to'),
      'c.earlier_email',
      'c.earlier_phone',
      'c.address_changed_by',
      'c.address_changed_at',
      sql<boolean>`u.login_id is not distinct from (select login_id from login_by_email(u.email)) and u.login_id is not null`.as(
        'is_login',
      ),
      hasGuardians(sql`u.tenant_id`, sql`u.id`).as('has_guardians'),
      sql<string | null>`case u.role when 'PATIENT' then u.id end`.as('patient_id'),
    ])

export type Row = InferResult<ReturnType<typeof selectContact>>[number]

export const one = byId({ visibleTo, shown: selectContact, id: 'u.id' })

/** The same, locked until the transaction ends. */
export async function lock(db: Db, caller: Caller, id: string): Promise<Row | undefined> {
  const { tenantId, role } = caller
  deferUserLock(db, tenantId, id)
  return (await rowsOf<Row>(db, one(role)({ ...caller, id })))[0]
}

export type StoredContact = Pick<
  Row,
  | 'phone'
  | 'phone_confirmed_at'
  | 'language'
  | 'preferred_channel'
  | 'opt_outs'
  | 'quiet_from'
  | 'quiet_to'
  | 'earlier_email'
  | 'earlier_phone'
  | 'address_changed_by'
  | 'address_changed_at'
>

export const upsert = (tenantId: string, userId: string, contact: StoredContact) =>
  builder
    .insertInto('contacts')
    .values({ tenant_id: tenantId, user_id: userId, ...contact })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(contact))

/**
 * Opts users out of channels, as part of another statement.
 * @param selected the query for tenant_id, user_id and channel
 * @returns the users who had not opted out before
 */
export const optOutBy = (selected: RawBuilder<unknown>) => sql`
  update contacts c
  set opt_outs = c.opt_outs || s.channel
  from (${selected}) s
  where c.tenant_id = s.tenant_id
    and c.user_id = s.user_id
    and s.channel <> all(c.opt_outs)
  returning c.tenant_id, c.user_id`

export const confirmPhone = prepared<{ tenantId: string; userId: string; phone: string; at: Date; own: boolean }>(
  (v) => sql`
    update contacts
    set phone_confirmed_at = ${v.at},
      phone_proved_at = case when ${v.own}::boolean then ${v.at}::timestamptz else phone_proved_at end
    where tenant_id = ${v.tenantId}
      and user_id = ${v.userId}
      and phone = ${v.phone}`,
)

/** Forgets which member of the staff changed an address. Call it when the person confirms an address. */
export const forgetChange = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`
    update contacts
    set address_changed_by = null, address_changed_at = null
    where tenant_id = ${v.tenantId} and user_id = ${v.userId} and address_changed_by is not null`,
)

/** Whether the user `by` was the last to change an address of a user, who has not confirmed one since. */
export async function isChangedBy(db: Db, tenantId: string, userId: string, by: string): Promise<boolean> {
  const found = await db
    .selectFrom('contacts')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('address_changed_by', '=', by)
    .select('user_id')
    .executeTakeFirst()
  return found !== undefined
}

export async function findPhone(db: Db, tenantId: string, userId: string): Promise<string | null> {
  const contact = await db
    .selectFrom('contacts')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select('phone')
    .executeTakeFirst()
  return contact?.phone ?? null
}
