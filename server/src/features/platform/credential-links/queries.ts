import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { builder, type Db } from '../../../db/kysely.ts'

type ClientRef = { tenantId: string; clientId: string }

/** The client of a credential link, found before the tenant is known. */
export async function clientByToken(database: Database, tokenSha256: Buffer): Promise<ClientRef | undefined> {
  type Row = { tenant_id: string; client_id: string }
  const row = await database.findBySecret(
    sql<Row>`select tenant_id, client_id from handover_by_token(${tokenSha256})`,
    tokenSha256,
  )
  return row && { tenantId: row.tenant_id, clientId: row.client_id }
}

/** A link is valid while its creator is an enabled administrator. A link of the platform must have a secret that acts at once. */
const hasValidCreator = sql<boolean>`case
  when h.created_by is null then h.acts
  else exists (
    select from users o
    where o.tenant_id = h.tenant_id
      and o.id = h.created_by
      and o.role = 'ADMIN'
      and o.disabled_at is null)
end`

/** The state of a link, and its client. */
export function find(db: Db, tenantId: string, tokenSha256: Buffer) {
  return db
    .selectFrom('client_handovers as h')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'h.tenant_id').onRef('c.id', '=', 'h.client_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'h.tenant_id')
    .where('h.tenant_id', '=', tenantId)
    .where('h.token_sha256', '=', tokenSha256)
    .select([
      'h.grace_hours',
      'h.acts',
      'h.expires_at',
      'c.id as client_id',
      'c.name as client',
      'c.acts_as as user_id',
      'h.created_by',
      't.name as organization',
    ])
    .select([
      sql<boolean>`h.used_at is not null`.as('used'),
      sql<boolean>`h.expires_at <= app_now() or c.disabled_at is not null or not ${hasValidCreator}`.as('over'),
    ])
    .executeTakeFirst()
}

type NewLink = ClientRef & {
  tokenSha256: Buffer
  graceHours: number
  acts: boolean
  createdBy: string | null
  expiresAt: Date
}

export const insert = (link: NewLink) =>
  builder.insertInto('client_handovers').values({
    tenant_id: link.tenantId,
    client_id: link.clientId,
    token_sha256: link.tokenSha256,
    grace_hours: link.graceHours,
    acts: link.acts,
    created_by: link.createdBy,
    expires_at: link.expiresAt,
  })

export const markUsed = (tenantId: string, tokenSha256: Buffer) =>
  builder
    .updateTable('client_handovers')
    .set({ used_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('token_sha256', '=', tokenSha256)

/** Whether any link of a client was used. */
export async function wasUsed(db: Db, { tenantId, clientId }: ClientRef): Promise<boolean> {
  const used = await db
    .selectFrom('client_handovers')
    .select('client_id')
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}
