import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import type { Listing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'

/** A secret's times, as JSON. */
type Secret = { created_at: string; expires_at: string | null }

const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('clients as c')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.acts_as'))
    .where('c.tenant_id', '=', tenantId)

/** The valid secrets. */
const liveSecrets = sql<Secret[]>`coalesce((
  select jsonb_agg(jsonb_build_object('created_at', s.created_at, 'expires_at', s.expires_at) order by s.created_at desc)
  from client_secrets s
  where s.tenant_id = c.tenant_id
    and s.client_id = c.id
    and (s.expires_at is null or s.expires_at > app_now())
), '[]')`

const shown = (query: ReturnType<typeof ofTenant>) =>
  query.select([
    'c.id',
    'c.name',
    'c.scopes',
    'c.created_at',
    'c.disabled_at',
    'c.signing_allowed_at',
    'c.acting_allowed_at',
    'c.ended_at',
    'u.id as user_id',
    'u.name as user_name',
    'u.role as user_role',
    liveSecrets.as('secrets'),
    sql<string | null>`null`.as('patient_id'), // no health data
  ])

export type Row = Omit<InferResult<ReturnType<typeof shown>>[number], 'patient_id'>
type AuditedRow = Row & { patient_id: null }

export const one = prepared<CallerIds & { id: string }, AuditedRow>((v) =>
  shown(ofTenant(builder, v.tenantId).where('c.id', '=', v.id)),
)

const newestFirst = { created_at: 'desc', id: 'desc' } as const

export const listing: Listing<object, AuditedRow> = {
  ...orderedRows((v) => shown(ofTenant(builder, v.tenantId)), newestFirst),
  ...totals((v: CallerIds) => sql`${ofTenant(builder, v.tenantId).select('c.id')}`),
}

export const find = (db: Db, tenantId: string, id: string): Promise<Row | undefined> =>
  shown(ofTenant(db, tenantId).where('c.id', '=', id)).executeTakeFirst()

/** The clients that act as the caller. */
const actingAs = (db: Db, { tenantId, userId }: CallerIds) => ofTenant(db, tenantId).where('c.acts_as', '=', userId)

export const ownListing: Listing<object, AuditedRow> = {
  ...orderedRows((v) => shown(actingAs(builder, v)), newestFirst),
  ...totals((v: CallerIds) => sql`${actingAs(builder, v).select('c.id')}`),
}

/** Guardians are excluded: a client that a guardian allowed for a dependant would outlive the guardianship. */
export const findOwn = (db: Db, caller: Caller, id: string): Promise<Row | undefined> =>
  shown(
    ofTenant(db, caller.tenantId).where(
      visible(access.clients.readOwn, caller, { own: sql<boolean>`c.acts_as = ${caller.userId}` }),
    ),
  )
    .where('c.id', '=', id)
    .executeTakeFirst()

/** Whether a client may act as this user. Locks the user against being disabled. */
export async function mayActAs(db: Db, tenantId: string, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return user !== undefined
}

export type NewClient = {
  tenantId: string
  id: string
  actsAs: string
  name: string
  scopes: string[]
  /** Whether it can act at once: its user created it, or it is the first client of an organisation. */
  mayAct: boolean
}

export const insert = ({ tenantId, id, actsAs, name, scopes, mayAct }: NewClient) =>
  builder.insertInto('clients').values({
    tenant_id: tenantId,
    id,
    acts_as: actsAs,
    name,
    scopes,
    acting_allowed_at: mayAct ? sql<Date>`app_now()` : null,
  })

type Instant = ReturnType<typeof sql<Date>> | null
export type Changes = {
  name?: string
  scopes?: string[]
  disabled_at?: Instant
  ended_at?: Instant
  signing_allowed_at?: Instant
  acting_allowed_at?: Instant
}

/** Extends an existing permission to act to all secrets created so far. */
export const renewedPermission = sql<Date>`case when acting_allowed_at is not null then app_now() end`

export const update = (tenantId: string, id: string, changes: Changes) =>
  builder.updateTable('clients').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)

/** The clients that can act as one of the users, with the id of that user. */
export const findActing = (db: Db, tenantId: string, userIds: readonly string[]) =>
  ofTenant(db, tenantId)
    .where('c.acts_as', 'in', userIds)
    .where('c.disabled_at', 'is', null)
    .where('c.acting_allowed_at', 'is not', null)
    .select(['c.id', 'c.name', 'c.acts_as as patientId'])
    .orderBy('c.id')
    .execute()

/** All clients that act as a user. */
export const findAllOf = (db: Db, tenantId: string, userId: string) =>
  ofTenant(db, tenantId).where('c.acts_as', '=', userId).select('c.id').orderBy('c.id').execute()

/** Whether a client of another user waits for that user's permission, for all secrets or for a new one. */
export async function findWaiting(
  db: Db,
  { tenantId, clientId, userId }: ClientRef & { userId: string },
): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from clients c
      where c.tenant_id = ${tenantId}
        and c.id = ${clientId}
        and c.acts_as <> ${userId}
        and (
          c.acting_allowed_at is null
          or exists (
            select from client_secrets s
            where s.tenant_id = c.tenant_id
              and s.client_id = c.id
              and s.created_at > c.acting_allowed_at))) as waits`.execute(db)
  return rows[0]!.waits
}

type ClientRef = { tenantId: string; clientId: string }

export const insertSecret = ({ tenantId, clientId }: ClientRef, sha256: Buffer) =>
  builder.insertInto('client_secrets').values({ tenant_id: tenantId, client_id: clientId, secret_sha256: sha256 })

export const endSecrets = ({ tenantId, clientId }: ClientRef) =>
  builder.deleteFrom('client_secrets').where('tenant_id', '=', tenantId).where('client_id', '=', clientId)

/** Ends the secrets that the permission of the client's user does not cover. */
export const endWaitingSecrets = ({ tenantId, clientId }: ClientRef) => sql`
  delete from client_secrets s
  using clients c
  where c.tenant_id = ${tenantId}
    and c.id = ${clientId}
    and s.tenant_id = c.tenant_id
    and s.client_id = c.id
    and s.created_at > c.acting_allowed_at`

/** Ends unused credential links. */
export const endLinks = ({ tenantId, clientId }: ClientRef) => sql`
  update client_handovers
  set expires_at = app_now()
  where tenant_id = ${tenantId}
    and client_id = ${clientId}
    and used_at is null
    and expires_at > app_now()`

/** The expiry of a valid secret. Secrets expire only during a rotation, so it shows that one is in progress. */
export async function rotatingUntil(db: Db, { tenantId, clientId }: ClientRef): Promise<Date | undefined> {
  const row = await db
    .selectFrom('client_secrets')
    .select('expires_at')
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .where(sql<boolean>`expires_at > app_now()`)
    .executeTakeFirst()
  return row?.expires_at ?? undefined
}

/** Lets the current secret expire. @returns its expiry, or undefined without a secret */
export async function endSecretIn(db: Db, { tenantId, clientId }: ClientRef, hours: number): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    update client_secrets
    set expires_at = app_now() + make_interval(hours => ${hours}::int)
    where tenant_id = ${tenantId}
      and client_id = ${clientId}
      and expires_at is null
    returning expires_at`.execute(db)
  return rows[0]?.expires_at
}
