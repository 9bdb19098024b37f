import { type InferResult, sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { pagedListing } from '../../../db/listings.ts'
import type { Language } from '../../../lib/channels.ts'
import type { Invitable, Status } from './rules.ts'

const ofTenant = (db: Db, tenantId: string) => db.selectFrom('invitations as i').where('i.tenant_id', '=', tenantId)

/** Whether the user who sent the invitation is still an administrator. Otherwise the invitation has expired. */
const senderIsAdministrator = sql`exists (
  select from users o
  where o.tenant_id = i.tenant_id
    and o.id = i.invited_by
    and o.role = 'ADMIN'
    and o.disabled_at is null)`

const status = sql<Status>`case
  when i.accepted_at is not null then 'ACCEPTED'
  when i.revoked_at is not null then 'REVOKED'
  when i.expires_at <= app_now() or not ${senderIsAdministrator} then 'EXPIRED'
  else 'PENDING'
end`

const selectInvitation = (query: ReturnType<typeof ofTenant>) =>
  query.select([
    'i.id',
    'i.email',
    'i.name',
    sql<Invitable>`i.role`.as('role'),
    'i.licence_checked',
    'i.created_at',
    'i.expires_at',
    'i.user_id',
    status.as('status'),
  ])
export type Row = InferResult<ReturnType<typeof selectInvitation>>[number]

/** Invitations contain no data of a patient. */
const selectForApi = (query: ReturnType<typeof ofTenant>) =>
  selectInvitation(query).select(sql<null>`null`.as('patient_id'))

export const listing = pagedListing(
  { visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId), shown: selectForApi, id: 'i.id' },
  {},
)

type NewInvitation = {
  tenantId: string
  id: string
  email: string
  name: string
  role: Invitable
  language: Language
  licenceChecked: boolean
  invitedBy: string
  tokenSha256: Buffer
  expiresAt: Date
}

/** Violates `invitations_open` if the address has an open invitation. */
export const insert = (db: Db, invitation: NewInvitation) =>
  db
    .insertInto('invitations')
    .values({
      tenant_id: invitation.tenantId,
      id: invitation.id,
      email: invitation.email,
      name: invitation.name,
      role: invitation.role,
      language: invitation.language,
      licence_checked: invitation.licenceChecked,
      invited_by: invitation.invitedBy,
      token_sha256: invitation.tokenSha256,
      expires_at: invitation.expiresAt,
    })
    .execute()

/** Ends the expired invitation of an address, so that the address can be invited again. */
export const endExpired = (tenantId: string, email: string) =>
  builder
    .updateTable('invitations as i')
    .set({ revoked_at: sql<Date>`app_now()` })
    .where('i.tenant_id', '=', tenantId)
    .where(sql<string>`lower(i.email)`, '=', email.toLowerCase())
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where(sql<boolean>`(i.expires_at <= app_now() or not ${senderIsAdministrator})`)

/**
 * The name of the organisation; `is_member`: whether it has a user with an account who signs in with this address or confirmed
 * it; `lacks_password`: whether that user is an administrator without a password, such as the first one, and is invited as
 * administrator.
 */
export const findMember = (db: Db, tenantId: string, { email, role }: Pick<NewInvitation, 'email' | 'role'>) =>
  db
    .selectFrom('tenants')
    .where('tenant_id', '=', tenantId)
    .select([
      'name',
      sql<boolean>`exists (
        select from users
        where tenant_id = ${tenantId}
          and login_id = (select login_id from login_by_email(${email}))
        union all
        select from users
        where tenant_id = ${tenantId}
          and lower(email) = ${email.toLowerCase()}
          and email_confirmed_at is not null
          and login_id is not null)`.as('is_member'),
      sql<boolean>`exists (
        select from login_by_email(${email}) l
        join users u on u.tenant_id = ${tenantId} and u.login_id = l.login_id
        where l.password_hash is null
          and u.role = 'ADMIN'
          and u.role = ${role}
          and u.disabled_at is null)`.as('lacks_password'),
    ])
    .executeTakeFirstOrThrow()

const selectWithOrganization = (query: ReturnType<typeof ofTenant>) =>
  selectInvitation(query)
    .innerJoin('tenants as t', 't.tenant_id', 'i.tenant_id')
    .select(['i.language', 'i.invited_by', 't.name as organization'])
export type Invitation = InferResult<ReturnType<typeof selectWithOrganization>>[number]

/** Locks an invitation until the transaction ends. */
export const lock = (db: Db, tenantId: string, id: string): Promise<Invitation | undefined> =>
  selectWithOrganization(ofTenant(db, tenantId).where('i.id', '=', id))
    .forUpdate('i')
    .executeTakeFirst()

export type Place = { tenantId: string; id: string }

/** The invitation of a link, found before the tenant is known. */
export async function placeOf(database: Database, tokenSha256: Buffer): Promise<Place | undefined> {
  const row = await database.findBySecret(
    sql<{ tenant_id: string; id: string }>`select tenant_id, id from invitation_by_token(${tokenSha256})`,
    tokenSha256,
  )
  return row && { tenantId: row.tenant_id, id: row.id }
}

/** The invitation, locked until the transaction ends, if this is still its link. */
export const lockByLink = (db: Db, { tenantId, id }: Place, tokenSha256: Buffer): Promise<Invitation | undefined> =>
  selectWithOrganization(ofTenant(db, tenantId).where('i.id', '=', id).where('i.token_sha256', '=', tokenSha256))
    .forUpdate('i')
    .executeTakeFirst()

export const find = (db: Db, { tenantId, id }: Place): Promise<Invitation | undefined> =>
  selectWithOrganization(ofTenant(db, tenantId).where('i.id', '=', id)).executeTakeFirst()

type Changes = {
  token_sha256?: Buffer
  invited_by?: string
  expires_at?: Date
  revoked_at?: Date
  accepted_at?: Date
  user_id?: string
}

export const update = ({ tenantId, id }: Place, changes: Changes) =>
  builder.updateTable('invitations').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)
