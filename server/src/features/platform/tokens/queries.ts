import { sql } from 'kysely'
import type { AccountRole, Plan } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'

/** An authenticated client. */
export type Client = {
  id: string
  tenantId: string
  userId: string
  role: AccountRole
  scopes: string[]
  plan: Plan
  /** The hash of the secret that the client used. */
  secretSha256: Buffer
}

const bySecret = prepared<Pick<Client, 'id' | 'secretSha256'>>(
  (v) => sql`
    select tenant_id, user_id, role, scopes, plan
    from client_by_secret(${v.id}, ${v.secretSha256})`,
)

export async function clientBySecret(
  database: Database,
  id: string,
  secretSha256: Buffer,
): Promise<Client | undefined> {
  type Row = { tenant_id: string; user_id: string; role: AccountRole; scopes: string[]; plan: Plan }
  const row = await database.findBySecret<Row>(bySecret({ id, secretSha256 }), secretSha256)
  if (!row) return undefined
  const { tenant_id: tenantId, user_id: userId, role, scopes, plan } = row
  return { id, tenantId, userId, role, scopes, plan, secretSha256 }
}

/** The tenant and user of a client, regardless of its secret. */
export async function ownerOfClient(
  database: Database,
  id: string,
): Promise<{ tenant_id: string; user_id: string } | undefined> {
  type Row = { tenant_id: string; user_id: string }
  return (await database.queryWithoutTenant(sql<Row>`select tenant_id, user_id from owner_of_client(${id})`))[0]
}

/**
 * Begins a family if secret, client and user are still valid, and locks them until the transaction ends: a concurrent
 * revocation waits until it can find the tokens of this grant, or this waits for the revocation.
 */
export const insertFamily = prepared<Client & { family: string; expiresAt: Date }>(
  (v) => sql`
    insert into token_families (tenant_id, id, client_id, expires_at, secret_made_at)
    select s.tenant_id, ${v.family}, s.client_id, ${v.expiresAt}::timestamptz, s.created_at
    from client_secrets s
    join clients c on c.tenant_id = s.tenant_id and c.id = s.client_id
    join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as
    where s.tenant_id = ${v.tenantId}
      and s.client_id = ${v.id}
      and s.secret_sha256 = ${v.secretSha256}
      and (s.expires_at is null or s.expires_at > app_now())
      and c.disabled_at is null
      and u.disabled_at is null
    for share of s, c
    for key share of u`,
)

/** The constraint that refuses a refresh token if `insertFamily` found no valid secret. */
export const FAMILY_CONSTRAINT = 'refresh_tokens_tenant_id_family_id_fkey'

type RefreshToken = { tenantId: string; family: string; tokenSha256: Buffer; scopes: string[] }

export const insertRefreshToken = prepared<RefreshToken>(
  (v) => sql`
    insert into refresh_tokens (tenant_id, family_id, token_sha256, scopes)
    values (${v.tenantId}, ${v.family}, ${v.tokenSha256}, ${v.scopes})`,
)

/** A client's own refresh token, locked to serialise refreshes. */
export function lockRefreshToken(db: Db, client: Client, tokenSha256: Buffer) {
  return db
    .selectFrom('refresh_tokens as r')
    .innerJoin('token_families as f', (join) =>
      join.onRef('f.tenant_id', '=', 'r.tenant_id').onRef('f.id', '=', 'r.family_id'),
    )
    .where('r.tenant_id', '=', client.tenantId)
    .where('r.token_sha256', '=', tokenSha256)
    .where('f.client_id', '=', client.id)
    .where('f.revoked_at', 'is', null)
    .where(sql<boolean>`f.expires_at > app_now()`)
    .select(['r.family_id', 'r.scopes', 'r.used_at', 'f.expires_at', sql<Date>`app_now()`.as('now')])
    .forUpdate('r')
    .executeTakeFirst()
}

export const markUsed = (client: Client, tokenSha256: Buffer) => sql`
  update refresh_tokens
  set used_at = app_now()
  where tenant_id = ${client.tenantId} and token_sha256 = ${tokenSha256}`

export const revokeFamily = (client: Client, familyId: string) => sql`
  update token_families
  set revoked_at = coalesce(revoked_at, app_now())
  where tenant_id = ${client.tenantId} and id = ${familyId}`

export const revokeAccessToken = (client: Client, jti: string, expiresAt: Date) => sql`
  insert into revoked_access_tokens (tenant_id, jti, expires_at)
  values (${client.tenantId}, ${jti}, ${expiresAt})
  on conflict do nothing`

export const revokeFamiliesOf = (tenantId: string, clientId: string) => sql`
  update token_families
  set revoked_at = app_now()
  where tenant_id = ${tenantId} and client_id = ${clientId} and revoked_at is null`

/** The families of all clients that act as a user. */
export const revokeFamiliesOfUser = (tenantId: string, userId: string) => sql`
  update token_families f
  set revoked_at = app_now()
  from clients c
  where c.tenant_id = ${tenantId}
    and c.acts_as = ${userId}
    and f.tenant_id = c.tenant_id
    and f.client_id = c.id
    and f.revoked_at is null`

/** Families from before the column `secret_made_at` are not revoked. */
export const revokeFamiliesWithoutSecret = (v: { tenantId: string; clientId: string; waited: boolean }) => sql`
  update token_families f
  set revoked_at = app_now()
  from clients c
  where c.tenant_id = ${v.tenantId}
    and c.id = ${v.clientId}
    and f.tenant_id = c.tenant_id
    and f.client_id = c.id
    and f.revoked_at is null
    and (not ${v.waited}::boolean or f.secret_made_at > c.acting_allowed_at)
    and f.secret_made_at is not null
    and not exists (
      select from client_secrets s
      where s.tenant_id = f.tenant_id
        and s.client_id = f.client_id
        and s.created_at = f.secret_made_at
        and (s.expires_at is null or s.expires_at > app_now()))`
